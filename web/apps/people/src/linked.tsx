import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { attempt, IconButton, Panel, StatePanel, StatusTag, toast, useDialogs, shownEmail, type IconName } from "@staffroom/ui";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { AddPerson } from "./person-picker";
import { kindOf, type Course, type Linked, type Subject } from "./types";

/** A short table in a profile, with rows of the profile's answer. */
export function Short<Row extends { id: number }>({ title, rows, columns, empty, icon, extra }: {
  title: string; rows: readonly Row[]; columns: TableColumnsType<Row>; empty: string; icon: IconName; extra?: ReactNode;
}) {
  return (
    <Panel flush title={rows.length ? `${title} (${rows.length})` : title} extra={extra}>
      {rows.length ? (
        <Table<Row> size="small" rowKey="id" pagination={false} columns={columns} dataSource={[...rows]} scroll={{ x: "max-content" }} />
      ) : (
        <StatePanel icon={icon} title={empty} />
      )}
    </Panel>
  );
}

/** A column of a choice, as the list of its records shows it. */
export const choiceColumn = (title: string, dataIndex: string, width: number, list: string, name = "status") => ({
  title, dataIndex, width, render: (value: unknown) => <ChoiceTag of={`${list}/columns`} name={name} value={value} />,
});

/** A column of names with links to their profiles. */
export const nameColumn = (title: string, path: string) => ({
  title, render: (_: unknown, row: Linked) => <PageLink to={`${path}/${row.id}`}>{row.name}</PageLink>,
});

/** A column of buttons that remove their row. */
export const removeColumn = (remove: (row: Linked) => unknown) => ({
  title: <span className="sr-visually-hidden">Actions</span>, width: 52, render: (_: unknown, row: Linked) => <IconButton label={`Remove ${row.name}`} icon="trash" onClick={() => remove(row)} />,
});

const courseTitle = ({ board, level, subject }: Course) => [board, level, subject].filter(Boolean).join(" ");

/** The courses of a person; of a student with grades and status on each. */
export function Courses({ record, thing }: RecordPieceProps) {
  const grade = (name: "reach" | "match" | "safety" | "previous", title: string) => ({ title, dataIndex: `${name}Grade`, width: 90 });
  const columns: TableColumnsType<Course> = [
    { title: "Course", render: (_, course) => <PageLink to={`/courses/${course.id}`}>{courseTitle(course)}</PageLink> },
    choiceColumn("Type", "type", 110, "/courses", "type"),
    choiceColumn("Status", "status", 130, "/courses"),
    ...(kindOf(thing) === "student"
      ? [
          choiceColumn("On the course", "studentStatus", 130, "/courses/students"),
          grade("reach", "Reach"), grade("match", "Match"), grade("safety", "Safety"), grade("previous", "Previous"),
        ]
      : []),
  ];
  return <Short title="Courses" rows={(record.courses ?? []) as Course[]} columns={columns} icon="notebook" empty="No courses yet" />;
}

export function Subjects({ record }: RecordPieceProps) {
  const columns: TableColumnsType<Subject> = [
    { title: "Subject", dataIndex: "subject" },
    { title: "Level", dataIndex: "level" },
    { title: "Board", dataIndex: "board", render: (board: string | null) => board ?? "Every board" },
    { title: "Note", dataIndex: "note" },
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
    if (await dialogs.askDelete(`the link with ${row.name}`)) await attempt(() => act(() => api.delete(`/clients/students/${row.linkId}`), `Link with ${String(row.name)} deleted`));
  };
  const link = (id: number) => {
    const pair = isStudent ? { clientId: id, studentId: record.id } : { clientId: record.id, studentId: id };
    return act(() => api.post("/clients/students", pair), isStudent ? "Client linked" : "Student linked");
  };
  const pays = (row: Linked) => attempt(() => act(() => api.put(`/clients/students/${row.linkId}`, { field: "pays", newValue: true }), `${String(row.name)} pays`));

  const columns: TableColumnsType<Linked> = [
    nameColumn("Name", `/${others}s`),
    { title: "Relation", dataIndex: "relation", width: 140 },
    {
      title: "Invoices",
      width: 150,
      render: (_, row) =>
        row.pays ? <StatusTag label="Pays" color="green" /> : mayLink && <Button size="small" onClick={() => void pays(row)}>Make the payer</Button>,
    },
    { title: "Email", dataIndex: "email", render: (email: string) => email && <a href={`mailto:${email}`}>{shownEmail(email)}</a> },
    choiceColumn("Status", "status", 120, `/${others}s`),
    ...(mayLink ? [removeColumn(unlink)] : []),
  ];
  return (
    <Short
      title={isStudent ? "Clients" : "Students"}
      rows={(record[`${others}s`] ?? []) as Linked[]}
      columns={columns}
      icon="users"
      empty={isStudent ? "No client yet" : "No students yet"}
      extra={mayLink && <AddPerson kind={others} title={`Add ${others}`} onChosen={link} />}
    />
  );
}

/** The students who came through an agent. */
export function StudentsOfAgent({ record }: RecordPieceProps) {
  const columns = [nameColumn("Name", "/students"), choiceColumn("Status", "status", 130, "/students")];
  return <Short title="Students" rows={(record.students ?? []) as Linked[]} columns={columns} icon="graduation" empty="No students came through this agent yet" />;
}
