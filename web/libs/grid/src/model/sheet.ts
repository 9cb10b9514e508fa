import type { Field } from "@staffroom/contract";
import { sameValue } from "@staffroom/form";
import type { Size } from "./positions";
import type { GridColumn, RowKey } from "./types";

/** A grid's rows and columns as its state reads them, without drawing and events. */
export type Sheet = {
  size: Size;
  keys: readonly RowKey[];
  columns: readonly { name: string; title: string }[];
  fieldAt: (row: number, column: number) => Field;
  /** Returns the value in the screen's row. */
  valueAt: (row: number, column: number) => unknown;
  mayEdit: (row: number, column: number) => boolean;
  /** Returns the text that a column reads in place of the typed one. */
  readAs: (column: number, text: string) => string;
  /** True if a column's cells are their own control. */
  isControl: (column: number) => boolean;
  /** Returns the value that Space and Enter give a cell; null to open the editor. */
  toggled: (row: number, column: number, value: unknown) => { value: unknown } | null;
  rowOf: (key: RowKey) => number;
  columnOf: (name: string) => number;
};

/** Returns the field of a column in a row; `options` are those that its `optionsFrom` returned. */
export function fieldOf<Row>(column: GridColumn<Row>, row: Row, options?: Field["options"]): Field {
  const declared = typeof column.field === "function" ? column.field(row) : column.field;
  const field = {
    type: column.type ?? "text",
    ...(column.options && { options: column.options }),
    ...declared,
    name: column.name,
  };
  return {
    ...field,
    title: column.title ?? declared?.title ?? column.name,
    options: field.options?.length ? field.options : options,
  } as Field;
}

export const titleOf = <Row>({ title, field, name }: GridColumn<Row>): string =>
  title ?? (typeof field === "object" ? field.title : name);

/** Builds the sheet from a grid's props; `optionsOf` returns the loaded options of a column. */
export function sheetOf<Row>(
  rows: readonly Row[],
  rowKey: keyof Row,
  columns: readonly GridColumn<Row>[],
  optionsOf: (name: string) => Field["options"] = () => undefined,
): Sheet {
  const keys = rows.map((row) => row[rowKey] as RowKey);
  const places = new Map(keys.map((key, place) => [key, place]));
  const columnAt = (column: number) => columns[column] as GridColumn<Row>;
  // Columns whose field is the same in every row have it once.
  const fields = columns.map((column) =>
    typeof column.field === "function" || !rows[0] ? null : fieldOf(column, rows[0], optionsOf(column.name)),
  );
  return {
    size: { rows: rows.length, columns: columns.length },
    keys,
    columns: columns.map((column) => ({ name: column.name, title: titleOf(column) })),
    fieldAt: (row, column) =>
      fields[column] ?? fieldOf(columnAt(column), rows[row] as Row, optionsOf(columnAt(column).name)),
    valueAt: (row, column) => (rows[row] as Record<string, unknown> | undefined)?.[columnAt(column).name],
    mayEdit: (row, column) => {
      const { readOnly } = columnAt(column);
      const one = rows[row];
      return one !== undefined && !(typeof readOnly === "function" ? readOnly(one) : readOnly);
    },
    readAs: (column, text) => columnAt(column).read?.(text) ?? text,
    isControl: (column) => columnAt(column).isControl === true,
    toggled: (row, column, value) => {
      const { toggled } = columnAt(column);
      const one = rows[row];
      return toggled && one !== undefined ? { value: toggled(one, value) } : null;
    },
    rowOf: (key) => places.get(key) ?? -1,
    columnOf: (name) => columns.findIndex((column) => column.name === name),
  };
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** True if two values of a cell are the same; all notations of an empty value are equal. */
export const sameCell = (one: unknown, other: unknown): boolean =>
  sameValue(one, other) || (isNothing(one) && isNothing(other));
