import { useApi } from "@staffroom/api";
import type { Column, ListMeta, Row, RowGroup, RowGroups } from "@staffroom/contract";
import { wordsIn } from "@staffroom/list";
import { Answered, formatCount, formatDate, formatNumber, Panel, PlainTable } from "@staffroom/ui";
import { useMemo } from "react";

type Group = { values: unknown[]; currency: string | null; count: number; sums: Record<string, number> };
type Answer = { groups: Group[]; truncated: boolean };
type Props = {
  path: string;
  meta: ListMeta;
  query: Record<string, string>;
  groups: readonly string[];
  sums: readonly string[];
};

const columnsOf = (meta: ListMeta, names: readonly string[]): Column[] =>
  names.flatMap((name) => meta.columns.filter((column) => column.name === name));
const known = (column: Column, group: Group, value: unknown) =>
  wordsIn(column, { [column.name]: value, [column.currency ?? ""]: group.currency });

const nameOf = (column: Column, group: Group, value: unknown): string =>
  value === null || value === "" ? "Without" : known(column, group, value) || String(value);

const useSubtotals = (path: string, query: Record<string, string>, by: readonly Column[], added: readonly Column[]) => {
  const { sort: _sort, ...rows } = query;
  return useApi<Answer>(
    `${path}/subtotals`,
    { ...rows, group: by.map(({ name }) => name).join(","), sum: added.map(({ name }) => name).join(",") },
    { staysUntilNext: true, enabled: by.length + added.length > 0 },
  );
};

/** Returns a row's grouping value in the form of the subtotals: of a timestamp its day, of several values one text. */
const valueOf = ({ name, type }: Column, row: Row): unknown => {
  const value = row[name];
  if (type === "date" || type === "datetime") return formatDate(value) || null;
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
};
const keyOf = (columns: readonly Column[], values: readonly unknown[]) =>
  JSON.stringify(
    values.map((value, place) =>
      ["date", "datetime"].includes(columns[place]?.type ?? "") ? formatDate(value) || null : value,
    ),
  );

/**
 * Returns the groups of a table's rows, with their figures: those by which rows can be sorted; undefined if there are
 * none.
 */
export function useGroups({
  path,
  meta,
  query,
  groups,
  sums,
}: Omit<Props, "meta"> & { meta: ListMeta | undefined }): RowGroups | undefined {
  const names = groups.join();
  const [by, added] = useMemo(
    () => (meta ? [columnsOf(meta, groups).filter(({ sortable }) => sortable), columnsOf(meta, sums)] : [[], []]),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by their names
    [meta, names, sums.join()],
  );
  const { data } = useSubtotals(path, query, by, added);
  return useMemo(() => {
    if (!by.length) return undefined;
    const figures = new Map<string, Group[]>();
    for (const group of data?.groups ?? []) {
      const key = keyOf(by, group.values);
      figures.set(key, [...(figures.get(key) ?? []), group]);
    }
    const of = (row: Row): RowGroup => {
      const values = by.map((column) => valueOf(column, row));
      const key = JSON.stringify(values);
      const matching = figures.get(key) ?? [];
      const plain = { values, currency: null, count: 0, sums: {} };
      const title = by
        .map((column, place) => nameOf(column, plain, matching[0]?.values[place] ?? row[column.name] ?? null))
        .join(" · ");
      const count = matching.length
        ? formatCount(
            matching.reduce((sum, one) => sum + one.count, 0),
            "row",
            "rows",
          )
        : undefined;
      return {
        key,
        title,
        count,
        sums: Object.fromEntries(
          added.map((column) => [
            column.name,
            matching.map((group) => known(column, group, group.sums[column.name])).join(" · "),
          ]),
        ),
      };
    };
    return { by: by.map(({ name }) => name), of };
  }, [by, added, data]);
}

/** A table's rows by group, with counts and sums; without groups its totals. */
export function Subtotals({ path, meta, query, groups, sums }: Props) {
  const [by, added] = [columnsOf(meta, groups), columnsOf(meta, sums)];
  const answer = useSubtotals(path, query, by, added);
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
                ...by.map((column, place) => ({
                  title: column.title,
                  head: place === 0,
                  cell: (group: Group) => nameOf(column, group, group.values[place]),
                })),
                { title: "Rows", num: true, head: !by.length, cell: ({ count }) => formatNumber(count) },
                ...added.map((column) => ({
                  title: column.title,
                  num: true,
                  cell: (group: Group) => known(column, group, group.sums[column.name]),
                })),
              ]}
            />
            {truncated && <p className="sr-muted">These are the first 1,000 groups.</p>}
          </div>
        )}
      </Answered>
    </Panel>
  );
}
