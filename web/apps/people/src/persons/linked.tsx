import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { PartsTable } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import {
  ActionButton,
  attempt,
  Panel,
  StatePanel,
  StatusTag,
  toast,
  useDialogs,
  shownEmail,
  type IconName,
  type PlainColumn,
} from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { AddPerson } from "./person-picker";
import { kindOf, type Course, type Linked, type Subject } from "../types";

/** A short table in a profile, with rows from the profile's response; on a phone each is a card. */
export function Short<Row extends { id: number; name?: unknown }>({
  title,
  rows,
  columns,
  empty,
  icon,
  extra,
  onRemove,
}: {
  title: string;
  rows: readonly Row[];
  columns: readonly PlainColumn<Row>[];
  empty: string;
  icon: IconName;
  extra?: ReactNode;
  onRemove?: false | ((row: Row) => unknown);
}) {
  return (
    <Panel flush title={rows.length ? `${title} (${rows.length})` : title} extra={extra}>
      {rows.length ? (
        <PartsTable<Row>
          stacks
          rows={rows}
          columns={columns}
          noun="row"
          labelOf={({ name }) => String(name)}
          removal="Remove"
          onRemove={onRemove || undefined}
        />
      ) : (
        <StatePanel icon={icon} title={empty} />
      )}
    </Panel>
  );
}

/** Returns a column of a choice, as the list of its records shows it. */
export const choiceColumn = <Row extends object>(
  title: string,
  value: keyof Row & string,
  list: string,
  name = "status",
): PlainColumn<Row> => ({
  title,
  cell: (row) => <ChoiceTag of={`${list}/columns`} name={name} value={row[value]} />,
});

/** Returns a column of names with links to their profiles. */
export const nameColumn = (title: string, path: string): PlainColumn<Linked> => ({
  title,
  head: true,
  cell: (row) => <PageLink to={`${path}/${row.id}`}>{row.name}</PageLink>,
});

const courseTitle = ({ board, level, subject }: Course) => [board, level, subject].filter(Boolean).join(" ");

/** A person's courses; for a student with grades and status on each. */
export function Courses({ record, thing }: RecordPieceProps) {
  const grade = (name: "reach" | "match" | "safety" | "previous", title: string): PlainColumn<Course> => ({
    title,
    cell: (course) => course[`${name}Grade`],
  });
  const columns: PlainColumn<Course>[] = [
    {
      title: "Course",
      head: true,
      cell: (course) => <PageLink to={`/courses/${course.id}`}>{courseTitle(course)}</PageLink>,
    },
    choiceColumn<Course>("Type", "type", "/courses", "type"),
    choiceColumn<Course>("Status", "status", "/courses"),
    ...(kindOf(thing) === "student"
      ? [
          choiceColumn<Course>("On the course", "studentStatus", "/courses/students"),
          grade("reach", "Reach"),
          grade("match", "Match"),
          grade("safety", "Safety"),
          grade("previous", "Previous"),
        ]
      : []),
  ];
  return (
    <Short
      title="Courses"
      rows={(record.courses ?? []) as Course[]}
      columns={columns}
      icon="notebook"
      empty="No courses yet"
    />
  );
}

export function Subjects({ record }: RecordPieceProps) {
  const columns: PlainColumn<Subject>[] = [
    { title: "Subject", head: true, cell: ({ subject }) => subject },
    { title: "Level", cell: ({ level }) => level },
    { title: "Board", cell: ({ board }) => board ?? "Every board" },
    { title: "Note", cell: ({ note }) => note },
  ];
  return (
    <Short
      title="Subjects"
      rows={(record.subjects ?? []) as Subject[]}
      columns={columns}
      icon="list-checks"
      empty="No subjects noted"
      extra={<Link to="/tutorsubjects">All tutor subjects</Link>}
    />
  );
}

/** Clients of a student, or students of a client: both sides of one link. */
export function Family({ record, thing }: RecordPieceProps) {
  const dialogs = useDialogs();
  const isStudent = kindOf(thing) === "student";
  const others = isStudent ? "client" : "student";
  const mayLink = !!record.may?.link;

  const act = async (work: () => Promise<unknown>, done: string) => {
    await work();
    toast.success(done);
    await invalidate(thing);
  };
  const unlink = async (row: Linked) => {
    if (await dialogs.askDelete(`the link with ${row.name}`))
      await attempt(() =>
        act(() => api.delete(`/clients/students/${row.linkId}`), `Link with ${String(row.name)} deleted`),
      );
  };
  const link = (id: number) => {
    const pair = isStudent ? { clientId: id, studentId: record.id } : { clientId: record.id, studentId: id };
    return act(() => api.post("/clients/students", pair), isStudent ? "Client linked" : "Student linked");
  };
  const pays = (row: Linked) =>
    act(() => api.put(`/clients/students/${row.linkId}`, { field: "pays", newValue: true }), `${row.name} pays`);

  const columns: PlainColumn<Linked>[] = [
    nameColumn("Name", `/${others}s`),
    { title: "Relation", cell: ({ relation }) => relation },
    {
      title: "Invoices",
      cell: (row) =>
        row.pays ? (
          <StatusTag label="Pays" color="green" />
        ) : (
          mayLink && (
            <ActionButton size="small" run={() => pays(row)}>
              Make the payer
            </ActionButton>
          )
        ),
    },
    { title: "Email", cell: ({ email }) => email && <a href={`mailto:${email}`}>{shownEmail(email)}</a> },
    choiceColumn<Linked>("Status", "status", `/${others}s`),
  ];
  return (
    <Short
      title={isStudent ? "Clients" : "Students"}
      rows={(record[`${others}s`] ?? []) as Linked[]}
      columns={columns}
      icon="users"
      empty={isStudent ? "No client yet" : "No students yet"}
      onRemove={mayLink && unlink}
      extra={mayLink && <AddPerson kind={others} title={`Add ${others}`} onChosen={link} />}
    />
  );
}

/** The students who came through an agent. */
export function StudentsOfAgent({ record }: RecordPieceProps) {
  const columns = [nameColumn("Name", "/students"), choiceColumn<Linked>("Status", "status", "/students")];
  return (
    <Short
      title="Students"
      rows={(record.students ?? []) as Linked[]}
      columns={columns}
      icon="graduation"
      empty="No students came through this agent yet"
    />
  );
}
