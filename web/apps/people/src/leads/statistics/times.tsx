import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, formatNumber, Panel, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";

type Time = Answer<"people", "/leads/statistics/times">[number];
type Query = Record<string, string>;

/** How long leads stay in a status, by one dimension; each number leads to the stays that it counts. */
export function TimesTable({
  title,
  by,
  heading,
  query,
}: {
  title: string;
  by: "status" | "owner" | "month";
  heading: string;
  query: Query;
}) {
  const answer = useApi<Time[]>("/leads/statistics/times", { by, ...query }, { staysUntilNext: true });
  const count = (name: "stays" | "still", label: string) => ({
    title: label,
    num: true,
    cell: (time: Time) => {
      const filters = { ...query, ...time.filters, ...(name === "still" ? { still: "true" } : {}) };
      const shown = formatNumber(time[name]);
      return time[name] ? (
        <Link
          to={`/leads/statistics/stays?${new URLSearchParams(filters).toString()}`}
          aria-label={`${time.text}, ${label.toLowerCase()}: ${shown}`}
        >
          {shown}
        </Link>
      ) : (
        <>0</>
      );
    },
  });
  return (
    <Panel>
      <section className="sr-figure-panel" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <Answered query={answer} title="The figures did not load" rows={6}>
          {(times) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
            <div className="sr-figure-panel-table" tabIndex={0} role="region" aria-label={`${title}, table`}>
              <PlainTable
                caption={<span className="sr-visually-hidden">{title}</span>}
                rows={times}
                keyOf={({ text }) => text}
                empty="There is nothing to count."
                columns={[
                  { title: heading, head: true, cell: ({ text }) => text },
                  count("stays", "Leads"),
                  count("still", "Still there"),
                  { title: "Days, median", num: true, cell: ({ medianDays }) => medianDays ?? "–" },
                  { title: "Days, mean", num: true, cell: ({ meanDays }) => meanDays ?? "–" },
                ]}
              />
            </div>
          )}
        </Answered>
      </section>
    </Panel>
  );
}
