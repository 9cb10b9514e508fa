import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { Icon, Panel, StatePanel, StatusTag, toast, useDialogs, type IconName } from "@staffroom/ui";
import { Button, Table, type TableColumnsType } from "antd";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { PersonPicker } from "./person-picker";
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

/** A value as the list of its records shows it. */
const choice = (list: string, name = "status") => (value: string) => <ChoiceTag of={`${list}/columns`} name={name} value={value} />;
const courseTitle = ({ board, level, subject }: Course) => [board, level, subject].filter(Boolean).join(" ");

/** The courses of a person; of a student with grades and status on each. */
export function Courses({ record, thing }: RecordPieceProps) {
  const grade = (name: "reach" | "match" | "safety" | "previous", title: string) => ({ title, dataIndex: `${name}Grade`, width: 90 });
  const columns: TableColumnsType<Course> = [
    { title: "Course", render: (_, course) => <Link to={`/courses/${course.id}`}>{courseTitle(course)}</Link> },
    { title: "Type", dataIndex: "type", width: 110, render: choice("/courses", "type") },
    { title: "Status", dataIndex: "status", width: 130, render: choice("/courses") },
    ...(kindOf(thing) === "student"
      ? [
          { title: "On the course", dataIndex: "studentStatus", width: 130, render: choice("/courses/students") },
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
  const [adding, setAdding] = useState(false);
  const dialogs = useDialogs();
  const isStudent = kindOf(thing) === "student";
  const others = isStudent ? "client" : "student";
  const rows = (record[`${others}s`] ?? []) as Linked[];
  const mayLink = !!record.may?.link;

  const act = async (work: () => Promise<unknown>) => {
    await work();
    toast.success();
    await invalidate(thing);
  };
  const tried = (work: () => Promise<unknown>) => act(work).catch((error: unknown) => toast.error(error));
  const unlink = async (row: Linked) => {
    if (await dialogs.askDelete(`the link with ${row.name}`)) await tried(() => api.delete(`/clients/students/${row.linkId}`));
  };
  const link = (id: number) => {
    const pair = isStudent ? { clientId: id, studentId: record.id } : { clientId: record.id, studentId: id };
    return act(() => api.post("/clients/students", pair));
  };
  const pays = (row: Linked) => tried(() => api.put(`/clients/students/${row.linkId}`, { field: "pays", newValue: true }));

  const columns: TableColumnsType<Linked> = [
    { title: "Name", render: (_, row) => <Link to={`/${others}s/${row.id}`}>{row.name}</Link> },
    { title: "Relation", dataIndex: "relation", width: 140 },
    {
      title: "Invoices",
      width: 150,
      render: (_, row) =>
        row.pays ? <StatusTag label="Pays" color="green" /> : mayLink && <Button size="small" onClick={() => void pays(row)}>Make the payer</Button>,
    },
    { title: "Email", dataIndex: "email", render: (email: string) => email && <a href={`mailto:${email}`}>{email}</a> },
    { title: "Status", dataIndex: "status", width: 120, render: choice(`/${others}s`) },
    {
      width: 52,
      render: (_, row) =>
        mayLink && <Button size="small" type="text" aria-label={`Remove ${row.name}`} icon={<Icon name="trash" size={15} />} onClick={() => void unlink(row)} />,
    },
  ];
  const add = mayLink && (
    <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>{isStudent ? "Add client" : "Add student"}</Button>
  );
  return (
    <>
      <Short title={isStudent ? "Clients" : "Students"} rows={rows} columns={columns} icon="users" empty={isStudent ? "No client yet" : "No students yet"} extra={add} />
      {adding && <PersonPicker kind={others} title={isStudent ? "Add client" : "Add student"} onChosen={link} onClose={() => setAdding(false)} />}
    </>
  );
}

/** The students who came through an agent. */
export function StudentsOfAgent({ record }: RecordPieceProps) {
  const columns: TableColumnsType<Linked> = [
    { title: "Name", render: (_, row) => <Link to={`/students/${row.id}`}>{row.name}</Link> },
    { title: "Status", dataIndex: "status", width: 130, render: choice("/students") },
  ];
  return <Short title="Students" rows={(record.students ?? []) as Linked[]} columns={columns} icon="graduation" empty="No students came through this agent yet" />;
}
