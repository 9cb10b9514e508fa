import type { Row } from "@staffroom/contract";

export type RowKey = string | number;

/** Rows by key as they were chosen on any page, or every row that matches the view. */
export type Selection = { kind: "rows"; rows: ReadonlyMap<RowKey, Row> } | { kind: "all" };

export const nothingSelected: Selection = { kind: "rows", rows: new Map() };
export const allSelected: Selection = { kind: "all" };

export function isSelected(selection: Selection, key: RowKey): boolean {
  return selection.kind === "all" || selection.rows.has(key);
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === "all" ? total : selection.rows.size;
}

/**
 * Chooses or drops rows. Dropping one row out of "all that match" leaves the other rows of the page chosen: the rest
 * is not known here, and a delete or export must not reach further than what was seen.
 */
export function select(selection: Selection, rows: readonly Row[], keyOf: (row: Row) => RowKey, on: boolean, page: readonly Row[]): Selection {
  if (selection.kind === "all" && on) return selection;
  const before = selection.kind === "all" ? new Map(page.map((row) => [keyOf(row), row])) : new Map(selection.rows);
  for (const row of rows) {
    if (on) before.set(keyOf(row), row);
    else before.delete(keyOf(row));
  }
  return { kind: "rows", rows: before };
}

/** `{n} record(s) selected of {total}` (platform.md 2). */
export function selectionLabel(selection: Selection, total: number, exact: boolean): string {
  const all = exact ? total.toLocaleString("en-GB") : "10,000+";
  const count = selection.kind === "all" ? all : selection.rows.size.toLocaleString("en-GB");
  return `${count} record(s) selected of ${all}`;
}
