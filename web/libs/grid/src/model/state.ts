import { formatCount } from "@staffroom/ui";
import { readDraft, readEmpty, readText, readValue, type Read } from "../cells/cell-text";
import {
  again,
  pendingAt,
  pendingCells,
  hold,
  recorded,
  restored,
  reconciled,
  sendingNow,
  settled,
  waitingNow,
  type Pending,
  type PendingCells,
} from "./pending";
import { blockOf, cellsOf, clamp, isSingle, samePosition, sizeOf, type Block, type Position } from "./positions";
import { sameCell, type Sheet } from "./sheet";
import { tiled } from "./tsv";
import type { CellChange, Refusals, RowKey } from "./types";

/** An edit that is going on; the draft of `text` is read as typed text, that of `control` is the control's own. */
export type Editing = {
  mode: "text" | "control";
  draft: unknown;
  /** Begun by typing: arrows leave the cell. */ isTyped?: boolean;
};
/** One cell before and after a step; one entry, a pasted block and a fill are one step. */
type Trace = { row: RowKey; name: string; before: Read; after: Read };
export type Step = readonly Trace[];
/** A copied cell: its text, and its value where it comes from a grid of the page. */
export type Pasted = { text: string; value?: unknown; type?: string };

export type GridState = {
  cursor: Position;
  /** The other corner of the selection. */
  anchor: Position;
  editing: Editing | null;
  cells: PendingCells;
  undo: readonly Step[];
  redo: readonly Step[];
  /** The words of the last action for the live region. */
  announcement: string;
  /** Words that are shown too: what did not fit, what was refused. */
  note: string;
  /** True once something was saved. */
  hasSaved: boolean;
};

export type GridAction =
  | { type: "go"; to: Position; extend?: boolean; /** Nothing is announced: nobody pressed a key. */ isQuiet?: boolean }
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

const withStep = (steps: readonly Step[], step: Step): readonly Step[] => [...steps.slice(1 - undoSteps), step];

export const selectionOf = ({ cursor, anchor }: GridState): Block => blockOf(cursor, anchor);
export const pendingOf = (sheet: Sheet, cells: PendingCells, { row, column }: Position): Pending | undefined => {
  const key = sheet.keys[row];
  return key === undefined ? undefined : pendingAt(cells, key, sheet.columns[column]?.name ?? "");
};
/** The value that a cell shows. */
export function shownValue(sheet: Sheet, cells: PendingCells, at: Position): unknown {
  const pending = pendingOf(sheet, cells, at);
  return pending ? pending.value : sheet.valueAt(at.row, at.column);
}
/** The value that a cell shows, by its row and column; of a text that is no value that of its row. */
export function valueOf(sheet: Sheet, cells: PendingCells, row: RowKey, name: string): unknown {
  const pending = pendingAt(cells, row, name);
  return pending && !pending.isText ? pending.value : rowValueIn(sheet)(row, name);
}
const readOf = (sheet: Sheet, cells: PendingCells, at: Position): Read => {
  const pending = pendingOf(sheet, cells, at);
  return pending?.isText
    ? { text: String(pending.value ?? ""), problem: pending.problem ?? "" }
    : { value: shownValue(sheet, cells, at) };
};
const sameRead = (one: Read, other: Read) =>
  "value" in one && "value" in other
    ? sameCell(one.value, other.value)
    : "text" in one && "text" in other && one.text === other.text;

const placeInWords = (sheet: Sheet, { row, column }: Position) =>
  `Row ${row + 1} of ${sheet.size.rows}, ${sheet.columns[column]?.title ?? ""}`;
const cellsInWords = (count: number) => formatCount(count, "cell", "cells");

/** Enters values into cells as one step; those that cannot be edited are left out and counted. */
function entered(
  sheet: Sheet,
  state: GridState,
  entries: readonly { at: Position; read: Read }[],
): { state: GridState; changed: number; refused: string[]; left: number } {
  const step: Trace[] = [];
  const refused: string[] = [];
  let { cells } = state;
  let left = 0;
  for (const { at, read } of entries) {
    const [row, name] = [sheet.keys[at.row], sheet.columns[at.column]?.name];
    if (row === undefined || name === undefined) continue;
    if (!sheet.mayEdit(at.row, at.column)) {
      left += 1;
      continue;
    }
    const before = readOf(sheet, cells, at);
    if ("problem" in read) refused.push(read.problem);
    if (sameRead(before, read)) continue;
    cells = hold(cells, row, name, sheet.valueAt(at.row, at.column), read);
    step.push({ row, name, before, after: read });
  }
  if (!step.length) return { state, changed: 0, refused, left };
  return {
    state: { ...state, cells, undo: withStep(state.undo, step), redo: [] },
    changed: step.length,
    refused,
    left,
  };
}

/** Return in words how a block was entered; `clipped` names the rows and columns that did not fit. */
function outcome(verb: string, result: ReturnType<typeof entered>, clipped = ""): string {
  const { changed, refused, left } = result;
  const good = changed - refused.length;
  return [
    `${cellsInWords(Math.max(0, good))} ${verb}`,
    refused.length && `${cellsInWords(refused.length)} refused: ${refused[0]}`,
    left && `${cellsInWords(left)} cannot be edited`,
    clipped,
  ]
    .filter(Boolean)
    .join(". ");
}
const withOutcome = (result: ReturnType<typeof entered>, announcement: string): GridState => ({
  ...result.state,
  announcement,
  note: result.refused.length || result.left || announcement.includes("did not fit") ? announcement : "",
});

function paste(sheet: Sheet, state: GridState, block: readonly (readonly Pasted[])[]): GridState {
  const selection = selectionOf(state);
  const laid = tiled(block, sizeOf(selection));
  const [rows, columns] = [laid.length, laid[0]?.length ?? 0];
  const over = {
    rows: Math.max(0, selection.top + rows - sheet.size.rows),
    columns: Math.max(0, selection.left + columns - sheet.size.columns),
  };
  const entries = laid.slice(0, rows - over.rows).flatMap((line, down) =>
    line.slice(0, columns - over.columns).map((cell, across) => {
      const at = { row: selection.top + down, column: selection.left + across };
      const field = sheet.fieldAt(at.row, at.column);
      const read =
        cell.value !== undefined && cell.type === field.type
          ? readValue(field, cell.value)
          : readText(field, sheet.readAs(at.column, cell.text));
      return { at, read };
    }),
  );
  const parts = [
    over.rows && formatCount(over.rows, "row", "rows"),
    over.columns && formatCount(over.columns, "column", "columns"),
  ].filter(Boolean);
  const result = entered(sheet, state, entries);
  const corner = { row: selection.top, column: selection.left };
  const far = clamp({ row: corner.row + rows - 1, column: corner.column + columns - 1 }, sheet.size);
  return {
    ...withOutcome(result, outcome("pasted", result, parts.length ? `${parts.join(" and ")} did not fit` : "")),
    cursor: corner,
    anchor: far,
  };
}

/** The top row of the selection goes into those below; into a single cell goes the one above. */
function fill(sheet: Sheet, state: GridState): GridState {
  const block = selectionOf(state);
  const from = block.top === block.bottom ? block.top - 1 : block.top;
  if (from < 0) return { ...state, announcement: "There is no row above to fill from" };
  const targets = cellsOf({ ...block, top: from + 1 });
  const result = entered(
    sheet,
    state,
    targets.map((at) => {
      const read = readOf(sheet, state.cells, { row: from, column: at.column });
      return { at, read: "value" in read ? readValue(sheet.fieldAt(at.row, at.column), read.value) : read };
    }),
  );
  return withOutcome(result, outcome("filled", result));
}

/** Two rows exchange their contents of a column, as one step; the cursor goes along. */
function exchange(
  sheet: Sheet,
  state: GridState,
  { name, from, to }: { name: string; from: number; to: number },
): GridState {
  const column = sheet.columnOf(name);
  const [one, other] = [
    { row: from, column },
    { row: to, column },
  ];
  const settled = commit(sheet, state);
  const result = entered(sheet, settled, [
    { at: one, read: readOf(sheet, settled.cells, other) },
    { at: other, read: readOf(sheet, settled.cells, one) },
  ]);
  const cursor = { row: to, column: state.cursor.column };
  return {
    ...result.state,
    cursor,
    anchor: cursor,
    announcement: `Row ${from + 1} exchanged with row ${to + 1}`,
    note: "",
  };
}

/** Takes back the last step, or makes it again; the cells of it are selected. */
function travel(sheet: Sheet, state: GridState, way: "undo" | "redo"): GridState {
  const step = state[way].at(-1);
  if (!step) return { ...state, announcement: way === "undo" ? "Nothing to undo" : "Nothing to redo", note: "" };
  const back = step.map(({ row, name, before, after }) => ({ row, name, before: after, after: before }));
  const taken = way === "undo" ? back : step;
  const places = taken
    .map(({ row, name }) => ({ row: sheet.rowOf(row), column: sheet.columnOf(name) }))
    .filter(({ row, column }) => row >= 0 && column >= 0);
  const cells = taken.reduce((all, { row, name, after }) => {
    const at = { row: sheet.rowOf(row), column: sheet.columnOf(name) };
    return at.row < 0 || at.column < 0 ? all : hold(all, row, name, sheet.valueAt(at.row, at.column), after);
  }, state.cells);
  const corner = places.length
    ? { row: Math.min(...places.map(({ row }) => row)), column: Math.min(...places.map(({ column }) => column)) }
    : state.cursor;
  const far = places.length
    ? { row: Math.max(...places.map(({ row }) => row)), column: Math.max(...places.map(({ column }) => column)) }
    : state.anchor;
  const other = way === "undo" ? "redo" : "undo";
  return {
    ...state,
    cells,
    cursor: corner,
    anchor: far,
    editing: null,
    [way]: state[way].slice(0, -1),
    [other]: [...state[other], step],
    announcement: `${way === "undo" ? "Undone" : "Done again"}: ${cellsInWords(places.length)}`,
    note: "",
  };
}

/** Announce the current cell: its place, and why it was refused; of a block its size. */
function arrived(sheet: Sheet, state: GridState): GridState {
  const block = selectionOf(state);
  const { rows, columns } = sizeOf(block);
  const problem = pendingOf(sheet, state.cells, state.cursor)?.problem;
  const announcement = isSingle(block)
    ? `${placeInWords(sheet, state.cursor)}${problem ? `. Refused: ${problem}` : ""}`
    : `${formatCount(rows, "row", "rows")} by ${formatCount(columns, "column", "columns")} selected`;
  return { ...state, announcement };
}

/** Reads the open edit; an unchanged one is none. */
function commit(sheet: Sheet, state: GridState): GridState {
  const { editing, cursor } = state;
  if (!editing) return state;
  const field = sheet.fieldAt(cursor.row, cursor.column);
  const read =
    editing.mode === "text"
      ? readText(field, sheet.readAs(cursor.column, String(editing.draft ?? "")))
      : readDraft(field, editing.draft);
  const { state: next, refused } = entered(sheet, { ...state, editing: null }, [{ at: cursor, read }]);
  return { ...next, note: "", announcement: refused.length ? `Refused: ${refused[0]}` : next.announcement };
}

const rowValueIn = (sheet: Sheet) => (row: RowKey, name: string) => {
  const at = { row: sheet.rowOf(row), column: sheet.columnOf(name) };
  return at.row < 0 || at.column < 0 ? undefined : sheet.valueAt(at.row, at.column);
};

/** The next state of a grid; it calls nobody: what is `unsent` is for the screen to save. */
export function reduce(sheet: Sheet, state: GridState, action: GridAction): GridState {
  switch (action.type) {
    case "go": {
      const cursor = clamp(action.to, sheet.size);
      const next = { ...commit(sheet, state), cursor, anchor: action.extend ? state.anchor : cursor };
      return action.isQuiet ? next : arrived(sheet, next);
    }
    case "select": {
      const { top, bottom, left, right } = action.block;
      return arrived(sheet, {
        ...commit(sheet, state),
        cursor: { row: top, column: left },
        anchor: clamp({ row: bottom, column: right }, sheet.size),
      });
    }
    case "edit":
      if (!sheet.mayEdit(state.cursor.row, state.cursor.column))
        return { ...state, announcement: "This cell cannot be edited" };
      return {
        ...state,
        anchor: state.cursor,
        editing: { mode: action.mode, draft: action.draft, isTyped: action.isTyped },
        note: "",
      };
    case "draft":
      return state.editing ? { ...state, editing: { ...state.editing, draft: action.draft } } : state;
    case "cancel":
      return { ...state, editing: null };
    case "commit":
      return commit(sheet, state);
    case "enter": {
      const { state: next, refused } = entered(sheet, { ...state, editing: null }, [
        { at: action.at, read: readValue(sheet.fieldAt(action.at.row, action.at.column), action.value) },
      ]);
      return { ...next, note: "", announcement: refused.length ? `Refused: ${refused[0]}` : next.announcement };
    }
    case "clear": {
      const result = entered(
        sheet,
        state,
        cellsOf(selectionOf(state)).map((at) => ({ at, read: readEmpty(sheet.fieldAt(at.row, at.column)) })),
      );
      return withOutcome(result, outcome("emptied", result));
    }
    case "paste":
      return paste(sheet, state, action.block);
    case "fill":
      return fill(sheet, state);
    case "exchange":
      return exchange(sheet, state, action);
    case "record":
      return {
        ...state,
        cells: recorded(state.cells, action.changes, rowValueIn(sheet)),
        redo: [],
        undo: withStep(
          state.undo,
          action.changes.map(({ row, name, value, before }) => ({
            row,
            name,
            before: { value: before },
            after: { value },
          })),
        ),
      };
    case "undo":
    case "redo":
      return travel(sheet, state, action.type);
    case "restore": {
      const [row, name] = [sheet.keys[action.at.row], sheet.columns[action.at.column]?.name];
      if (row === undefined || name === undefined) return state;
      const cells = restored(state.cells, row, name, sheet.valueAt(action.at.row, action.at.column));
      return { ...state, cells, announcement: "Restored", note: "" };
    }
    case "retry": {
      const { at } = action;
      const cells = pendingCells(state.cells).reduce((all, { row, name, pending }) => {
        const isMeant = !at || (sheet.keys[at.row] === row && sheet.columns[at.column]?.name === name);
        const isAgain = pending.status === "waiting" || (pending.status === "refused" && !pending.isText && !!at);
        return isMeant && isAgain ? again(all, row, name, rowValueIn(sheet)(row, name)) : all;
      }, state.cells);
      return { ...state, cells, note: "" };
    }
    case "rows": {
      const cells = reconciled(state.cells, (row) => !sheet.size.rows || sheet.rowOf(row) >= 0, rowValueIn(sheet));
      const inside = (at: Position) =>
        clamp(at, { rows: Math.max(1, sheet.size.rows), columns: Math.max(1, sheet.size.columns) });
      const [cursor, anchor] = [inside(state.cursor), inside(state.anchor)];
      const isSame = cells === state.cells && samePosition(cursor, state.cursor) && samePosition(anchor, state.anchor);
      return isSame ? state : { ...state, cells, cursor, anchor };
    }
    case "sending":
      return { ...state, cells: sendingNow(state.cells, action.changes) };
    case "lost":
      return {
        ...state,
        cells: waitingNow(state.cells, action.changes),
        announcement: `The server cannot be reached. ${cellsInWords(action.changes.length)} will be saved once it can`,
      };
    case "settled": {
      const cells = settled(state.cells, action.changes, action.refusals, rowValueIn(sheet));
      const texts = (action.refusals ?? []).map(({ text }) => text);
      return {
        ...state,
        cells,
        hasSaved: state.hasSaved || texts.length < action.changes.length,
        announcement: texts.length ? `${cellsInWords(texts.length)} refused: ${texts[0]}` : state.announcement,
      };
    }
  }
}
