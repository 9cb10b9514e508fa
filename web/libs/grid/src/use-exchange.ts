import { useState, type DragEvent } from "react";
import type { GridAction } from "./state";
import type { GridProps } from "./types";

type Input<Row> = Pick<GridProps<Row>, "rows" | "exchanges"> & { dispatch: (action: GridAction) => void; takeFocus: () => void };
type Drag = { from: number; over: number | null };

/** The row that an event of dragging is over. */
const rowAt = ({ target }: DragEvent): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset.row) : null;
};

/** Two rows exchange the content of a column: by a key with the next row that takes part, or where the handle of the content is dropped. */
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
    exchange: (from: number, step: 1 | -1) => {
      let to = from + step;
      while (to >= 0 && to < rows.length && !takes(to)) to += step;
      if (takes(from) && takes(to)) dispatch({ type: "exchange", name, from, to });
    },
    over: drag?.over ?? null,
    handlers: {
      onDragStart: (event: DragEvent<HTMLElement>) => {
        const from = event.target instanceof Element && event.target.matches(".sr-sheet-grip") ? rowAt(event) : null;
        if (from === null) return;
        event.dataTransfer.effectAllowed = "move";
        // A browser drags only what has data.
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
    },
  };
}
