import type { ComponentType, ReactNode } from "react";
import type { Choice, RecordData, Row } from "./api";
import type { WidgetName, WidgetProps } from "./widgets";

/** A module whose default export is drawn. */
export type Piece<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

export type CellRenderer = (value: unknown, row: Row) => ReactNode;

/** A list's screen: `<ListScreen>` draws it from the service's columns. */
export type ListScreenProps = {
  /** Path of the list, `/students`; its calls are `{path}`, `{path}/columns`, `{path}/count`, `{path}/export`. */
  path: string;
  /** The service's title when absent. */
  title?: string;
  subtitle?: ReactNode;
  /** Filters that always hold and are not offered: `{ type: "zoom" }`. */
  fixed?: Record<string, string>;
  /** Address of a row, `/users/{userId}`, in the place of the service's; a row without one of its values leads nowhere. */
  target?: string;
  /** Raised instead of going to the row's target. */
  onOpen?: (row: Row) => void;
  /** Cells that need more than their column's type. */
  cells?: Record<string, CellRenderer>;
  rowActions?: (row: Row) => ReactNode;
  rowClassName?: (row: Row) => string;
  /** Buttons of the selection bar: what can be done with the rows chosen. */
  selectionActions?: (choice: Choice) => ReactNode;
  /** Further buttons beside Add. */
  actions?: ReactNode;
  /** Called after rows were added, changed or deleted; for what is read elsewhere. What is below the list's own path
   * (totals, counts) is read anew without it. */
  onChanged?: () => void;
  /** Draws nothing that changes rows. */
  readOnly?: boolean;
  /** Inside another screen: no page title, the view kept in memory; as far down as the viewport goes unless it has a
   * height in pixels. */
  embedded?: { height?: number };
  /** The rows of tabs that are drawn; without it all there are. */
  tabs?: readonly string[];
  /** The next step when the list is empty. */
  emptyText?: ReactNode;
};

/** A short mark beside a page's title, for example a record's status; `type` is a colour. */
export type Badge = { status: string; type?: string };
/** Props of a piece of a record's page. */
export type RecordPieceProps<T extends RecordData = RecordData> = {
  record: T;
  /** Path of the records: `/students`. */
  thing: string;
  /** Reads the record and its list anew. */
  reload: () => void;
};

/** The record that opens beside its list. `besideList` checks what it reads of the record. */
export type RecordBeside<T extends RecordData = RecordData> = {
  /** Names the open record in the address: `?bill=3`. */
  param: string;
  /** Path of the records when it is not the list's. */
  thing?: string;
  /** Title with the record's values in braces, `{supplier} {reference}`; a choice reads as in the list. */
  heading: string;
  /** The record in a sentence: `The bill`. */
  called?: string;
  /** Where the record stands, a value of the list's `status`; its own `status` when absent. */
  statusOf?: (record: T) => unknown;
  /** Whether the record's fields are shown; they are when absent. */
  fields?: boolean;
  /** Drawn below them; `load` for a piece that is large enough to be loaded when it is needed. */
  draw?: (record: T) => ReactNode;
  load?: Piece<RecordPieceProps<T>>;
  /** At the drawer's foot, in the place of the moves above the fields. */
  footer?: (record: T, reload: () => void) => ReactNode;
};

/** Declares a record of a known shape. */
export const besideList = <T extends RecordData>(declared: RecordBeside<T>): RecordBeside => declared as unknown as RecordBeside;

/** A route that is a list. Parts of its path hold as filters of the same name; `all` holds nothing. */
export type ListRoute = Omit<ListScreenProps, "title" | "onOpen" | "embedded"> & {
  /** The service's title when absent; or made of what the path holds. */
  title?: string | ((held: Readonly<Record<string, string>>) => string);
  beside?: RecordBeside;
};

type WidgetTab = { [Name in WidgetName]: { widget: Name; props: (record: RecordData) => WidgetProps[Name] } }[WidgetName];

/** A tab of a record's page: rows of a list that belong to it, a widget of another area, or a piece of this one. */
export type RecordTab = {
  /** Its part of the address. */
  name: string;
  title: string;
  /** Any of these roles has the tab; sysAdmin always does. Absent: everyone who sees the record. */
  roles?: readonly string[];
} & (
  | { list: string; /** Filter of the list that takes the record's id. */ by: string }
  | WidgetTab
  | { load: Piece<RecordPieceProps> }
);

/** A route that is a record's page; its path ends with `/:id/:tab?`. */
export type ProfileRoute = {
  /** Path of the records: `/students`. */
  thing: string;
  /** Title with the record's values in braces; `{name}` when absent. */
  heading?: string;
  /** Names of fields whose choice stands beside the title, and other marks. */
  badges?: readonly (string | ((record: RecordData) => Badge | null))[];
  /** The picture of the user in `userId`, or the initials of the title. */
  avatar?: boolean;
  actions?: (record: RecordData) => ReactNode;
  /** Tabs after the details. */
  tabs?: readonly RecordTab[];
};
