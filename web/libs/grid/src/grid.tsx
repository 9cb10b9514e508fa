import { useKeyHelp } from "@staffroom/ui";
import { useCallback, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { beginEdit } from "./input/edit";
import { useColumnOptions } from "./cells/options";
import { isInside } from "./model/positions";
import { isRight } from "./cells/show";
import { GridRow } from "./cells/row";
import { sheetOf, titleOf } from "./model/sheet";
import { selectionOf } from "./model/grid-state";
import { Strip } from "./cells/strip";
import type { GridProps } from "./model/types";
import { useClipboard } from "./input/use-clipboard";
import { useExchange } from "./input/use-exchange";
import { useGrid } from "./use-grid";
import { keysOfGrid, useKeys } from "./input/use-keys";
import { usePlace } from "./input/use-place";
import { usePointer } from "./input/use-pointer";
import { useWindow } from "./input/use-window";
import { frozenStyle, inOrder, layoutOf } from "./model/widths";

const help = "Arrow keys move, Enter edits, Ctrl+Z undoes. Esc, then Tab, leaves the table.";
const usualHeight = 560;
const usualRow = () => (document.documentElement.dataset.density === "comfortable" ? 36 : 30);

/**
 * A table for the keyboard: every cell has a type and is saved on its own; blocks are selected, copied, pasted, filled
 * and undone as in a spreadsheet. It follows the grid pattern of WAI-ARIA: one cell is a Tab stop, the arrows move
 * between cells.
 */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const {
    rows,
    rowKey,
    label,
    rowHeight = usualRow(),
    maxHeight = usualHeight,
    below,
    empty,
    foot,
    insertRow,
    removeRow,
    moveRow,
  } = props;
  const columns = useMemo(() => inOrder(props.columns), [props.columns]);
  const { optionsOf, loaders } = useColumnOptions(columns);
  const sheet = useMemo(() => sheetOf(rows, rowKey, columns, optionsOf), [rows, rowKey, columns, optionsOf]);
  const sample = rows[0];
  const layout = useMemo(() => layoutOf(columns, sample), [columns, sample]);
  const { state, dispatch, now } = useGrid({ sheet, save: props.save, label, draftKey: props.draftKey });
  const box = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const isEven = rowHeight !== "auto";
  const sight = useWindow(box, rows.length, isEven ? rowHeight : null, maxHeight === "none" ? usualHeight : maxHeight);

  /** The focus follows the current cell after a key or a click, not after a refresh of the rows. */
  const wantsFocus = useRef(false);
  const [, ask] = useState(0);
  const takeFocus = useCallback(() => {
    wantsFocus.current = true;
    ask((now) => now + 1);
  }, []);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = box.current?.querySelector<HTMLElement>("[data-current]");
    if (!cell || state.editing) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const tools = { sheet, state, dispatch, takeFocus };
  const move =
    moveRow &&
    ((from: number, to: number) => {
      const row = rows[from];
      if (row) moveRow(row, to);
    });
  const exchange = useExchange({ rows, exchanges: props.exchanges, dispatch, takeFocus });
  const onKeyDown = useKeys({ ...tools, page: sight.page, moveRow: move, exchange: exchange.exchange });
  useKeyHelp(
    keysOfGrid({ exchange: !!props.exchanges, moveRow: !!move, toggles: columns.some(({ toggled }) => toggled) }),
  );
  const pointer = usePointer(tools);
  const clipboard = useClipboard({ ...tools, onPaste: props.onPaste });

  useImperativeHandle(
    props.handle,
    () => ({
      go: (key, name, how) => {
        const to = { row: sheet.rowOf(key), column: sheet.columnOf(name) };
        if (to.row < 0 || to.column < 0) return;
        dispatch({ type: "go", to, isQuiet: how === "show" });
        if (how === "show")
          box.current?.scrollTo?.({
            top: isEven
              ? to.row * rowHeight
              : box.current.querySelector<HTMLElement>(`[data-row="${to.row}"]`)?.offsetTop,
          });
        else takeFocus();
        if (how === "edit") dispatch(beginEdit(sheet, now(), to));
      },
      record: (changes) => dispatch({ type: "record", changes }),
    }),
    [sheet, dispatch, now, takeFocus, isEven, rowHeight],
  );

  const selection = selectionOf(state);
  const { cursor } = state;
  usePlace({ rows, columns, state, onPlace: props.onPlace });
  const current = rows[cursor.row];
  const acts = current && props.actions?.(current);
  const inSight = useMemo(() => {
    const places = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, place) => sight.first + place);
    // The current row keeps the focus while it is scrolled out of view.
    return cursor.row < rows.length && !places.includes(cursor.row) ? [...places, cursor.row] : places;
  }, [sight.first, sight.last, cursor.row, rows.length]);

  return (
    <div className={["sr-sheet", props.className].filter(Boolean).join(" ")}>
      {loaders}
      <span id={helpId} className="sr-visually-hidden">
        {help}
        {props.exchanges && " Alt with the arrows up and down exchanges the content with that of the next row."}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus */}
      <div
        ref={box}
        className="sr-sheet-box"
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + (below ? 1 : 0)}
        aria-multiselectable
        data-even={isEven || undefined}
        style={{
          maxHeight,
          ["--sheet-row" as string]: isEven ? `${rowHeight}px` : undefined,
          scrollPaddingLeft: layout.frozen,
        }}
        onScroll={sight.onScroll}
        onKeyDown={onKeyDown}
        {...pointer}
        {...clipboard}
        {...exchange.handlers}
      >
        <div className="sr-sheet-head" role="rowgroup" style={{ minWidth: layout.least }}>
          <div className="sr-sheet-row" role="row" aria-rowindex={1} style={{ gridTemplateColumns: layout.template }}>
            {columns.map((column, place) => (
              <div
                key={column.name}
                className="sr-sheet-cell"
                role="columnheader"
                aria-colindex={place + 1}
                data-right={(sample && isRight(sheet.fieldAt(0, place))) || undefined}
                data-frozen={frozenStyle(layout, place) ? place : undefined}
                style={frozenStyle(layout, place)}
              >
                {column.head ? (
                  <>
                    <span className="sr-visually-hidden">{titleOf(column)}</span>
                    {column.head}
                  </>
                ) : (
                  <span className="sr-sheet-value">{titleOf(column)}</span>
                )}
              </div>
            ))}
          </div>
        </div>
        {rows.length > 0 && (
          <div
            className="sr-sheet-body"
            role="rowgroup"
            style={{ minWidth: layout.least, height: isEven ? rows.length * rowHeight : undefined }}
          >
            {inSight.map((index) => {
              const row = rows[index] as Row;
              const isSelected = isInside(selection, index, selection.left);
              const isCurrent = index === cursor.row;
              return (
                <GridRow
                  key={sheet.keys[index]}
                  index={index}
                  row={row}
                  columns={columns}
                  sheet={sheet}
                  layout={layout}
                  pending={state.cells.get(sheet.keys[index] as string | number)}
                  cursor={isCurrent ? cursor.column : -1}
                  left={isSelected ? selection.left : 0}
                  right={isSelected ? selection.right : -1}
                  editing={isCurrent ? state.editing : null}
                  height={isEven ? rowHeight : undefined}
                  below={below?.(row)}
                  gripAt={props.exchanges?.takes(row) ? sheet.columnOf(props.exchanges.name) : -1}
                  isTarget={exchange.over === index}
                  dispatch={dispatch}
                  takeFocus={takeFocus}
                />
              );
            })}
          </div>
        )}
      </div>
      {rows.length === 0 && empty}
      <Strip
        {...tools}
        onAdd={insertRow && (() => void insertRow(current ?? null))}
        onRemove={removeRow && current && (() => void removeRow(current))}
      >
        {acts || foot ? (
          <>
            {acts}
            {foot}
          </>
        ) : null}
      </Strip>
      <span className="sr-visually-hidden" role="status" aria-live="polite">
        {state.announcement}
      </span>
    </div>
  );
}
