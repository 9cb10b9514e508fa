import { formatCount } from "@staffroom/ui";
import { readEmpty, readValue } from "../cells/cell-text";
import { cellsInWords, commit, entered, exchange, fill, outcome, paste, withOutcome, withStep } from "./entering";
import { pendingOf, rowValueIn, selectionOf, type GridAction, type GridState } from "./grid-state";
import { again, hold, pendingCells, recorded, restored, reconciled, sendingNow, settled, waitingNow } from "./pending";
import { cellsOf, clamp, isSingle, samePosition, sizeOf, type Position } from "./positions";
import type { Sheet } from "./sheet";

const placeInWords = (sheet: Sheet, { row, column }: Position) =>
  `Row ${row + 1} of ${sheet.size.rows}, ${sheet.columns[column]?.title ?? ""}`;
/** Undoes or redoes a step and selects its cells. */
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

/** Announces the current cell with its position and refusal, or the size of a block. */
function arrived(sheet: Sheet, state: GridState): GridState {
  const block = selectionOf(state);
  const { rows, columns } = sizeOf(block);
  const problem = pendingOf(sheet, state.cells, state.cursor)?.problem;
  const announcement = isSingle(block)
    ? `${placeInWords(sheet, state.cursor)}${problem ? `. Refused: ${problem}` : ""}`
    : `${formatCount(rows, "row", "rows")} by ${formatCount(columns, "column", "columns")} selected`;
  return { ...state, announcement };
}

/** Returns the next state of a grid. It makes no calls: the screen saves what is `unsent`. */
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
