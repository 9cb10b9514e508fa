import type { KeyboardEvent } from "react";
import type { KeyHelp } from "@staffroom/ui";
import { useRef } from "react";
import { isLong } from "../cells/cell-text";
import { beginEdit, beginTyping, typedOn } from "./edit";
import { keyTarget, nextInOrder } from "../model/positions";
import { pendingOf, type GridAction, type GridState } from "../model/grid-state";
import type { Sheet } from "../model/sheet";

type Input = {
  sheet: Sheet;
  state: GridState;
  dispatch: (action: GridAction) => void;
  /** Focuses the cell that is current after the next rendering. */
  takeFocus: () => void;
  /** Rows in view. */
  page: number;
  moveRow?: (from: number, to: number) => void;
  /** Exchanges the content of a row with that of the next one, up or down. */
  exchange?: (from: number, step: 1 | -1) => void;
};

const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
/** A control that a cell draws, which handles Space and Enter itself. */
const isControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches("a, button, input, select, textarea");

/** Returns the control that a cell without an editor draws. */
const controlIn = (cell: HTMLElement) => cell.querySelector<HTMLElement>("a[href], button");

const always: readonly KeyHelp[] = [
  [["↑", "↓", "←", "→"], "Go to another cell; with Ctrl to the edge, with Shift select"],
  [["Enter"], "Edit the cell, as F2 and typing do"],
  [["Ctrl", "Enter"], "Save the long text that is open; send a refused cell again"],
  [["Esc"], "Restore the cell; then Tab leaves the table"],
  [["Delete"], "Clear the cells"],
  [["Ctrl", "C"], "Copy the cells, with V paste them, also from and to a spreadsheet"],
  [["Ctrl", "D"], "Fill the cells below from the first"],
  [["Ctrl", "Z"], "Undo, with Y redo"],
  [["Ctrl", "A"], "Select all cells"],
  [["Ctrl", "Space"], "Select the column, with Shift the row"],
];
const exchanging: readonly KeyHelp[] = [
  ...always,
  [["Alt", "↑"], "Exchange the content with the row above, with ↓ below"],
];
const toggling: readonly KeyHelp[] = always.map((key) =>
  key[0][0] === "Enter" ? [["Space"], "Change the cell, as Enter does; F2 opens its choices, typing takes one"] : key,
);
const moving: readonly KeyHelp[] = [...always, [["Alt", "↑"], "Move the row up, with ↓ down"]];

/** The keys of a grid, as the panel of keys lists them. */
export const keysOfGrid = (does: { exchange: boolean; moveRow: boolean; toggles: boolean }): readonly KeyHelp[] =>
  does.toggles ? toggling : does.exchange ? exchanging : does.moveRow ? moving : always;

/** The keys of a grid, by the pattern of WAI-ARIA and as spreadsheets have them. */
export function useKeys({ sheet, state, dispatch, takeFocus, page, moveRow, exchange }: Input) {
  /** Esc with nothing to restore: the next Tab leaves the grid. */
  const leaves = useRef(false);

  const act = (event: KeyboardEvent, ...actions: GridAction[]) => {
    event.preventDefault();
    event.stopPropagation();
    takeFocus();
    actions.forEach(dispatch);
  };

  /** Tab moves through the cells; from the last it leaves the grid. */
  const tab = (event: KeyboardEvent) => {
    const to = nextInOrder(state.cursor, event.shiftKey ? -1 : 1, sheet.size);
    if (to && !leaves.current) act(event, { type: "go", to });
    else if (state.editing) dispatch({ type: "commit" });
  };

  const whileEditing = (event: KeyboardEvent) => {
    const { editing, cursor } = state;
    const field = sheet.fieldAt(cursor.row, cursor.column);
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") return act(event, { type: "cancel" });
    if (isLong(field)) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) act(event, { type: "commit" });
      // The editor opens shortly after the key: what is typed in the meantime still belongs to the cell.
      else if (isPrintable(event) && (event.target as HTMLElement).getAttribute("role") === "gridcell")
        act(event, { type: "draft", draft: typedOn(field, editing?.draft, event.key) });
      return event.stopPropagation();
    }
    if (event.key === "Tab") return tab(event);
    if (editing?.mode !== "text") return event.stopPropagation();
    const below = { row: cursor.row + (event.shiftKey ? -1 : 1), column: cursor.column };
    if (event.key === "Enter") return act(event, { type: "go", to: below });
    const to =
      editing.isTyped && !event.shiftKey ? keyTarget({ key: event.key, ctrl: false }, cursor, sheet.size, page) : null;
    if (to && event.key.startsWith("Arrow")) return act(event, { type: "go", to });
    event.stopPropagation();
  };

  const withCtrl = (event: KeyboardEvent): boolean => {
    const { cursor } = state;
    const last = { row: sheet.size.rows - 1, column: sheet.size.columns - 1 };
    switch (event.key.toLowerCase()) {
      case "a":
        act(event, { type: "select", block: { top: 0, left: 0, bottom: last.row, right: last.column } });
        return true;
      case "d":
        act(event, { type: "fill" });
        return true;
      case "y":
        act(event, { type: "redo" });
        return true;
      case "z":
        act(event, { type: event.shiftKey ? "redo" : "undo" });
        return true;
      case " ":
        act(event, { type: "select", block: { top: 0, bottom: last.row, left: cursor.column, right: cursor.column } });
        return true;
      case "enter":
        act(event, { type: "retry", at: cursor });
        return true;
      default:
        return false;
    }
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (state.editing) return whileEditing(event);
    // Buttons of a refusal, and content that a screen draws below a row, have their own keys.
    if (
      !event.currentTarget.contains(target) ||
      target.closest("[data-own-keys]") ||
      !sheet.size.rows ||
      event.nativeEvent.isComposing
    )
      return;
    const { cursor } = state;
    if (event.key === "Tab") return tab(event);
    leaves.current = event.key === "Escape";
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.altKey) {
      const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
      if (exchange && step) {
        act(event);
        return exchange(cursor.row, step);
      }
      const to = cursor.row + (step ?? 0);
      if (!moveRow || !step || to < 0 || to >= sheet.size.rows) return;
      moveRow(cursor.row, to);
      return act(event, { type: "go", to: { row: to, column: cursor.column } });
    }
    if (event.key === "Escape") {
      if (pendingOf(sheet, state.cells, cursor)?.problem) return act(event, { type: "restore", at: cursor });
      return;
    }
    if (ctrl && withCtrl(event)) return;
    if (event.shiftKey && event.key === " ") {
      return act(event, {
        type: "select",
        block: { top: cursor.row, bottom: cursor.row, left: 0, right: sheet.size.columns - 1 },
      });
    }
    const to = keyTarget({ key: event.key, ctrl }, cursor, sheet.size, page);
    if (to) return act(event, { type: "go", to, extend: event.shiftKey });
    if (isControl(target) && target.getAttribute("role") !== "gridcell" && [" ", "Enter"].includes(event.key)) return;
    const pressed =
      ["Enter", "F2"].includes(event.key) && !sheet.mayEdit(cursor.row, cursor.column) && controlIn(target);
    if (pressed) {
      event.preventDefault();
      return pressed.click();
    }
    switch (event.key) {
      case "Enter":
      case "F2":
        return act(event, beginEdit(sheet, state, cursor, event.key === "F2"));
      case "Delete":
      case "Backspace":
        return act(event, { type: "clear" });
      default:
        if (isPrintable(event)) act(event, beginTyping(sheet, state, cursor, event.key));
    }
  };
}
