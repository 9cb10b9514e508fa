import type { Field, FieldType, Option } from "@staffroom/contract";
import type { ReactNode, Ref } from "react";

/** The key of a row: the value of its `rowKey`. */
export type RowKey = string | number;

/** The value of one cell to save; `before` is the value that the server had, for `oldValue`. */
export type CellChange = { row: RowKey; name: string; value: unknown; before: unknown };

/** The refusal of one cell: its text is shown in the cell, which keeps what was entered. */
export type Refusal = { row: RowKey; name: string; text: string };
/** The cells of a call that were refused; none when all were saved. */
export type Refusals = readonly Refusal[] | undefined | void;

/** A cell as its column draws it. */
export type CellTools = {
  /** The value as it is shown: the row's, or the one that is being saved. */
  value: unknown;
  field: Field;
  mayEdit: boolean;
  /** True in the cell that has the focus. */
  isCurrent: boolean;
  /** Enters a value, as typing does: it is checked, saved, and can be undone. */
  set: (value: unknown) => void;
};

export type GridColumn<Row> = {
  /** The property of the row, and the name by which a change is saved. */
  name: string;
  /** The heading; that of `field` when absent. */
  title?: string;
  /** The type of the cells; that of `field` when absent, else `text`. */
  type?: FieldType;
  /** The choices of a `select` or `multiselect`. */
  options?: Option[];
  /** A declared field: it brings type, options, title and limits. A function where the rows differ. */
  field?: Field | ((row: Row) => Field);
  /** Width in pixels; by the type when absent. Texts without a width share what room is left. */
  width?: number;
  /** Stays at the left while the others scroll. Without any, the first column is. */
  frozen?: boolean;
  /** True where no cell, or not the cell of this row, can be edited. */
  readOnly?: boolean | ((row: Row) => boolean);
  /** Turns what was typed or pasted into the form that the type reads: `9` into `09:00`. */
  read?: (text: string) => string;
  /** Draws the value; what can take the focus in it has `tabIndex={-1}`. */
  cell?: (row: Row, tools: CellTools) => ReactNode;
  /**
   * True where `cell` draws the control itself: no editor opens over it. Keys that choose an option, copy, paste and
   * undo work as elsewhere.
   */
  isControl?: boolean;
  /**
   * The value that Space, Enter and a double click give a cell, in the place of opening its editor; F2 opens it all the
   * same.
   */
  toggled?: (row: Row, value: unknown) => unknown;
  /** Draws the heading; `title` stays its name. */
  head?: ReactNode;
};

/** Calls by which a screen acts on its grid. */
export type GridHandle = {
  /** Makes a cell the current one: only in sight, with the focus, or with its editor open. */
  go: (row: RowKey, name: string, how: "show" | "focus" | "edit") => void;
  /** Adds to the steps of undo what the screen saved by a call of its own. */
  record: (changes: readonly CellChange[]) => void;
};

/** The current cell, and the rows and columns that are selected. */
export type GridPlace<Row> = { row: Row; name: string; rows: readonly Row[]; names: readonly string[] };

export type GridProps<Row> = {
  rows: readonly Row[];
  /** The property that tells rows apart. */
  rowKey: keyof Row & string;
  /** The name of the grid for screen readers. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /**
   * Saves cells: one call for each entry, for a pasted block, for an undo. Calls follow one another. Cells that it
   * answers, and all when it rejects, are refused in place; without an answer of the server they wait, and are sent
   * once it can be reached. Refresh `rows` before it resolves. `shown` gives the value that a cell shows, refused ones
   * too, for rows whose cells are saved together.
   */
  save: (changes: readonly CellChange[], shown: (row: RowKey, name: string) => unknown) => Promise<Refusals>;
  /** Keeps entries that are not saved yet on this device under this key, beyond a reload. */
  draftKey?: string;
  /** Adds a row after this one, or at the end. */
  insertRow?: (after: Row | null) => unknown;
  removeRow?: (row: Row) => unknown;
  /** Puts a row at another place; Alt with the arrows up and down moves it. */
  moveRow?: (row: Row, to: number) => unknown;
  /**
   * The column whose content moves between rows: Alt with the arrows up and down, and dragging its handle, exchange it
   * with that of another row. Rows that do not take part keep theirs.
   */
  exchanges?: { name: string; takes: (row: Row) => boolean };
  /** Takes a pasted block in the place of the cells: true where it does. */
  onPaste?: (block: readonly (readonly string[])[], at: { row: RowKey; name: string }) => boolean;
  /** Called when another cell is the current one, when others are selected, and when their rows have changed. */
  onPlace?: (place: GridPlace<Row>) => void;
  /** Controls at the foot that act on the current row. */
  actions?: (current: Row) => ReactNode;
  handle?: Ref<GridHandle>;
  /**
   * Height of a row in pixels, by the density when absent. `auto`: rows are as high as their cells, and all are drawn;
   * for short grids.
   */
  rowHeight?: number | "auto";
  /** The most that the grid is high, in pixels; it scrolls inside. 560 when absent; `none` of a short one. */
  maxHeight?: number | "none";
  /** Content below the cells of a row, with controls of its own; with `rowHeight="auto"`. */
  below?: (row: Row) => ReactNode;
  /** Stands in the place of the rows where there are none. */
  empty?: ReactNode;
  /** Stands at the foot, beside the state of saving. */
  foot?: ReactNode;
  className?: string;
};
