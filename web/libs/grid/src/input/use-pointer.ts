import { useEffect, useRef, type FocusEvent, type MouseEvent, type PointerEvent } from "react";
import { beginEdit } from "./edit";
import { samePosition, type Position } from "../model/positions";
import type { GridAction, GridState } from "../model/grid-state";
import type { Sheet } from "../model/sheet";

type Input = { sheet: Sheet; state: GridState; dispatch: (action: GridAction) => void; takeFocus: () => void };

/** Returns the cell below the pointer; none for content below a row or in an open editor. */
function cellAt(target: EventTarget): Position | null {
  const element = target instanceof Element ? target : null;
  if (!element || element.closest("[data-own-keys], .sr-sheet-editor")) return null;
  const [row, column] = (element.closest<HTMLElement>("[data-at]")?.dataset.at ?? "").split(":").map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/**
 * A click selects, dragging and Shift select a block, a double click edits; the first tap selects and the second edits.
 */
export function usePointer({ sheet, state, dispatch, takeFocus }: Input) {
  const kind = useRef("mouse");
  const isDragging = useRef(false);
  /** True if the touched cell was already the current one: a tap moves the focus before its click. */
  const wasCurrent = useRef(false);
  useEffect(() => {
    const end = () => {
      isDragging.current = false;
    };
    window.addEventListener("pointerup", end);
    return () => window.removeEventListener("pointerup", end);
  }, []);
  /** Popups of an open editor are children of the grid only in React. */
  const at = (event: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) =>
    event.currentTarget.contains(event.target as Node) ? cellAt(event.target) : null;
  const isOpen = (cell: Position) => !!state.editing && samePosition(cell, state.cursor);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      kind.current = event.pointerType;
      const cell = at(event);
      wasCurrent.current =
        cell !== null && samePosition(cell, state.cursor) && event.currentTarget.contains(document.activeElement);
      if (!cell || event.button !== 0 || event.pointerType === "touch" || isOpen(cell)) return;
      isDragging.current = true;
      takeFocus();
      dispatch({ type: "go", to: cell, extend: event.shiftKey });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const cell = isDragging.current && event.buttons === 1 ? at(event) : null;
      if (!cell || samePosition(cell, state.cursor)) return;
      takeFocus();
      dispatch({ type: "go", to: cell, extend: true });
    },
    /** A focused control in a cell makes that cell the current one. */
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const cell = at(event);
      if (cell && !state.editing && !isDragging.current && !samePosition(cell, state.cursor))
        dispatch({ type: "go", to: cell });
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const cell = at(event);
      if (!cell || kind.current !== "touch" || isOpen(cell)) return;
      // The tap has used a control that the cell draws.
      const isControl = (event.target as Element).closest("a, button, input, label");
      takeFocus();
      dispatch(wasCurrent.current && !isControl ? beginEdit(sheet, state, cell) : { type: "go", to: cell });
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const cell = at(event);
      if (!cell || isOpen(cell) || (event.target as Element).closest("a, button, input, label")) return;
      takeFocus();
      dispatch(beginEdit(sheet, state, cell));
    },
  };
}
