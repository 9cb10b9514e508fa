import { useOptions } from "@staffroom/form";
import { useNarrowing } from "@staffroom/screen";
import { formatNumber } from "@staffroom/ui";
import { Button, Select } from "antd";
import type { EntryGrid } from "./cells";

const names = ["board", "level", "subject", "courseId", "page"] as const;
type Name = (typeof names)[number];

/** The filters of the grid, kept in the address. */
export function useGridQuery() {
  const [narrowing, change] = useNarrowing(names);
  const query: Record<string, string> = Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value));
  const narrow = (name: Name, value: string) => change({ ...(name !== "page" && { page: "" }), [name]: value });
  return { query, narrow };
}

type Props = { grid: EntryGrid; query: Record<string, string>; narrow: (name: Name, value: string) => void };

/** Exams by board, level and subject; candidates by course and by the page. */
export function GridFilters({ grid, query, narrow }: Props) {
  const { options, search } = useOptions({ optionsFrom: "/courses/names" }, { chosen: query.courseId });
  const selectOf = (name: Name) => ({
    allowClear: true,
    className: "exam-filter",
    popupMatchSelectWidth: false,
    value: query[name],
    onChange: (value?: string) => narrow(name, value ?? ""),
  });
  const choice = (name: Name, title: string, values: readonly string[]) => (
    <Select
      {...selectOf(name)}
      aria-label={title}
      placeholder={title}
      options={values.map((value) => ({ value, label: value }))}
    />
  );
  const page = Number(query.page ?? 1);
  const pages = Math.max(1, Math.ceil(grid.total / grid.pageSize));
  return (
    <div className="exam-marks" role="group" aria-label="Filters">
      {choice("board", "Board", grid.boards)}
      {choice("level", "Level", grid.levels)}
      {choice("subject", "Subject", grid.subjects)}
      <Select
        {...selectOf("courseId")}
        showSearch={search}
        aria-label="Course"
        placeholder="Course of the candidates"
        options={options.map(({ value, label }) => ({ value: String(value), label }))}
      />
      {pages > 1 && (
        <>
          <Button disabled={page <= 1} onClick={() => narrow("page", String(page - 1))}>
            Previous candidates
          </Button>
          <span className="sr-muted">
            Page {formatNumber(page)} of {formatNumber(pages)}
          </span>
          <Button disabled={page >= pages} onClick={() => narrow("page", String(page + 1))}>
            Next candidates
          </Button>
        </>
      )}
    </div>
  );
}
