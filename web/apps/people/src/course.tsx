import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { ChoiceTag } from "@staffroom/screen";
import { attempt, toast, useDialogs } from "@staffroom/ui";
import { useMemo } from "react";
import { personCells } from "./cells";
import { choiceColumn, nameColumn, Short } from "./linked";
import { useException } from "./compliance/exception";
import { AddPerson } from "./person-picker";
import type { Linked } from "./types";

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
    allow((reason) => changed(api.post("/courses/students", { courseId: record.id, studentId, status: "active", ...reason }), "Student added to the course"));
  const list = (
    <ListScreen
      path="/courses/students"
      fixed={fixed}
      embedded={{}}
      cells={personCells}
      emptyText="Add the students of this course."
      actions={record.may?.addStudent === true && <AddPerson primary kind="student" title="Add student" onChosen={add} />}
    />
  );
  return <>{list}{dialog}</>;
}

/** The state of the offer of the course to its tutor, which teaching keeps. */
const offerColumn = { title: "Offer", cell: ({ offer }: Linked) => (offer ? <ChoiceTag of="/offers/columns" name="status" value={offer} /> : null) };

/** The tutors of the course. */
export function Tutors({ record }: RecordPieceProps) {
  const dialogs = useDialogs();
  const mayChange = record.may?.addTutor === true;
  const { allow, dialog } = useException();
  const add = (tutorId: number) => allow((reason) => changed(api.post("/courses/tutors", { courseId: record.id, tutorId, ...reason }), "Tutor added to the course"));
  const remove = async (row: Linked) => {
    if (await dialogs.askDelete(`${row.name} from this course`)) await attempt(() => changed(api.delete(`/courses/tutors/${row.linkId}`), `${String(row.name)} is off the course`));
  };
  const tutors = (
    <Short
      title="Tutors"
      rows={(record.tutors ?? []) as Linked[]}
      columns={[nameColumn("Tutor", "/tutors"), choiceColumn<Linked>("Status", "status", "/tutors"), offerColumn]}
      onRemove={mayChange && remove}
      icon="book"
      empty="No tutor yet"
      extra={mayChange && <AddPerson kind="tutor" title="Add tutor" onChosen={add} />}
    />
  );
  return <>{tutors}{dialog}</>;
}
