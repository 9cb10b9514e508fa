import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Count, TablePanel, type DimensionProps } from "./table-panel";

type Time = Answer<"people", "/leads/statistics/times">[number];

/** How long leads stay in a status, by one dimension; each number links to its stays. */
export function TimesTable({ title, by, heading, query }: DimensionProps) {
  const answer = useApi<Time[]>("/leads/statistics/times", { by, ...query }, { staysUntilNext: true });
  const count = (name: "stays" | "still", label: string) => ({
    title: label,
    num: true,
    cell: (time: Time) => (
      <Count
        value={time[name]}
        label={`${time.text}, ${label.toLowerCase()}`}
        path="/leads/statistics/stays"
        query={{ ...query, ...time.filters, ...(name === "still" ? { still: "true" } : {}) }}
      />
    ),
  });
  return (
    <TablePanel
      title={title}
      answer={answer}
      keyOf={({ text }) => text}
      columns={[
        { title: heading, head: true, cell: ({ text }) => text },
        count("stays", "Leads"),
        count("still", "Still there"),
        { title: "Days, median", num: true, cell: ({ medianDays }) => medianDays ?? "–" },
        { title: "Days, mean", num: true, cell: ({ meanDays }) => meanDays ?? "–" },
      ]}
    />
  );
}
