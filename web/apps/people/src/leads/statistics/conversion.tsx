import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, formatMoney, formatNumber, Panel, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";

type Group = Answer<"people", "/leads/statistics/conversion">[number];
type Cohort = Answer<"people", "/leads/statistics/cohorts">[number];
type Query = Record<string, string>;

const addressOf = (path: string, query: Query) => `${path}?${new URLSearchParams(query).toString()}`;

/** A number that leads to its rows; nothing leads nowhere. */
function Count({ value, to, label }: { value: number; to: string; label: string }) {
  return value ? (
    <Link to={to} aria-label={`${label}: ${formatNumber(value)}`}>
      {formatNumber(value)}
    </Link>
  ) : (
    <>0</>
  );
}

/** Won and lost leads by one dimension, their value, and the times to the first answer and to the conversion. */
export function ConversionTable({
  title,
  by,
  heading,
  query,
}: {
  title: string;
  by: string;
  heading: string;
  query: Query;
}) {
  const answer = useApi<Group[]>("/leads/statistics/conversion", { by, ...query }, { staysUntilNext: true });
  const target = by === "subject" || by === "level" ? "/leads/statistics/wishes" : "/leads/statistics/rows";
  const count = (name: "leads" | "won" | "lost" | "open", label: string) => ({
    title: label,
    num: true,
    cell: (group: Group) => (
      <Count
        value={group[name]}
        label={`${group.text}, ${label.toLowerCase()}`}
        to={addressOf(target, { ...query, ...group.filters, ...(name === "leads" ? {} : { outcome: name }) })}
      />
    ),
  });
  return (
    <Panel>
      <section className="sr-figure-panel" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <Answered query={answer} title="The figures did not load" rows={6}>
          {(groups) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
            <div className="sr-figure-panel-table" tabIndex={0} role="region" aria-label={`${title}, table`}>
              <PlainTable
                caption={<span className="sr-visually-hidden">{title}</span>}
                rows={groups}
                keyOf={({ key }) => String(key)}
                empty="There is nothing to count."
                columns={[
                  { title: heading, head: true, cell: ({ text }) => text },
                  count("leads", "Leads"),
                  count("won", "Won"),
                  count("lost", "Lost"),
                  count("open", "Open"),
                  { title: "Won of ended", num: true, cell: ({ share }) => (share === null ? "–" : `${share}%`) },
                  { title: "Value won", num: true, cell: ({ valueWon }) => formatMoney(valueWon, "GBP") },
                  { title: "Value lost", num: true, cell: ({ valueLost }) => formatMoney(valueLost, "GBP") },
                  { title: "First answer, median hours", num: true, cell: ({ answerHours }) => answerHours ?? "–" },
                  { title: "Conversion, median days", num: true, cell: ({ conversionDays }) => conversionDays ?? "–" },
                ]}
              />
            </div>
          )}
        </Answered>
      </section>
    </Panel>
  );
}

/** The leads of each month followed on: how many were converted after so many days. */
export function CohortTable({ query }: { query: Query }) {
  const title = "Leads of a month followed on";
  const answer = useApi<Cohort[]>("/leads/statistics/cohorts", query, { staysUntilNext: true });
  const to = (cohort: Cohort, more: Query) =>
    addressOf("/leads/statistics/rows", { ...query, ...cohort.filters, ...more });
  return (
    <Panel>
      <section className="sr-figure-panel" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <Answered query={answer} title="The figures did not load" rows={6}>
          {(cohorts) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
            <div className="sr-figure-panel-table" tabIndex={0} role="region" aria-label={`${title}, table`}>
              <PlainTable
                caption={<span className="sr-visually-hidden">{title}</span>}
                rows={cohorts}
                keyOf={({ month }) => month}
                empty="There is nothing to count."
                columns={[
                  { title: "Asked in", head: true, cell: ({ text }) => text },
                  {
                    title: "Leads",
                    num: true,
                    cell: (one) => <Count value={one.leads} label={`${one.text}, leads`} to={to(one, {})} />,
                  },
                  ...[30, 60, 90, 180, 365].map((days, place) => ({
                    title: `Converted in ${days} days`,
                    num: true,
                    cell: (one: Cohort) => {
                      const part = one.within[place];
                      return part && part.converted !== null ? (
                        <Count
                          value={part.converted}
                          label={`${one.text}, converted in ${days} days`}
                          to={to(one, { conversion: part.filter })}
                        />
                      ) : (
                        "–"
                      );
                    },
                  })),
                  {
                    title: "Converted in all",
                    num: true,
                    cell: (one) => (
                      <Count
                        value={one.converted}
                        label={`${one.text}, converted`}
                        to={to(one, { conversion: one.all })}
                      />
                    ),
                  },
                  {
                    title: "Lost",
                    num: true,
                    cell: (one) => (
                      <Count value={one.lost} label={`${one.text}, lost`} to={to(one, { outcome: "lost" })} />
                    ),
                  },
                ]}
              />
            </div>
          )}
        </Answered>
      </section>
    </Panel>
  );
}
