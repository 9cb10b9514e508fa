import type { CellRenderer, Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { FigurePanel } from "@staffroom/screen";
import { formatNumber } from "@staffroom/ui";
import { useMemo } from "react";
import { Link } from "react-router";
import { FigureSection, filtersOf, NarrowedPage, useDepartmentAndDays } from "./narrowing";
import "./style.css";

const list = "/coursehours/tutorials";
const target = "/statistics/courses/hours";

/** Hours of a course as a link to its tutorials. */
const tutorialsOf =
  (state: string, called = state): CellRenderer =>
  (value: unknown, row: Row) => {
    const hours = formatNumber(Number(value));
    const query = new URLSearchParams({ courseId: String(row.id), ...(state ? { state } : {}) });
    return Number(value) ? (
      <Link to={`${target}?${query.toString()}`} aria-label={`${String(row.course)}: ${hours} hours ${called}`}>
        {hours}
      </Link>
    ) : (
      hours
    );
  };

const cells = {
  planned: tutorialsOf("", "planned"),
  taught: tutorialsOf("taught"),
  cancelled: tutorialsOf("cancelled"),
  toCome: tutorialsOf("toCome", "to come"),
};

/** Hours planned, taught and cancelled, by month, department and course, next to the sold ones. */
export default function CourseHours() {
  const [narrowing, narrow] = useDepartmentAndDays();
  const { departmentId } = narrowing;
  const panel = { list, query: filtersOf(narrowing, "start"), target, sum: "hours" };
  const fixed = useMemo(() => (departmentId ? { departmentId } : undefined), [departmentId]);
  return (
    <NarrowedPage title="Course hours" list={list} narrowing={narrowing} onChange={narrow}>
      <FigurePanel {...panel} title="Hours by month" by="start.month,state" />
      <FigurePanel {...panel} title="Hours by department" by="departmentId,state" />
      <FigureSection
        title="Hours by course"
        note="The whole time of a course. Sold hours are agreed with the family; planned hours are in the calendar, including cancelled ones."
      >
        <ListScreen
          key={departmentId}
          path="/coursehours"
          fixed={fixed}
          embedded={{ height: 520 }}
          readOnly
          cells={cells}
          emptyText="Courses come here with their first tutorial."
        />
      </FigureSection>
    </NarrowedPage>
  );
}
