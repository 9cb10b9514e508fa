import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { formatMoney } from "@staffroom/ui";
import { Count, TablePanel, type DimensionProps, type Query } from "./table-panel";

type Group = Answer<"people", "/leads/statistics/conversion">[number];
type Cohort = Answer<"people", "/leads/statistics/cohorts">[number];

/** Won and lost leads by one dimension, their value, and the times until the first response and the conversion. */
export function ConversionTable({ title, by, heading, query }: DimensionProps) {
  const answer = useApi<Group[]>("/leads/statistics/conversion", { by, ...query }, { staysUntilNext: true });
  const target = by === "subject" || by === "level" ? "/leads/statistics/wishes" : "/leads/statistics/rows";
  const count = (name: "leads" | "won" | "lost" | "open", label: string) => ({
    title: label,
    num: true,
    cell: (group: Group) => (
      <Count
        value={group[name]}
        label={`${group.text}, ${label.toLowerCase()}`}
        path={target}
        query={{ ...query, ...group.filters, ...(name === "leads" ? {} : { outcome: name }) }}
      />
    ),
  });
  return (
    <TablePanel
      title={title}
      answer={answer}
      keyOf={({ key }) => String(key)}
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
  );
}

/** Each month's leads over time: how many were converted within 30, 60, 90, 180 and 365 days. */
export function CohortTable({ query }: { query: Query }) {
  const title = "Leads of a month followed on";
  const answer = useApi<Cohort[]>("/leads/statistics/cohorts", query, { staysUntilNext: true });
  const to = (cohort: Cohort, more: Query) => ({
    path: "/leads/statistics/rows",
    query: { ...query, ...cohort.filters, ...more },
  });
  return (
    <TablePanel
      title={title}
      answer={answer}
      keyOf={({ month }) => month}
      columns={[
        { title: "Asked in", head: true, cell: ({ text }) => text },
        {
          title: "Leads",
          num: true,
          cell: (one) => <Count value={one.leads} label={`${one.text}, leads`} {...to(one, {})} />,
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
                {...to(one, { conversion: part.filter })}
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
            <Count value={one.converted} label={`${one.text}, converted`} {...to(one, { conversion: one.all })} />
          ),
        },
        {
          title: "Lost",
          num: true,
          cell: (one) => <Count value={one.lost} label={`${one.text}, lost`} {...to(one, { outcome: "lost" })} />,
        },
      ]}
    />
  );
}
