import { memo, type ReactNode } from "react";
import { GridCell } from "./cell";
import { textOf } from "./cell-text";
import type { Pending } from "../model/pending";
import type { Sheet } from "../model/sheet";
import type { Editing, GridAction } from "../model/grid-state";
import type { GridColumn } from "../model/types";
import { frozenStyle, type Layout } from "../model/widths";

export type RowProps<Row> = {
  index: number;
  row: Row;
  columns: readonly GridColumn<Row>[];
  sheet: Sheet;
  layout: Layout;
  /** The row's pending cells, by name. */
  pending: Readonly<Record<string, Pending>> | undefined;
  /** The current column if the row is the current one; else -1. */
  cursor: number;
  /** The selected columns; none if the row is outside of the selection. */
  left: number;
  right: number;
  editing: Editing | null;
  /** The height, if all rows share one. */
  height: number | undefined;
  below: ReactNode;
  /** The column whose content has a handle, if the row takes part; else -1. */
  gripAt: number;
  /** True if dragged content would be dropped here. */
  isTarget: boolean;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
};

function PlainRow<Row>({
  index,
  row,
  columns,
  sheet,
  layout,
  pending,
  cursor,
  left,
  right,
  editing,
  height,
  below,
  gripAt,
  isTarget,
  dispatch,
  takeFocus,
}: RowProps<Row>) {
  return (
    <div
      className="sr-sheet-row"
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-target={isTarget || undefined}
      style={{ ...(height === undefined ? {} : { top: index * height, height }), gridTemplateColumns: layout.template }}
    >
      {columns.map((column, place) => {
        const field = sheet.fieldAt(index, place);
        const own = pending?.[column.name];
        const value = own && !own.isText ? own.value : sheet.valueAt(index, place);
        const mayEdit = sheet.mayEdit(index, place);
        const tools = {
          value,
          field,
          mayEdit,
          isCurrent: cursor === place,
          set: (next: unknown) => dispatch({ type: "enter", at: { row: index, column: place }, value: next }),
        };
        return (
          <GridCell
            key={column.name}
            row={index}
            column={place}
            field={field}
            value={value}
            pending={own}
            mayEdit={mayEdit}
            isCurrent={cursor === place}
            isSelected={place >= left && place <= right}
            isHeading={place === 0 && !mayEdit}
            frozen={frozenStyle(layout, place)}
            editing={cursor === place ? editing : null}
            label={column.isControl ? textOf(field, value) || "Nothing yet" : undefined}
            hasGrip={gripAt === place && mayEdit}
            drawn={column.cell?.(row, tools)}
            dispatch={dispatch}
            takeFocus={takeFocus}
          />
        );
      })}
      {below && (
        <div className="sr-sheet-below" role="gridcell" aria-colindex={columns.length + 1} data-own-keys>
          {below}
        </div>
      )}
    </div>
  );
}

/** A row; it renders again only when its own state changes. */
export const GridRow = memo(PlainRow) as typeof PlainRow;
