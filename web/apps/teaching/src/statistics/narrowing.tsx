import { useApi } from "@staffroom/api";
import type { Figures } from "@staffroom/contract";
import { DayBounds, daysFilter, useNarrowing } from "@staffroom/screen";
import { PageHeader, Panel } from "@staffroom/ui";
import { Select } from "antd";
import type { ReactNode } from "react";

/** The days and the department to which the address narrows figures; an empty one sets no limit. */
type Narrowing = { from: string; to: string; departmentId: string };

/** Returns the narrowing of the address. */
export const useDepartmentAndDays = () => useNarrowing(["from", "to", "departmentId"]);

/** Returns the same as filters of a list, whose range of days is called `date`. */
export const filtersOf = ({ departmentId, ...days }: Narrowing, date: string): Record<string, string> => ({
  ...daysFilter(date, days),
  ...(departmentId ? { departmentId } : {}),
});

type Props = {
  title: string;
  /** The list whose departments are offered. */
  list: string;
  narrowing: Narrowing;
  onChange: (change: Partial<Narrowing>) => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of figures, narrowed by days and a department. */
export function NarrowedPage({ title, list, narrowing, onChange, actions, children }: Props) {
  const { data } = useApi<Figures>(`${list}/figures`, { by: "departmentId" });
  const departments = (data?.groups ?? []).flatMap(({ keys: [key], texts: [label] }) =>
    key === null || key === undefined ? [] : [{ value: String(key), label: label ?? "" }],
  );
  return (
    <>
      <PageHeader title={title} actions={actions} />
      <div className="tea-narrow-by">
        <DayBounds days={narrowing} onChange={onChange} />
        <Select
          aria-label="Department"
          value={narrowing.departmentId}
          options={[{ value: "", label: "All departments" }, ...departments]}
          onChange={(departmentId: string) => onChange({ departmentId })}
        />
      </div>
      <div className="tea-statistics">{children}</div>
    </>
  );
}

type FigureSectionProps = { title: string; note: string; children: ReactNode };

/** A table or list among the figures of such a page, with a note about what it counts. */
export const FigureSection = ({ title, note, children }: FigureSectionProps) => (
  <Panel>
    <section className="sr-figure-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p className="sr-muted">{note}</p>
      {children}
    </section>
  </Panel>
);
