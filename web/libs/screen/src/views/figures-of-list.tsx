import { useApi } from "@staffroom/api";
import { Chart, FigureTable } from "@staffroom/chart";
import type { ChartKind, FigureGroup, Figures } from "@staffroom/contract";
import { ExportButton } from "@staffroom/list";
import { Answered, EmptyState, formatNumber, Panel } from "@staffroom/ui";
import { Link, useNavigate } from "react-router";

export type FigurePanelProps = {
  title: string;
  /** The list that is counted, and its dimensions: `status`, `tutorialDate.week,status`. */
  list: string;
  by: string;
  sum?: string;
  kind?: ChartKind;
  /** Filters of all groups. */
  query: Record<string, string>;
  /** The screen of the rows, which takes the same filters. */
  target: string;
  /** Maximum number of groups drawn, the largest; the others are behind a link. */
  most?: number;
};

const largestFirst = (one: FigureGroup, other: FigureGroup, at: number) =>
  (other.values[at] ?? 0) - (one.values[at] ?? 0);

/** Figures of a list as a chart and as a table for keyboards and screen readers; each links to its rows. */
export default function FiguresOfList({
  title,
  list,
  by,
  sum,
  kind = "columns",
  query,
  target,
  most,
}: FigurePanelProps) {
  const navigate = useNavigate();
  const answer = useApi<Figures>(
    `${list}/figures`,
    { by, ...(sum ? { sum } : {}), ...query },
    { staysUntilNext: true },
  );
  const address = (more: Record<string, string>) =>
    `${target}?${new URLSearchParams({ ...query, ...more }).toString()}`;
  const open = (filters: Record<string, string>) => void navigate(address(filters));
  const measure = sum ? 1 : 0;
  return (
    <Panel>
      <section className="sr-figure-panel" aria-label={title}>
        <header>
          <h2>{title}</h2>
          <ExportButton
            path={list}
            size="figures"
            request={() => ({ query, figures: { by, chart: kind, ...(sum ? { sum } : {}) } })}
          />
        </header>
        <Answered query={answer} title="The figures did not load" rows={6}>
          {(figures) => {
            const ranked = most
              ? figures.groups.toSorted((one, other) => largestFirst(one, other, measure))
              : figures.groups;
            const groups = ranked.slice(0, most ?? ranked.length);
            const others = ranked.slice(groups.length).reduce((all, { values }) => all + (values[measure] ?? 0), 0);
            const drawn = { ...figures, groups };
            if (!groups.length) return <EmptyState title="Nothing to count" text="Choose other days or filters." />;
            return (
              <>
                <Chart
                  label={title}
                  figures={drawn}
                  kind={kind}
                  measure={measure}
                  height={kind === "bars" ? Math.max(160, groups.length * 24 + 40) : 220}
                  onPick={open}
                />
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached
                    by the keyboard */}
                <div className="sr-figure-panel-table" tabIndex={0} role="region" aria-label={`${title}, table`}>
                  <FigureTable caption={title} figures={drawn} onPick={open} />
                </div>
                {ranked.length > groups.length && (
                  <p className="sr-muted">
                    <Link to={address({ figures: by })}>{ranked.length - groups.length} more</Link> with{" "}
                    {formatNumber(others)} together.
                  </p>
                )}
              </>
            );
          }}
        </Answered>
      </section>
    </Panel>
  );
}
