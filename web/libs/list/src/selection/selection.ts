import type { Choice, Row } from "@staffroom/contract";
import { formatNumber } from "@staffroom/ui";
import { deepFrom } from "../request/address";
import { totalLabel } from "../request/range";

export type RowKey = string | number;

/**
 * Selected rows by key, of any page, null for a row that was never shown; or all rows that match the view, except those
 * deselected.
 */
export type Selection =
  | { kind: "rows"; rows: ReadonlyMap<RowKey, Row | null> }
  | { kind: "all"; but: ReadonlyMap<RowKey, Row> };

export const nothingSelected: Selection = { kind: "rows", rows: new Map() };
export const allSelected: Selection = { kind: "all", but: new Map() };

export function isSelected(selection: Selection, key: RowKey): boolean {
  return selection.kind === "all" ? !selection.but.has(key) : selection.rows.has(key);
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === "all" ? Math.max(0, total - selection.but.size) : selection.rows.size;
}

/** Selects or deselects rows. */
export function select(
  selection: Selection,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  on: boolean,
): Selection {
  if (selection.kind === "all") {
    const but = new Map(selection.but);
    for (const row of rows) {
      if (on) but.delete(keyOf(row));
      else but.set(keyOf(row), row);
    }
    return { kind: "all", but };
  }
  const chosen = new Map(selection.rows);
  for (const row of rows) {
    if (on) chosen.set(keyOf(row), row);
    else chosen.delete(keyOf(row));
  }
  return { kind: "rows", rows: chosen };
}

/** Returns the selection for an export; empty for all that match. */
export function exportOf(selection: Selection): { ids?: RowKey[]; except?: RowKey[] } {
  if (selection.kind === "all") return selection.but.size ? { except: [...selection.but.keys()] } : {};
  return selection.rows.size ? { ids: [...selection.rows.keys()] } : {};
}

/** Returns the selection for a bulk call; `query` is the query of the view. */
export function choiceOf(selection: Selection, query: Record<string, string>): Choice {
  if (selection.kind === "rows") return { ids: [...selection.rows.keys()] };
  return { query, ...(selection.but.size ? { except: [...selection.but.keys()] } : {}) };
}

/** `{n} record(s) selected of {total}` (platform.md 2). */
export function selectionLabel(selection: Selection, total: number, exact: boolean): string {
  const more = exact ? "" : "+";
  const most = exact ? total : Math.min(total, deepFrom);
  const count = `${formatNumber(selectedCount(selection, most))}${selection.kind === "all" ? more : ""}`;
  return `${count} record(s) selected of ${totalLabel(total, exact)}`;
}
