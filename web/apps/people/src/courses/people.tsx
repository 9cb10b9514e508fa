import { api, hasRole, invalidate, useSession } from "@staffroom/api";
import type { Field, RecordPieceProps } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { ChoiceTag } from "@staffroom/screen";
import { attempt, StatusTag, toast, useDialogs } from "@staffroom/ui";
import { useMemo } from "react";
import { personCells } from "../persons/cells";
import { choiceColumn, nameColumn, Short } from "../persons/linked";
import { useException } from "../compliance/exception";
import { AddPerson } from "../persons/person-picker";
import type { Linked } from "../types";

const changed = async (work: Promise<unknown>, done: string) => {
  await work;
  toast.success(done);
  await Promise.all([invalidate("/courses"), invalidate("/courses/students")]);
};

/** Grades, status, syllabus and option of each student, editable after EDIT. */
export function Students({ record }: RecordPieceProps) {
  const fixed = useMemo(() => ({ courseId: String(record.id) }), [record.id]);
  const { allow, dialog } = useException();
  const add = (studentId: number) =>
    allow((reason) =>
      changed(
        api.post("/courses/students", { courseId: record.id, studentId, status: "active", ...reason }),
        "Student added to the course",
      ),
    );
  const list = (
    <ListScreen
      path="/courses/students"
      fixed={fixed}
      embedded={{}}
      cells={personCells}
      emptyText="Add the students of this course."
      actions={
        record.may?.addStudent === true && <AddPerson primary kind="student" title="Add student" onChosen={add} />
      }
    />
  );
  return (
    <>
      {list}
      {dialog}
    </>
  );
}

/** The state of the course's offer to its tutor, which teaching stores. */
const offerColumn = {
  title: "Offer",
  cell: ({ offer }: Linked) => (offer ? <ChoiceTag of="/offers/columns" name="status" value={offer} /> : null),
};

const reasonOfException: Field[] = [
  {
    name: "reason",
    title: "Reason of the exception",
    type: "textarea",
    required: true,
    minLength: 10,
    maxLength: 500,
    help: "The academic office gets a notice with your name. It applies to this course and these checks.",
  },
];

/**
 * The required checks that a tutor of a child's course lacks, an exception with its author, and a button for users who
 * may allow one.
 */
function Checks({ row, onDone }: { row: Linked; onDone: () => unknown }) {
  const { user } = useSession();
  if (!row.missingChecks?.length) return null;
  return (
    <span className="sr-line">
      <StatusTag label={`${row.missingChecks.join(", ")} missing`} color="red" />
      {row.exception && <span className="sr-muted">Allowed by {row.exception}</span>}
      {!row.exception && hasRole(user, "academicOffice", "affiliateCompliance") && (
        <FormButton
          small
          label="Allow exception"
          fields={reasonOfException}
          notice="The exception is recorded with your name"
          to={(values) => api.post(`/courses/tutors/${row.linkId}/exception`, values)}
          onDone={onDone}
        />
      )}
    </span>
  );
}

/** The tutors of the course. */
export function Tutors({ record }: RecordPieceProps) {
  const dialogs = useDialogs();
  const mayChange = record.may?.addTutor === true;
  const { allow, dialog } = useException();
  const add = (tutorId: number) =>
    allow((reason) =>
      changed(api.post("/courses/tutors", { courseId: record.id, tutorId, ...reason }), "Tutor added to the course"),
    );
  const checksColumn = {
    title: "Checks",
    cell: (row: Linked) => <Checks row={row} onDone={() => invalidate("/courses")} />,
  };
  const remove = async (row: Linked) => {
    if (await dialogs.askDelete(`${row.name} from this course`))
      await attempt(() =>
        changed(api.delete(`/courses/tutors/${row.linkId}`), `${String(row.name)} is off the course`),
      );
  };
  const tutors = (
    <Short
      title="Tutors"
      rows={(record.tutors ?? []) as Linked[]}
      columns={[
        nameColumn("Tutor", "/tutors"),
        choiceColumn<Linked>("Status", "status", "/tutors"),
        offerColumn,
        checksColumn,
      ]}
      onRemove={mayChange && remove}
      icon="book"
      empty="No tutor yet"
      extra={mayChange && <AddPerson kind="tutor" title="Add tutor" onChosen={add} />}
    />
  );
  return (
    <>
      {tutors}
      {dialog}
    </>
  );
}
