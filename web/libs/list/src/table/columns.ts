import type { Column, ListMeta, ViewColumn } from "@staffroom/contract";

/** A column in the place that the user gave it; `chosen` is the width that they gave it, in pixels. */
export type PlacedColumn = Column & { pinned?: boolean; chosen?: number };

export const narrowest = 40;
export const widest = 1200;
export const withinWidths = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** Columns that only colour rows are not shown. */
const isRule = ({ name }: Column) => /^rule[1-9]$/.test(name);
const isId = ({ type, title }: Column) => type === "id" && title.toLowerCase() === "id";

/**
 * Returns the columns that a user may choose from, in initial order: the name, the others, and the id, which is hidden.
 */
function offeredColumns(meta: ListMeta): PlacedColumn[] {
  const offered = meta.columns.filter((column) => column.choosable !== false && !isRule(column));
  const naming = offered.filter(({ name }) => name === meta.naming);
  const others = [...naming, ...offered.filter((column) => !isId(column) && !naming.includes(column))];
  // A list whose rows have no other name keeps its id.
  if (!others.some((column) => !column.hidden)) return offered;
  return [
    ...others,
    ...offered
      .filter((column) => isId(column) && !naming.includes(column))
      .map((column) => ({ ...column, hidden: true })),
  ];
}

/**
 * Returns the offered columns as a layout places them. A column that it does not know follows its neighbour of the
 * initial order.
 */
export function placeColumns(meta: ListMeta, layout: readonly ViewColumn[] = []): PlacedColumn[] {
  const offered = offeredColumns(meta);
  const byName = new Map(offered.map((column) => [column.name, column]));
  const placed = layout.flatMap(({ name, hidden = false, pinned = false, width }): PlacedColumn[] => {
    const column = byName.get(name);
    return column ? [{ ...column, hidden, pinned, chosen: width }] : [];
  });
  const known = new Set(placed.map(({ name }) => name));
  for (const [place, column] of offered.entries()) {
    if (known.has(column.name)) continue;
    const before = offered[place - 1]?.name;
    placed.splice(placed.findIndex(({ name }) => name === before) + 1, 0, column);
  }
  // A layout of columns that no longer exist shows none.
  return placed.some((column) => !column.hidden) ? placed : offered;
}

/** Returns the columns that are drawn, pinned ones first. */
export function shownColumns(placed: readonly PlacedColumn[]): PlacedColumn[] {
  const shown = placed.filter((column) => !column.hidden);
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)];
}

/**
 * Returns the columns of a list inside a record's page, without those that only repeat the record because a filter of
 * the page fixes their value.
 */
export function withoutFixed<One extends Column>(
  columns: readonly One[],
  fixed: Readonly<Record<string, string>>,
): readonly One[] {
  const rest = columns.filter(({ fixedBy = [] }) => !fixedBy.some((name) => fixed[name] && !fixed[name].includes(",")));
  return rest.some((column) => !column.hidden) ? rest : columns;
}

/** Returns the layout as a view stores it. */
export function layoutOf(placed: readonly PlacedColumn[]): ViewColumn[] {
  return placed.map(({ name, hidden, pinned, chosen }) => ({
    name,
    ...(hidden && { hidden }),
    ...(pinned && { pinned }),
    ...(chosen && { width: chosen }),
  }));
}

/** Returns the same columns with one changed. */
export const withColumn = (
  placed: readonly PlacedColumn[],
  name: string,
  change: Partial<PlacedColumn>,
): PlacedColumn[] => placed.map((column) => (column.name === name ? { ...column, ...change } : column));
