import type { CellRenderer, Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { FigurePanel } from "@staffroom/screen";
import { Link } from "react-router";
import { FigureSection, filtersOf, NarrowedPage, useDepartmentAndDays } from "./narrowing";
import "./style.css";

const list = "/slip/absences";
const target = "/system/absence";

/** The number of a student's unplanned absences of the last year, with a link to them. */
const absencesOf =
  (filters: (row: Row) => Record<string, string>): CellRenderer =>
  (value, row) => {
    const query = new URLSearchParams({
      studentId: String(row.id),
      present: "unplannedAbsence",
      tutorialDate: `${String(row.since)}..`,
      ...filters(row),
    });
    return value ? (
      <Link to={`${target}?${query.toString()}`} aria-label={`${String(row.student)}: ${String(value)} absences`}>
        {String(value)}
      </Link>
    ) : (
      "0"
    );
  };

const cells = {
  absences: absencesOf(() => ({})),
  onWeekday: absencesOf(({ weekday }) => ({ weekday: String(weekday) })),
  flagged: absencesOf(() => ({ isFlagged: "true" })),
};

/** Absences by reason, weekday, tutor and course, and the students with a pattern. */
export default function AbsenceStatistics() {
  const [narrowing, narrow] = useDepartmentAndDays();
  const panel = { list, query: filtersOf(narrowing, "tutorialDate"), target };
  return (
    <NarrowedPage title="Absence statistics" list={list} narrowing={narrowing} onChange={narrow}>
      <div className="tea-statistics-grid">
        <FigurePanel {...panel} title="Absences by kind of reason" by="reason,present" kind="bars" />
        <FigurePanel {...panel} title="Absences by weekday" by="weekday,present" />
      </div>
      <FigurePanel {...panel} title="Absences by month" by="tutorialDate.month,present" />
      <div className="tea-statistics-grid">
        <FigurePanel {...panel} title="Absences by tutor" by="tutorId" kind="bars" most={15} />
        <FigurePanel {...panel} title="Absences by course" by="courseId" kind="bars" most={15} />
      </div>
      <FigureSection
        title="Students in a pattern"
        note="Unplanned absences of the last twelve months: three or more on one weekday that are more than half of the student's, or three within four weeks."
      >
        <ListScreen
          path="/slip/absences/patterns"
          embedded={{ height: 420 }}
          readOnly
          cells={cells}
          emptyText="No student is absent in a pattern."
        />
      </FigureSection>
    </NarrowedPage>
  );
}
