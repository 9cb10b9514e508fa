import type { Read } from "../cells/cell-text";
import { sameCell } from "./sheet";
import type { CellChange, Refusals, RowKey } from "./types";

/** `unsent`: sent with the next call; `waiting`: the server could not be reached; `saved`: until the row shows it. */
export type PendingStatus = "unsent" | "sending" | "waiting" | "saved" | "refused";

/** A cell whose value differs from its row's: entered and not saved, refused, or saved and not yet refreshed. */
export type Pending = {
  /** The value; an invalid text if `isText`. */
  value: unknown;
  isText?: boolean;
  /** The value that the server has. */
  stored: unknown;
  status: PendingStatus;
  /** The refusal, in words. */
  problem?: string;
  /** The row's value when `stored` was set: a different one replaces it. */
  seen: unknown;
};
export type PendingCells = ReadonlyMap<RowKey, Readonly<Record<string, Pending>>>;

export const pendingAt = (cells: PendingCells, row: RowKey, name: string): Pending | undefined =>
  cells.get(row)?.[name];

/** Sets a cell or, without `pending`, deletes it; rows without a change keep their identity. */
export function withPending(
  cells: PendingCells,
  row: RowKey,
  name: string,
  pending: Pending | undefined,
): PendingCells {
  const { [name]: _, ...rest } = cells.get(row) ?? {};
  const next = new Map(cells);
  const all = pending ? { ...rest, [name]: pending } : rest;
  if (Object.keys(all).length) next.set(row, all);
  else next.delete(row);
  return next;
}

/** Returns every pending cell. */
export const pendingCells = (cells: PendingCells): { row: RowKey; name: string; pending: Pending }[] =>
  [...cells].flatMap(([row, all]) => Object.entries(all).map(([name, pending]) => ({ row, name, pending })));

/** Return the server's value: the one saved here, unless the row has shown another since. */
const known = (now: Pending | undefined, rowValue: unknown): Pick<Pending, "stored" | "seen"> =>
  now && sameCell(now.seen, rowValue) ? { stored: now.stored, seen: now.seen } : { stored: rowValue, seen: rowValue };

/** Returns a cell with the server's value, which the row may not show yet. */
const asStored = ({ stored, seen }: Pick<Pending, "stored" | "seen">): Pending | undefined =>
  sameCell(stored, seen) ? undefined : { value: stored, stored, seen, status: "saved" };

/** Stores an entry of a cell; `rowValue` is the value of its row. A value that the server already has is not sent. */
export function hold(cells: PendingCells, row: RowKey, name: string, rowValue: unknown, read: Read): PendingCells {
  const now = pendingAt(cells, row, name);
  const server = known(now, rowValue);
  if ("problem" in read)
    return withPending(cells, row, name, {
      value: read.text,
      isText: true,
      ...server,
      status: "refused",
      problem: read.problem,
    });
  // A pending response may still change the server's value.
  const isOpen = now?.status === "sending" || now?.status === "waiting";
  if (!isOpen && sameCell(read.value, server.stored)) return withPending(cells, row, name, asStored(server));
  return withPending(cells, row, name, { value: read.value, ...server, status: "unsent" });
}

/** Record values that another call saved as the server's; entries that are not saved yet stay. */
export const recorded = (
  cells: PendingCells,
  changes: readonly CellChange[],
  rowValue: (row: RowKey, name: string) => unknown,
): PendingCells =>
  changes.reduce((all, { row, name, value }) => {
    const now = pendingAt(all, row, name);
    return now && now.status !== "saved"
      ? all
      : withPending(all, row, name, asStored({ stored: value, seen: rowValue(row, name) }));
  }, cells);

/** Restores the server's value. */
export function restored(cells: PendingCells, row: RowKey, name: string, rowValue: unknown): PendingCells {
  const now = pendingAt(cells, row, name);
  return now ? withPending(cells, row, name, asStored(known(now, rowValue))) : cells;
}

/** Sends a cell again, replacing what its row shows now. */
export function again(cells: PendingCells, row: RowKey, name: string, rowValue: unknown): PendingCells {
  const now = pendingAt(cells, row, name);
  return now ? withPending(cells, row, name, { value: now.value, ...known(now, rowValue), status: "unsent" }) : cells;
}

/** Returns the changes of the next call. */
export const unsentOf = (cells: PendingCells): CellChange[] =>
  pendingCells(cells).flatMap(({ row, name, pending: { status, value, stored } }) =>
    status === "unsent" ? [{ row, name, value, before: stored }] : [],
  );

const each = (
  cells: PendingCells,
  changes: readonly CellChange[],
  next: (pending: Pending, change: CellChange) => Pending | undefined,
): PendingCells =>
  changes.reduce((all, change) => {
    const pending = pendingAt(all, change.row, change.name);
    return pending ? withPending(all, change.row, change.name, next(pending, change)) : all;
  }, cells);

export const sendingNow = (cells: PendingCells, changes: readonly CellChange[]): PendingCells =>
  each(cells, changes, (pending) => ({ ...pending, status: "sending", problem: undefined }));

/** Marks changes without a response; newer entries are sent in their place. */
export const waitingNow = (cells: PendingCells, changes: readonly CellChange[]): PendingCells =>
  each(cells, changes, (pending) => (pending.status === "sending" ? { ...pending, status: "waiting" } : pending));

/**
 * Settle answered changes: refused ones keep their text, the server has the rest. An entry made since is still unsent.
 */
export function settled(
  cells: PendingCells,
  changes: readonly CellChange[],
  refusals: Refusals,
  rowValue: (row: RowKey, name: string) => unknown,
): PendingCells {
  return each(cells, changes, (pending, { row, name, value }) => {
    const refusal = (refusals ?? []).find((one) => one.row === row && one.name === name);
    const isLatest = pending.status === "sending";
    // A newer entry that equals the server's value needs no call.
    if (refusal && !isLatest && !pending.isText && sameCell(pending.value, pending.stored)) return asStored(pending);
    if (refusal) return isLatest ? { ...pending, status: "refused", problem: refusal.text } : pending;
    const server = { stored: value, seen: rowValue(row, name) };
    return isLatest ? { ...pending, ...server, status: "saved", problem: undefined } : { ...pending, ...server };
  });
}

/**
 * Deletes cells whose rows show the value, saved ones whose rows show another value since, and those of deleted rows.
 */
export function reconciled(
  cells: PendingCells,
  has: (row: RowKey) => boolean,
  rowValue: (row: RowKey, name: string) => unknown,
): PendingCells {
  return pendingCells(cells).reduce((all, { row, name, pending }) => {
    const now = rowValue(row, name);
    const isThere = ["saved", "refused"].includes(pending.status) && !pending.isText && sameCell(now, pending.value);
    const isStale = isThere || (pending.status === "saved" && !sameCell(now, pending.seen));
    return isStale || !has(row) ? withPending(all, row, name, undefined) : all;
  }, cells);
}
