import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { ChoiceTag } from "@staffroom/screen";
import { Icon, toast, useDialogs } from "@staffroom/ui";
import { Button, type TableColumnsType } from "antd";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { courseStudentCells } from "./cells";
import { Short } from "./linked";
import { PersonPicker } from "./person-picker";
import type { Linked } from "./types";

const changed = () => Promise.all([invalidate("/courses"), invalidate("/courses/students")]);

/** Grades, status, syllabus and option of each student, editable after EDIT. */
export function Students({ record }: RecordPieceProps) {
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

/** The tutors of the course. */
export function Tutors({ record }: RecordPieceProps) {
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
    { title: "Status", dataIndex: "status", width: 140, render: (value: string) => <ChoiceTag of="/tutors/columns" name="status" value={value} /> },
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
