import { useListPage } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, IconButton, Icon, PlainTable, useDebounced, useMedia } from "@staffroom/ui";
import { Input, Segmented } from "antd";
import { useState } from "react";

const types = [["", "All"], ["group", "Group"], ["indiv", "Individual"], ["shared", "Shared"]].map(([value = "", label]) => ({ value, label }));
const most = 50;
const narrow = "(max-width: 719px)";
const names = (people: unknown) => (people as { name: string }[]).map(({ name }) => name).join(", ");

/** The active courses of which the tutor picks one, those of a type alone where one is chosen (teaching.md 2). */
export function PickCourse({ onPick }: { onPick: (id: number) => void }) {
  const [type, setType] = useState("");
  const [text, setText] = useState("");
  const search = useDebounced(text);
  const page = useListPage("/courses", { status: "active", page: 1, pageSize: most, ...(type ? { type } : {}), ...(search ? { search } : {}) });
  const isNarrow = useMedia(narrow);
  const choice = (name: string) => (row: Row) => <ChoiceTag of="/courses/columns" name={name} value={row[name]} />;
  return (
    <div className="tea-pick">
      <div className="tea-tools">
        <Segmented aria-label="Type of course" options={types} value={type} onChange={setType} />
        <Input className="tea-search" type="search" aria-label="Search courses" placeholder="Search" prefix={<Icon name="search" size={14} />} allowClear value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <Answered query={page} rows={8}>
        {({ data, total }) => (
          <>
            {isNarrow && data.length > 0 ? <CourseRows rows={data} onPick={onPick} /> : (
              <PlainTable<Row>
                rows={data}
                keyOf={(row) => Number(row.id)}
                rowProps={(row) => ({ className: "tea-course", onClick: () => onPick(Number(row.id)) })}
                columns={[
                  { title: "Subject", head: true, cell: (row) => String(row.subject) },
                  { title: "Level", cell: (row) => String(row.level) },
                  { title: "Board", cell: (row) => String(row.board) },
                  { title: "Type", cell: choice("type") },
                  { title: "Status", cell: choice("status") },
                  { title: "Tutors", cell: (row) => names(row.tutors) },
                  { title: "Students", cell: (row) => <span className="tea-names" title={names(row.students)}>{names(row.students)}</span> },
                  { title: "ID", num: true, cell: (row) => Number(row.id) },
                  { cell: (row) => <IconButton label={`Choose ${[row.subject, row.level, names(row.students)].filter(Boolean).join(", ")}`} icon="chevron-right" onClick={() => onPick(Number(row.id))} /> },
                ]}
                empty={search || type ? "No course matches." : "There is no active course that you teach."}
              />
            )}
            {total > data.length && <p className="sr-muted">{`These are ${data.length} of ${total} courses. Search to find the others.`}</p>}
          </>
        )}
      </Answered>
    </div>
  );
}

/** The courses on a phone: two lines each, the whole of which is pressed. */
function CourseRows({ rows, onPick }: { rows: readonly Row[]; onPick: (id: number) => void }) {
  return (
    <ul className="tea-courses" aria-label="Courses">
      {rows.map((row) => (
        <li key={Number(row.id)}>
          <button type="button" onClick={() => onPick(Number(row.id))}>
            <span className="tea-course-title">{`${String(row.subject)}, ${String(row.level)}`}</span>
            <ChoiceTag of="/courses/columns" name="type" value={row.type} />
            <span className="tea-course-who sr-muted">{[row.board, names(row.students)].filter(Boolean).join(" · ")}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
