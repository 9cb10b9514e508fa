import type { CellRenderer, ListMeta, Row, RowGroups } from "@staffroom/contract";
import type { ReactNode, Ref } from "react";
import type { ListView } from "../request/address";
import type { ChangeView } from "../request/use-view";
import type { Selection } from "../selection/selection";
import type { PlacedColumn } from "./columns";

/** `enter` focuses the first row. */
export type RowsHandle = { enter: () => void };

export type TableProps = {
  handle?: Ref<RowsHandle>;
  /** Called on arrow up in the first row. */
  onLeave?: () => void;
  meta: ListMeta;
  path: string;
  /** The columns in their places, hidden ones included. */
  placed: readonly PlacedColumn[];
  /** Called with the width that the user gave a column; absent if columns are fixed. */
  onWidth?: (name: string, width: number) => void;
  rows: Row[];
  view: ListView;
  change: ChangeView;
  /** The width available to the table; 0 until it is measured. */
  width: number;
  /** The height of the rows. */
  height: number;
  loading: boolean;
  editing: boolean;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  onOpen?: (row: Row) => void;
  /** Returns the address of a row: its name links to it. */
  addressOf?: (row: Row) => string | null;
  /** Called after a cell was saved in place. */
  onEdited: () => void;
  cells?: Record<string, CellRenderer>;
  rowActions?: (row: Row) => ReactNode;
  rowClassName?: (row: Row) => string;
  groups?: RowGroups;
  /** Key of the remembered scroll position. */
  scrollKey: string;
  empty: ReactNode;
};
