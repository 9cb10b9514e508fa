import { formatCount } from "@staffroom/ui";
import { readDraft, readText, readValue, type Read } from "../cells/cell-text";
import { readOf, selectionOf, undoSteps, type GridState, type Pasted, type Step, type Trace } from "./grid-state";
import { hold } from "./pending";
import { cellsOf, clamp, sizeOf, type Position } from "./positions";
import { sameCell, type Sheet } from "./sheet";
import { tiled } from "./tsv";

export const withStep = (steps: readonly Step[], step: Step): readonly Step[] => [...steps.slice(1 - undoSteps), step];

const sameRead = (one: Read, other: Read) =>
  "value" in one && "value" in other
    ? sameCell(one.value, other.value)
    : "text" in one && "text" in other && one.text === other.text;

export const cellsInWords = (count: number) => formatCount(count, "cell", "cells");

/** Enters values into cells as one step; cells that cannot be edited are skipped and counted. */
export function entered(
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
export function outcome(verb: string, result: ReturnType<typeof entered>, clipped = ""): string {
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
/** Returns the state after an entry, with its message. */
export const withOutcome = (result: ReturnType<typeof entered>, announcement: string): GridState => ({
  ...result.state,
  announcement,
  note: result.refused.length || result.left || announcement.includes("did not fit") ? announcement : "",
});

/** Pastes a copied block into the selection, as often as it fits. */
export function paste(sheet: Sheet, state: GridState, block: readonly (readonly Pasted[])[]): GridState {
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

/** Fills the top row of the selection into those below; a single cell gets the one above. */
export function fill(sheet: Sheet, state: GridState): GridState {
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

/** Exchanges two rows' contents of a column as one step; the cursor moves with them. */
export function exchange(
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

/** Reads the open edit; an unchanged one counts as none. */
export function commit(sheet: Sheet, state: GridState): GridState {
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
