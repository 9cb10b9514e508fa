import { useEffect, useEffectEvent } from "react";
import { selectionOf, type GridState } from "../model/grid-state";
import type { GridColumn, GridProps } from "../model/types";

type Input<Row> = Pick<GridProps<Row>, "rows" | "columns" | "onPlace"> & {
  columns: readonly GridColumn<Row>[];
  state: GridState;
};

/** Tells the screen which cell is current and which are selected. */
export function usePlace<Row>({ rows, columns, state, onPlace }: Input<Row>): void {
  const { top, bottom, left, right } = selectionOf(state);
  const { cursor } = state;
  const tell = useEffectEvent(() => {
    const [row, column] = [rows[cursor.row], columns[cursor.column]];
    if (row && column)
      onPlace?.({
        row,
        name: column.name,
        rows: rows.slice(top, bottom + 1),
        names: columns.slice(left, right + 1).map(({ name }) => name),
      });
  });
  useEffect(() => tell(), [rows, columns, cursor.row, cursor.column, top, bottom, left, right]);
}
