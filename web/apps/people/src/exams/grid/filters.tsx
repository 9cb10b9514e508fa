import { useOptions } from "@staffroom/form";
import { formatNumber } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { EntryGrid } from "./cells";

const names = ["board", "level", "subject", "courseId", "page"] as const;
type Name = (typeof names)[number];

/** The filters of the grid, kept in the address. */
export function useGridQuery() {
  const [params, setParams] = useSearchParams();
  const key = names.map((name) => params.get(name) ?? "").join("\n");
  const query = useMemo((): Record<string, string> => {
    const values = key.split("\n");
    return Object.fromEntries(names.flatMap((name, at) => (values[at] ? [[name, values[at]]] : [])));
  }, [key]);
  const narrow = (name: Name, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        if (name !== "page") next.delete("page");
        return next;
      },
      { replace: true },
    );
  return { query, narrow };
}

type Props = { grid: EntryGrid; query: Record<string, string>; narrow: (name: Name, value: string) => void };

/** Exams by board, level and subject; candidates by course and by the page. */
export function GridFilters({ grid, query, narrow }: Props) {
  const { options, search } = useOptions({ optionsFrom: "/courses/names" }, { chosen: query.courseId });
  const choice = (name: Name, title: string, values: readonly string[]) => (
    <Select
      allowClear
      aria-label={title}
      placeholder={title}
      className="exam-filter"
      popupMatchSelectWidth={false}
      value={query[name]}
      options={values.map((value) => ({ value, label: value }))}
      onChange={(value?: string) => narrow(name, value ?? "")}
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
        allowClear
        showSearch={search}
        aria-label="Course"
        placeholder="Course of the candidates"
        className="exam-filter"
        popupMatchSelectWidth={false}
        value={query.courseId}
        options={options.map(({ value, label }) => ({ value: String(value), label }))}
        onChange={(value?: string) => narrow("courseId", value ?? "")}
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
