import { useState, type DragEvent, type PointerEvent } from "react";
import type { GridAction } from "../model/grid-state";
import type { GridProps } from "../model/types";

type Input<Row> = Pick<GridProps<Row>, "rows" | "exchanges"> & {
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
};
/** `finger` is the pointer that drags, unless it is a mouse: the browser reports that one as a drag. */
type Drag = { from: number; over: number | null; finger?: number };

/** Returns the row that contains an element. */
const rowOf = (target: EventTarget | null): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset.row) : null;
};
const rowAt = ({ target }: DragEvent): number | null => rowOf(target);
const isGrip = (target: EventTarget): target is Element =>
  target instanceof Element && target.closest(".sr-sheet-grip") !== null;
/** Distance from the grid's edge within which a finger scrolls it, and the step, in pixels. */
const edge = 36;
const step = 14;

/**
 * Exchanges a column's content between two rows: by a key with the next row that takes part, or by dropping the
 * content's handle.
 */
export function useExchange<Row>({ rows, exchanges, dispatch, takeFocus }: Input<Row>) {
  const [drag, setDrag] = useState<Drag | null>(null);
  if (!exchanges) return { exchange: undefined, over: null, handlers: {} };
  const { name } = exchanges;
  const takes = (place: number | null) => {
    const row = place === null ? undefined : rows[place];
    return row !== undefined && exchanges.takes(row);
  };
  return {
    /** Exchanges with the next row that takes part, in that direction. */
    exchange: (from: number, by: 1 | -1) => {
      let to = from + by;
      while (to >= 0 && to < rows.length && !takes(to)) to += by;
      if (takes(from) && takes(to)) dispatch({ type: "exchange", name, from, to });
    },
    over: drag?.over ?? null,
    handlers: {
      onDragStart: (event: DragEvent<HTMLElement>) => {
        const from = isGrip(event.target) ? rowAt(event) : null;
        if (from === null) return;
        // A long press of a finger would also start a drag of the browser.
        if (drag?.finger !== undefined) return event.preventDefault();
        event.dataTransfer.effectAllowed = "move";
        // A browser drags only elements with data.
        event.dataTransfer.setData("text/plain", String(from + 1));
        setDrag({ from, over: null });
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const to = rowAt(event);
        const isTarget = drag !== null && to !== drag.from && takes(to);
        if (isTarget) event.preventDefault();
        const over = isTarget ? to : null;
        if (drag && drag.over !== over) setDrag({ ...drag, over });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        const to = rowAt(event);
        if (!drag || to === null || to === drag.from || !takes(to)) return;
        event.preventDefault();
        takeFocus();
        dispatch({ type: "exchange", name, from: drag.from, to });
        setDrag(null);
      },
      onDragEnd: () => setDrag(null),
      // In the capture phase: the grid has its own handlers for bubbling events.
      onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
        const from = event.pointerType !== "mouse" && isGrip(event.target) ? rowOf(event.target) : null;
        if (from === null || !takes(from)) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDrag({ from, over: null, finger: event.pointerId });
      },
      onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
        if (!drag || drag.finger !== event.pointerId) return;
        const { top, bottom } = event.currentTarget.getBoundingClientRect();
        if (event.clientY < top + edge) event.currentTarget.scrollBy?.(0, -step);
        else if (event.clientY > bottom - edge) event.currentTarget.scrollBy?.(0, step);
        const to = rowOf(document.elementFromPoint(event.clientX, event.clientY));
        const over = to !== drag.from && takes(to) ? to : null;
        if (drag.over !== over) setDrag({ ...drag, over });
      },
      onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
        if (!drag || drag.finger !== event.pointerId) return;
        setDrag(null);
        if (drag.over === null) return;
        takeFocus();
        dispatch({ type: "exchange", name, from: drag.from, to: drag.over });
      },
      onPointerCancelCapture: (event: PointerEvent<HTMLElement>) => {
        if (drag?.finger === event.pointerId) setDrag(null);
      },
    },
  };
}
