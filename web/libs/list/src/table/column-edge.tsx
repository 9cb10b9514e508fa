import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { narrowest, widest, withinWidths } from "./columns";

type Props = {
  title: string;
  /** The position of the column in its row. */
  place: number;
  width: number;
  /** Called while the edge moves. */
  onMove: (width: number) => void;
  onDone: (width: number) => void;
};

/** Pixels per arrow key, and around the content of a cell. */
const step = 10;
const padding = 24;

/** Returns the width of the widest content that the column shows now, title included; clipped overflow counts. */
function contentWidth(edge: Element, place: number): number {
  const cells =
    edge
      .closest(".sr-grid")
      ?.querySelectorAll(
        `.ant-table-row > .ant-table-cell:nth-child(${place + 1}), .ant-table-thead .ant-table-cell:nth-child(${place + 1})`,
      ) ?? [];
  const range = document.createRange();
  return Math.max(
    0,
    ...[...cells].map((cell) => {
      range.selectNodeContents(cell.querySelector(".sr-sort") ?? cell);
      return range.getBoundingClientRect().width;
    }),
  );
}

/**
 * The right edge of a column's heading: drag it, or press the arrows on it, to resize the column; a double click fits
 * it.
 */
export function ColumnEdge({ title, place, width, onMove, onDone }: Props) {
  const start = useRef<{ at: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    withinWidths((start.current?.width ?? width) + event.clientX - (start.current?.at ?? event.clientX));
  const fit = (edge: Element) => onDone(withinWidths(contentWidth(edge, place) + padding));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined && event.key !== "Enter") return;
    // The rows handle the same keys.
    event.stopPropagation();
    event.preventDefault();
    if (by === undefined) fit(event.currentTarget);
    else onDone(withinWidths(width + by));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a separator that takes the focus is a control (WAI-ARIA, window splitter)
    <span
      role="separator"
      tabIndex={0}
      className="sr-column-edge"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      title="Drag to widen, double-click to fit"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        fit(event.currentTarget);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: event.clientX, width };
      }}
      onPointerMove={(event) => start.current && onMove(widthAt(event))}
      onPointerUp={(event) => {
        const chosen = widthAt(event);
        const isMoved = start.current?.at !== event.clientX;
        start.current = null;
        if (isMoved) onDone(chosen);
      }}
      onPointerCancel={() => {
        start.current = null;
        onDone(width);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
