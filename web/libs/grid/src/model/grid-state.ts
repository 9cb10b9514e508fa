import type { Read } from "../cells/cell-text";
import { pendingAt, type Pending, type PendingCells } from "./pending";
import { blockOf, type Block, type Position } from "./positions";
import type { Sheet } from "./sheet";
import type { CellChange, Refusals, RowKey } from "./types";

/** An open edit; the draft of `text` is parsed as typed text, that of `control` is the control's own. */
export type Editing = {
  mode: "text" | "control";
  draft: unknown;
  /** Started by typing: arrows leave the cell. */ isTyped?: boolean;
};
/** One cell before and after a step; an entry, a pasted block and a fill are one step each. */
export type Trace = { row: RowKey; name: string; before: Read; after: Read };
export type Step = readonly Trace[];
/** A copied cell: its text, and its value if it comes from a grid of the page. */
export type Pasted = { text: string; value?: unknown; type?: string };

export type GridState = {
  cursor: Position;
  /** The opposite corner of the selection. */
  anchor: Position;
  editing: Editing | null;
  cells: PendingCells;
  undo: readonly Step[];
  redo: readonly Step[];
  /** The message of the last action for the live region. */
  announcement: string;
  /** A message that is also shown: what did not fit or was refused. */
  note: string;
  /** True once something was saved. */
  hasSaved: boolean;
};

export type GridAction =
  | { type: "go"; to: Position; extend?: boolean; /** Nothing is announced: no key was pressed. */ isQuiet?: boolean }
  | { type: "select"; block: Block }
  | ({ type: "edit" } & Editing)
  | { type: "draft"; draft: unknown }
  | { type: "cancel" }
  | { type: "commit" }
  | { type: "enter"; at: Position; value: unknown }
  | { type: "clear" }
  | { type: "paste"; block: readonly (readonly Pasted[])[] }
  | { type: "fill" }
  | { type: "exchange"; name: string; from: number; to: number }
  | { type: "record"; changes: readonly CellChange[] }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "restore"; at: Position }
  | { type: "retry"; at?: Position }
  | { type: "rows" }
  | { type: "sending"; changes: readonly CellChange[] }
  | { type: "lost"; changes: readonly CellChange[] }
  | { type: "settled"; changes: readonly CellChange[]; refusals: Refusals };

export const initialState: GridState = {
  cursor: { row: 0, column: 0 },
  anchor: { row: 0, column: 0 },
  editing: null,
  cells: new Map(),
  undo: [],
  redo: [],
  announcement: "",
  note: "",
  hasSaved: false,
};
/** The steps that can be undone. */
export const undoSteps = 100;

export const selectionOf = ({ cursor, anchor }: GridState): Block => blockOf(cursor, anchor);
export const pendingOf = (sheet: Sheet, cells: PendingCells, { row, column }: Position): Pending | undefined => {
  const key = sheet.keys[row];
  return key === undefined ? undefined : pendingAt(cells, key, sheet.columns[column]?.name ?? "");
};
/** Returns the value that a cell shows. */
export function shownValue(sheet: Sheet, cells: PendingCells, at: Position): unknown {
  const pending = pendingOf(sheet, cells, at);
  return pending ? pending.value : sheet.valueAt(at.row, at.column);
}
/** Returns the value that a cell shows, by row and column; for an invalid text that of its row. */
export function valueOf(sheet: Sheet, cells: PendingCells, row: RowKey, name: string): unknown {
  const pending = pendingAt(cells, row, name);
  return pending && !pending.isText ? pending.value : rowValueIn(sheet)(row, name);
}
/** Returns a cell's content as it was entered. */
export const readOf = (sheet: Sheet, cells: PendingCells, at: Position): Read => {
  const pending = pendingOf(sheet, cells, at);
  return pending?.isText
    ? { text: String(pending.value ?? ""), problem: pending.problem ?? "" }
    : { value: shownValue(sheet, cells, at) };
};
/** Returns the value of a row in the sheet, ignoring pending changes. */
export const rowValueIn = (sheet: Sheet) => (row: RowKey, name: string) => {
  const at = { row: sheet.rowOf(row), column: sheet.columnOf(name) };
  return at.row < 0 || at.column < 0 ? undefined : sheet.valueAt(at.row, at.column);
};
