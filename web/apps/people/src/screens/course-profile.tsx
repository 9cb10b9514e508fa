import { api, invalidate } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { ProfileScreen } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Icon, StatusTag, toast, useDialogs, Widget } from "@staffroom/ui";
import { Button, type TableColumnsType } from "antd";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { courseStudentCells } from "../cells";
import { Short } from "../linked";
import { PersonPicker } from "../person-picker";
import type { Linked } from "../types";

const statusColor: Record<string, string> = { proposed: "amber", active: "green", completed: "grey", withdrawn: "orange", deleted: "red" };
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const changed = () => Promise.all([invalidate("/courses"), invalidate("/courses/students")]);

/** Grades, status, syllabus and option of each student, typed into with EDIT. */
function Students({ record }: { record: RecordData }) {
  const [adding, setAdding] = useState(false);
  const fixed = useMemo(() => ({ courseId: String(record.id) }), [record.id]);
  const add = async (studentId: number) => {
    await api.post("/courses/students", { courseId: record.id, studentId, status: "active" });
    toast.success();
    await changed();
  };
  return (
    <>
      <ListScreen
        path="/courses/students"
        fixed={fixed}
        embedded={{}}
        cells={courseStudentCells}
        emptyText="Add the students of this course."
        actions={record.may?.addStudent === true && (
          <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add student</Button>
        )}
      />
      {adding && <PersonPicker kind="student" title="Add student" onChosen={add} onClose={() => setAdding(false)} />}
    </>
  );
}

function Tutors({ record }: { record: RecordData }) {
  const [adding, setAdding] = useState(false);
  const dialogs = useDialogs();
  const mayChange = record.may?.addTutor === true;
  const add = async (tutorId: number) => {
    await api.post("/courses/tutors", { courseId: record.id, tutorId });
    toast.success();
    await changed();
  };
  const remove = async (row: Linked) => {
    if (!(await dialogs.askDelete(`${row.name} from this course`))) return;
    try {
      await api.delete(`/courses/tutors/${row.linkId}`);
      toast.success();
      await changed();
    } catch (error) {
      toast.error(error);
    }
  };
  const columns: TableColumnsType<Linked> = [
    { title: "Tutor", render: (_, row) => <Link to={`/tutors/${row.id}`}>{row.name}</Link> },
    { title: "Status", dataIndex: "status", width: 140, render: (value: string) => <StatusTag label={titled(value)} value={value} /> },
    {
      width: 52,
      render: (_, row) =>
        mayChange && <Button size="small" type="text" aria-label={`Remove ${row.name}`} icon={<Icon name="trash" size={15} />} onClick={() => void remove(row)} />,
    },
  ];
  return (
    <>
      <Short
        title="Tutors"
        rows={(record.tutors ?? []) as Linked[]}
        columns={columns}
        icon="book"
        empty="No tutor yet"
        extra={mayChange && <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>Add tutor</Button>}
      />
      {adding && <PersonPicker kind="tutor" title="Add tutor" onChosen={add} onClose={() => setAdding(false)} />}
    </>
  );
}

export default function Screen() {
  return (
    <ProfileScreen
      thing="/courses"
      titleOf={(record) => String(record.title)}
      badgesOf={(record) => [{ status: titled(String(record.status)), type: statusColor[String(record.status)] }]}
      tabs={[
        { name: "students", title: "Students", draw: (record) => <Students record={record} /> },
        { name: "tutors", title: "Tutors", draw: (record) => <Tutors record={record} /> },
        {
          name: "slips",
          title: "Slips",
          draw: (record) => <ListScreen path="/slips" fixed={{ courseId: String(record.id) }} embedded={{}} readOnly />,
        },
        { name: "files", title: "Files", draw: (record) => <Widget name="files" props={{ entityType: "course", entityTypeId: record.id }} /> },
        {
          name: "comments",
          title: "Comments",
          draw: (record) => <Widget name="comments" props={{ entityType: "course", entityTypeId: record.id }} />,
        },
      ]}
    />
  );
}
