import type { Field, FieldType, Option } from "@staffroom/contract";
import type { ReactNode, Ref } from "react";

/** The key of a row: the value of its `rowKey`. */
export type RowKey = string | number;

/** The value of one cell to save; `before` is the server's value, for `oldValue`. */
export type CellChange = { row: RowKey; name: string; value: unknown; before: unknown };

/** The refusal of one cell: the text is shown in the cell, which keeps the entry. */
export type Refusal = { row: RowKey; name: string; text: string };
/** The refused cells of a call; none if all were saved. */
export type Refusals = readonly Refusal[] | undefined | void;

/** A cell as its column draws it. */
export type CellTools = {
  /** The shown value: the row's, or the one that is being saved. */
  value: unknown;
  field: Field;
  mayEdit: boolean;
  /** True in the cell that has the focus. */
  isCurrent: boolean;
  /** Enters a value as typing does: it is checked and saved, and can be undone. */
  set: (value: unknown) => void;
};

export type GridColumn<Row> = {
  /** The property of the row, and the name under which a change is saved. */
  name: string;
  /** The heading; that of `field` when absent. */
  title?: string;
  /** The type of the cells; that of `field` when absent, else `text`. */
  type?: FieldType;
  /** The choices of a `select` or `multiselect`. */
  options?: Option[];
  /** A declared field: it brings type, options, title and limits. A function if the rows differ. */
  field?: Field | ((row: Row) => Field);
  /** Width in pixels; by the type when absent. Texts without a width share the remaining room. */
  width?: number;
  /** Stays at the left while the others scroll. If no column does, the first one stays. */
  frozen?: boolean;
  /** True if no cell, or not the cell of this row, can be edited. */
  readOnly?: boolean | ((row: Row) => boolean);
  /** Converts typed or pasted text to the form that the type parses: `9` into `09:00`. */
  read?: (text: string) => string;
  /** Draws the value; focusable elements in it have `tabIndex={-1}`. */
  cell?: (row: Row, tools: CellTools) => ReactNode;
  /**
   * True if `cell` draws the control itself: no editor opens over it. Keys that choose an option, copy, paste and undo
   * work as elsewhere.
   */
  isControl?: boolean;
  /** The value that Space, Enter and a double click give a cell instead of opening its editor; F2 still opens it. */
  toggled?: (row: Row, value: unknown) => unknown;
  /** Draws the heading; `title` stays its name. */
  head?: ReactNode;
};

/** Calls with which a screen acts on its grid. */
export type GridHandle = {
  /** Makes a cell the current one: just scrolled to, with the focus, or with its editor open. */
  go: (row: RowKey, name: string, how: "show" | "focus" | "edit") => void;
  /** Adds a save by the screen's own call to the undo steps. */
  record: (changes: readonly CellChange[]) => void;
};

/** The current cell, and the selected rows and columns. */
export type GridPlace<Row> = { row: Row; name: string; rows: readonly Row[]; names: readonly string[] };

export type GridProps<Row> = {
  rows: readonly Row[];
  /** The property that identifies rows. */
  rowKey: keyof Row & string;
  /** The name of the grid for screen readers. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /**
   * Saves cells: one call for each entry, pasted block or undo, one call at a time. Returned cells, and all cells when
   * it rejects, are refused in place. Without a response they wait, and are sent once the server can be reached.
   * Refresh `rows` before it resolves. `shown` returns the value that a cell shows, refused ones too, for rows whose
   * cells are saved together.
   */
  save: (changes: readonly CellChange[], shown: (row: RowKey, name: string) => unknown) => Promise<Refusals>;
  /** Keeps unsaved entries on this device under this key, across reloads. */
  draftKey?: string;
  /** Adds a row after this one, or at the end. */
  insertRow?: (after: Row | null) => unknown;
  removeRow?: (row: Row) => unknown;
  /** Moves a row to another position; Alt with the arrows up and down moves it. */
  moveRow?: (row: Row, to: number) => unknown;
  /**
   * The column whose content moves between rows: Alt with the arrows up and down, or dragging its handle, exchanges it
   * with another row's. Rows that do not take part keep theirs.
   */
  exchanges?: { name: string; takes: (row: Row) => boolean };
  /** Handles a pasted block in place of the cells: returns true if it did. */
  onPaste?: (block: readonly (readonly string[])[], at: { row: RowKey; name: string }) => boolean;
  /** Called when the current cell, the selection, or their rows have changed. */
  onPlace?: (place: GridPlace<Row>) => void;
  /** Controls in the footer that act on the current row. */
  actions?: (current: Row) => ReactNode;
  handle?: Ref<GridHandle>;
  /**
   * Height of a row in pixels, by the density when absent. `auto`: rows are as high as their cells, and all are drawn;
   * for short grids.
   */
  rowHeight?: number | "auto";
  /** The grid's maximum height in pixels; it scrolls inside. 560 when absent; `none` for a short one. */
  maxHeight?: number | "none";
  /** Content below the cells of a row, with its own controls; with `rowHeight="auto"`. */
  below?: (row: Row) => ReactNode;
  /** Replaces the rows if there are none. */
  empty?: ReactNode;
  /** Shown in the footer next to the state of saving. */
  foot?: ReactNode;
  className?: string;
};
