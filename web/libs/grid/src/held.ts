import type { Read } from "./cell-text";
import { sameCell } from "./sheet";
import type { CellChange, Refusals, RowKey } from "./types";

/** `unsent`: goes with the next call; `waiting`: the server could not be reached; `saved`: until the row shows it. */
export type HeldStatus = "unsent" | "sending" | "waiting" | "saved" | "refused";

/** A cell whose value differs from its row's: entered and not saved, refused, or saved and not yet refreshed. */
export type Held = {
  /** The value; a text that is no value of the type where `isText`. */
  value: unknown;
  isText?: boolean;
  /** The value that the server has. */
  stored: unknown;
  status: HeldStatus;
  /** The refusal, in words. */
  problem?: string;
  /** The row's value when `stored` was learnt: another one replaces it. */
  seen: unknown;
};
export type HeldCells = ReadonlyMap<RowKey, Readonly<Record<string, Held>>>;

export const heldAt = (cells: HeldCells, row: RowKey, name: string): Held | undefined => cells.get(row)?.[name];

/** Puts or, without `held`, forgets a cell; rows without a change keep their identity. */
export function withHeld(cells: HeldCells, row: RowKey, name: string, held: Held | undefined): HeldCells {
  const { [name]: _, ...rest } = cells.get(row) ?? {};
  const next = new Map(cells);
  const all = held ? { ...rest, [name]: held } : rest;
  if (Object.keys(all).length) next.set(row, all);
  else next.delete(row);
  return next;
}

/** Every held cell. */
export const heldCells = (cells: HeldCells): { row: RowKey; name: string; held: Held }[] =>
  [...cells].flatMap(([row, all]) => Object.entries(all).map(([name, held]) => ({ row, name, held })));

/** What the server has of a cell: what was saved here, unless its row shows another value since. */
const known = (now: Held | undefined, rowValue: unknown): Pick<Held, "stored" | "seen"> =>
  now && sameCell(now.seen, rowValue) ? { stored: now.stored, seen: now.seen } : { stored: rowValue, seen: rowValue };

/** A cell as the server has it, which the row may not show yet. */
const asStored = ({ stored, seen }: Pick<Held, "stored" | "seen">): Held | undefined =>
  (sameCell(stored, seen) ? undefined : { value: stored, stored, seen, status: "saved" });

/** Holds what was entered into a cell; `rowValue` is the value of its row. A value that the server has already is not sent. */
export function hold(cells: HeldCells, row: RowKey, name: string, rowValue: unknown, read: Read): HeldCells {
  const now = heldAt(cells, row, name);
  const server = known(now, rowValue);
  if ("problem" in read) return withHeld(cells, row, name, { value: read.text, isText: true, ...server, status: "refused", problem: read.problem });
  // An answer that is not there yet may change what the server has.
  const isOpen = now?.status === "sending" || now?.status === "waiting";
  if (!isOpen && sameCell(read.value, server.stored)) return withHeld(cells, row, name, asStored(server));
  return withHeld(cells, row, name, { value: read.value, ...server, status: "unsent" });
}

/** Goes back to what the server has. */
export function letGo(cells: HeldCells, row: RowKey, name: string, rowValue: unknown): HeldCells {
  const now = heldAt(cells, row, name);
  return now ? withHeld(cells, row, name, asStored(known(now, rowValue))) : cells;
}

/** Sends a cell again, over what its row shows now. */
export function again(cells: HeldCells, row: RowKey, name: string, rowValue: unknown): HeldCells {
  const now = heldAt(cells, row, name);
  return now ? withHeld(cells, row, name, { value: now.value, ...known(now, rowValue), status: "unsent" }) : cells;
}

/** The changes of the next call. */
export const unsentOf = (cells: HeldCells): CellChange[] =>
  heldCells(cells).flatMap(({ row, name, held: { status, value, stored } }) => (status === "unsent" ? [{ row, name, value, before: stored }] : []));

const each = (cells: HeldCells, changes: readonly CellChange[], next: (held: Held, change: CellChange) => Held | undefined): HeldCells =>
  changes.reduce((all, change) => {
    const held = heldAt(all, change.row, change.name);
    return held ? withHeld(all, change.row, change.name, next(held, change)) : all;
  }, cells);

export const sendingNow = (cells: HeldCells, changes: readonly CellChange[]): HeldCells => each(cells, changes, (held) => ({ ...held, status: "sending", problem: undefined }));

/** The changes got no answer; what was entered since is sent in their place. */
export const waitingNow = (cells: HeldCells, changes: readonly CellChange[]): HeldCells =>
  each(cells, changes, (held) => (held.status === "sending" ? { ...held, status: "waiting" } : held));

/** The changes were answered: what was refused keeps its text, the rest is what the server has. What was entered since is still to be sent. */
export function settled(cells: HeldCells, changes: readonly CellChange[], refusals: Refusals, rowValue: (row: RowKey, name: string) => unknown): HeldCells {
  return each(cells, changes, (held, { row, name, value }) => {
    const refusal = (refusals ?? []).find((one) => one.row === row && one.name === name);
    const isLatest = held.status === "sending";
    // What was entered since and is what the server still has needs no call.
    if (refusal && !isLatest && !held.isText && sameCell(held.value, held.stored)) return asStored(held);
    if (refusal) return isLatest ? { ...held, status: "refused", problem: refusal.text } : held;
    const server = { stored: value, seen: rowValue(row, name) };
    return isLatest ? { ...held, ...server, status: "saved", problem: undefined } : { ...held, ...server };
  });
}

/** Forgets cells whose rows show the value, saved ones for which they show another since, and those of rows that are gone. */
export function reconciled(cells: HeldCells, has: (row: RowKey) => boolean, rowValue: (row: RowKey, name: string) => unknown): HeldCells {
  return heldCells(cells).reduce((all, { row, name, held }) => {
    const now = rowValue(row, name);
    const isThere = ["saved", "refused"].includes(held.status) && !held.isText && sameCell(now, held.value);
    const isStale = isThere || (held.status === "saved" && !sameCell(now, held.seen));
    return isStale || !has(row) ? withHeld(all, row, name, undefined) : all;
  }, cells);
}
