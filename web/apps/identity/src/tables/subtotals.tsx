import { useApi } from "@staffroom/api";
import type { Column, ListMeta } from "@staffroom/contract";
import { wordsIn } from "@staffroom/list";
import { Answered, formatNumber, Panel, PlainTable } from "@staffroom/ui";

type Group = { values: unknown[]; currency: string | null; count: number; sums: Record<string, number> };
type Answer = { groups: Group[]; truncated: boolean };
type Props = { path: string; meta: ListMeta; query: Record<string, string>; groups: readonly string[]; sums: readonly string[] };

const columnsOf = (meta: ListMeta, names: readonly string[]): Column[] => names.flatMap((name) => meta.columns.filter((column) => column.name === name));
const known = (column: Column, group: Group, value: unknown) => wordsIn(column, { [column.name]: value, [column.currency ?? ""]: group.currency });

/** The rows of a table by its groups, with their counts and sums; without groups its totals. */
export function Subtotals({ path, meta, query, groups, sums }: Props) {
  const [by, added] = [columnsOf(meta, groups), columnsOf(meta, sums)];
  const names = (columns: readonly Column[]) => columns.map(({ name }) => name).join(",");
  const answer = useApi<Answer>(`${path}/subtotals`, { ...query, group: names(by), sum: names(added) }, { staysUntilNext: true });
  if (!by.length && !added.length) return null;
  return (
    <Panel title={by.length ? `By ${by.map(({ title }) => title.toLowerCase()).join(" and ")}` : "Totals"}>
      <Answered query={answer}>
        {({ groups: rows, truncated }) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls is reached by keys
          <div className="id-subtotals" role="region" aria-label="Subtotals" tabIndex={0}>
            <PlainTable<Group>
              rows={rows}
              keyOf={(_row, place) => place}
              empty="No rows"
              stacks
              columns={[
                ...by.map((column, place) => ({ title: column.title, head: place === 0, cell: (group: Group) => (group.values[place] === null || group.values[place] === "" ? "Without" : known(column, group, group.values[place]) || String(group.values[place])) })),
                { title: "Rows", num: true, head: !by.length, cell: ({ count }) => formatNumber(count) },
                ...added.map((column) => ({ title: column.title, num: true, cell: (group: Group) => known(column, group, group.sums[column.name]) })),
              ]}
            />
            {truncated && <p className="sr-muted">These are the first 1,000 groups.</p>}
          </div>
        )}
      </Answered>
    </Panel>
  );
}
