import type { Row } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, IconButton, PlainTable, useMedia } from "@staffroom/ui";
import { MoreCourses, namesOf, useCourses } from "../parts/courses";

const most = 50;
const narrow = "(max-width: 719px)";

/** The active courses from which the tutor picks one, only those of a type if one is chosen (teaching.md 2). */
export function PickCourse({ onPick }: { onPick: (id: number) => void }) {
  const { page, tools, isNarrowed } = useCourses(most);
  const isNarrow = useMedia(narrow);
  const choice = (name: string) => (row: Row) => <ChoiceTag of="/courses/columns" name={name} value={row[name]} />;
  return (
    <div className="tea-pick">
      <div className="tea-tools">{tools}</div>
      <Answered query={page} rows={8}>
        {({ data, total }) => (
          <>
            {isNarrow && data.length > 0 ? (
              <CourseRows rows={data} onPick={onPick} />
            ) : (
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
                  { title: "Tutors", cell: (row) => namesOf(row.tutors) },
                  {
                    title: "Students",
                    cell: (row) => (
                      <span className="tea-names" title={namesOf(row.students)}>
                        {namesOf(row.students)}
                      </span>
                    ),
                  },
                  { title: "ID", num: true, cell: (row) => Number(row.id) },
                  {
                    cell: (row) => (
                      <IconButton
                        label={`Choose ${[row.subject, row.level, namesOf(row.students)].filter(Boolean).join(", ")}`}
                        icon="chevron-right"
                        onClick={() => onPick(Number(row.id))}
                      />
                    ),
                  },
                ]}
                empty={isNarrowed ? "No course matches." : "There is no active course that you teach."}
              />
            )}
            <MoreCourses shown={data.length} total={total} />
          </>
        )}
      </Answered>
    </div>
  );
}

/** The courses on a phone: each is a button of two lines. */
function CourseRows({ rows, onPick }: { rows: readonly Row[]; onPick: (id: number) => void }) {
  return (
    <ul className="tea-courses" aria-label="Courses">
      {rows.map((row) => (
        <li key={Number(row.id)}>
          <button type="button" onClick={() => onPick(Number(row.id))}>
            <span className="tea-course-title">{`${String(row.subject)}, ${String(row.level)}`}</span>
            <ChoiceTag of="/courses/columns" name="type" value={row.type} />
            <span className="tea-course-who sr-muted">
              {[row.board, namesOf(row.students)].filter(Boolean).join(" · ")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
