import { useApi } from "@staffroom/api";
import { Chart, FigureTable } from "@staffroom/chart";
import type { ChartKind, Figures } from "@staffroom/contract";
import { ExportButton } from "@staffroom/list";
import { Answered, EmptyState, Panel } from "@staffroom/ui";
import { useNavigate } from "react-router";

/** The screens of the rows that the lists count. */
export const rowsOf = {
  "/leads/statistics": "/leads/statistics/rows",
  "/leads/statistics/wishes": "/leads/statistics/wishes",
  "/leads/exams/conversions": "/exams/leads/conversions",
} as const;
export type CountedList = keyof typeof rowsOf;

type Props = { title: string; list?: CountedList; by: string; sum?: string; kind?: ChartKind; query: Record<string, string> };

/** Figures of a list as a chart and as a table; each mark leads to the rows that it counts. */
export function LeadPanel({ title, list = "/leads/statistics", by, sum, kind = "columns", query }: Props) {
  const navigate = useNavigate();
  const figures = useApi<Figures>(`${list}/figures`, { by, ...(sum ? { sum } : {}), ...query }, { staysUntilNext: true });
  const open = (filters: Record<string, string>) => void navigate(`${rowsOf[list]}?${new URLSearchParams({ ...query, ...filters }).toString()}`);
  return (
    <Panel>
      <section className="lead-figures" aria-label={title}>
        <header><h2>{title}</h2><ExportButton path={list} size="figures" request={() => ({ query, figures: { by, chart: kind, ...(sum ? { sum } : {}) } })} /></header>
        <Answered query={figures} title="The figures did not load" rows={6}>
          {(data) => data.groups.length ? (
            <>
              <Chart label={title} figures={data} kind={kind} measure={sum ? 1 : 0} height={kind === "bars" ? Math.max(160, data.groups.length * 24 + 40) : 220} onPick={open} />
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard */}
              <div className="lead-figures-table" tabIndex={0} role="region" aria-label={`${title}, table`}><FigureTable caption={title} figures={data} onPick={open} /></div>
            </>
          ) : <EmptyState title="Nothing to count" text="Choose other days." />}
        </Answered>
      </section>
    </Panel>
  );
}
