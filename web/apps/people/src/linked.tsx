import { api, invalidate } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { Icon, Panel, StatePanel, StatusTag, toast, useDialogs, type IconName } from "@staffroom/ui";
import { Button, Table, type TableColumnsType } from "antd";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { PersonPicker } from "./person-picker";
import type { Course, Linked, Subject } from "./types";

/** A short table in a profile; what it holds came with the profile's answer. */
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

const status = (value: string) => <StatusTag label={value.charAt(0).toUpperCase() + value.slice(1)} value={value} />;
const courseTitle = ({ board, level, subject }: Course) => [board, level, subject].filter(Boolean).join(" ");

export function Courses({ record, grades }: { record: RecordData; grades?: boolean }) {
  const grade = (name: "reach" | "match" | "safety" | "previous", title: string) => ({ title, dataIndex: `${name}Grade`, width: 90 });
  const columns: TableColumnsType<Course> = [
    { title: "Course", render: (_, course) => <Link to={`/courses/${course.id}`}>{courseTitle(course)}</Link> },
    { title: "Type", dataIndex: "type", width: 110 },
    { title: "Status", dataIndex: "status", width: 130, render: status },
    ...(grades
      ? [
          { title: "On the course", dataIndex: "studentStatus", width: 130, render: status },
          grade("reach", "Reach"), grade("match", "Match"), grade("safety", "Safety"), grade("previous", "Previous"),
        ]
      : []),
  ];
  return <Short title="Courses" rows={(record.courses ?? []) as Course[]} columns={columns} icon="notebook" empty="No courses yet" />;
}

export function Subjects({ record }: { record: RecordData }) {
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

/** Clients of a student, or students of a client: the same links seen from either side. */
export function Family({ record, of }: { record: RecordData; of: "student" | "client" }) {
  const [adding, setAdding] = useState(false);
  const dialogs = useDialogs();
  const others = of === "student" ? "client" : "student";
  const rows = (record[`${others}s`] ?? []) as Linked[];
  const mayLink = !!record.may?.link;

  const act = async (work: () => Promise<unknown>) => {
    await work();
    toast.success();
    await invalidate(`/${of}s`);
  };
  const tried = (work: () => Promise<unknown>) => act(work).catch((error: unknown) => toast.error(error));
  const unlink = async (row: Linked) => {
    if (await dialogs.askDelete(`the link with ${row.name}`)) await tried(() => api.delete(`/clients/students/${row.linkId}`));
  };
  const link = (id: number) => {
    const pair = of === "student" ? { clientId: id, studentId: record.id } : { clientId: record.id, studentId: id };
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
    { title: "Status", dataIndex: "status", width: 120, render: status },
    {
      width: 52,
      render: (_, row) =>
        mayLink && <Button size="small" type="text" aria-label={`Remove ${row.name}`} icon={<Icon name="trash" size={15} />} onClick={() => void unlink(row)} />,
    },
  ];
  const add = mayLink && (
    <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>{others === "client" ? "Add client" : "Add student"}</Button>
  );
  return (
    <>
      <Short title={others === "client" ? "Clients" : "Students"} rows={rows} columns={columns} icon="users" empty={others === "client" ? "No client yet" : "No students yet"} extra={add} />
      {adding && <PersonPicker kind={others} title={others === "client" ? "Add client" : "Add student"} onChosen={link} onClose={() => setAdding(false)} />}
    </>
  );
}

export function StudentsOfAgent({ record }: { record: RecordData }) {
  const columns: TableColumnsType<Linked> = [
    { title: "Name", render: (_, row) => <Link to={`/students/${row.id}`}>{row.name}</Link> },
    { title: "Status", dataIndex: "status", width: 130, render: status },
  ];
  return <Short title="Students" rows={(record.students ?? []) as Linked[]} columns={columns} icon="graduation" empty="No students came through this agent yet" />;
}
