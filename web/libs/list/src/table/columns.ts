import type { Column, ListMeta, ViewColumn } from "@staffroom/contract";

/** A column in the place that the user gave it; `chosen` is the width that they gave it, in pixels. */
export type PlacedColumn = Column & { pinned?: boolean; chosen?: number };

export const narrowest = 40;
export const widest = 1200;
export const withinWidths = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** The columns that colour rows are no columns to people. */
const isRule = ({ name }: Column) => /^rule[1-9]$/.test(name);
const isId = ({ type, title }: Column) => type === "id" && title.toLowerCase() === "id";

/**
 * The columns that a person may choose from, in their first order: what rows are called, the others, and the id, which
 * is hidden.
 */
function offeredColumns(meta: ListMeta): PlacedColumn[] {
  const offered = meta.columns.filter((column) => column.choosable !== false && !isRule(column));
  const naming = offered.filter(({ name }) => name === meta.naming);
  const others = [...naming, ...offered.filter((column) => !isId(column) && !naming.includes(column))];
  // A list whose rows have no other name keeps it.
  if (!others.some((column) => !column.hidden)) return offered;
  return [
    ...others,
    ...offered
      .filter((column) => isId(column) && !naming.includes(column))
      .map((column) => ({ ...column, hidden: true })),
  ];
}

/**
 * The offered columns as a layout places them. One that it does not know stands behind its neighbour of the first
 * order.
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
  // A layout of columns that are no longer there shows none.
  return placed.some((column) => !column.hidden) ? placed : offered;
}

/** The columns that are drawn, those that are pinned first. */
export function shownColumns(placed: readonly PlacedColumn[]): PlacedColumn[] {
  const shown = placed.filter((column) => !column.hidden);
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)];
}

/**
 * The columns of a list inside the page of a record: one that says the same in every row, since a filter of the page
 * has one value, repeats the record.
 */
export function withoutFixed<One extends Column>(
  columns: readonly One[],
  fixed: Readonly<Record<string, string>>,
): readonly One[] {
  const rest = columns.filter(({ fixedBy = [] }) => !fixedBy.some((name) => fixed[name] && !fixed[name].includes(",")));
  return rest.some((column) => !column.hidden) ? rest : columns;
}

/** The layout as a view keeps it. */
export function layoutOf(placed: readonly PlacedColumn[]): ViewColumn[] {
  return placed.map(({ name, hidden, pinned, chosen }) => ({
    name,
    ...(hidden && { hidden }),
    ...(pinned && { pinned }),
    ...(chosen && { width: chosen }),
  }));
}

/** The same columns, one of them changed. */
export const withColumn = (
  placed: readonly PlacedColumn[],
  name: string,
  change: Partial<PlacedColumn>,
): PlacedColumn[] => placed.map((column) => (column.name === name ? { ...column, ...change } : column));
