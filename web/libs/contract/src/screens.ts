import type { ViewColumn } from "./personal";
import type { ComponentType, ReactNode } from "react";
import type { Choice, ListMeta, RecordData, Row } from "./api";
import type { AnyLists, ColumnOf, FilterOf, ListPath, Lists, Some, Thing } from "./lists";
import type { Entitled, Rights } from "./rights";
import type { WidgetName, WidgetProps } from "./widgets";

/** A module whose default export is a component. */
export type Piece<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

export type CellRenderer = (value: unknown, row: Row) => ReactNode;

/** A list's screen: `<ListScreen>` draws it from the service's columns. */
export type ListScreenProps<Path extends string = ListPath> = {
  /** Path of the list, `/students`; its calls are `{path}`, `{path}/columns`, `{path}/count`, `{path}/export`. */
  path: Path;
  /** The service's title when absent. */
  title?: string;
  subtitle?: ReactNode;
  /** Sums of the whole list, at its foot. */
  sums?: ReactNode;
  /** Filters that always apply and are not offered: `{ type: "zoom" }`. */
  fixed?: Record<string, string>;
  /**
   * Address of a row, `/users/{userId}`, in place of the service's; a row without one of its values has no link. A
   * function if rows lead to different screens.
   */
  target?: string | ((row: Row) => string | null);
  /** Rows open over their list: the address parameter with the id of the open one. */
  opens?: string;
  /** Called when a row without an address is opened. */
  onOpen?: (row: Row) => void;
  /** Renderers of cells that their column's type cannot draw. */
  cells?: Record<string, CellRenderer>;
  rowActions?: (row: Row) => ReactNode;
  rowClassName?: (row: Row) => string;
  /** Rows in groups, each below a head with its figures. */
  groups?: RowGroups;
  /** Buttons of the selection bar, for the selected rows. */
  selectionActions?: (choice: Choice) => ReactNode;
  /** More buttons next to Add. */
  actions?: ReactNode;
  /**
   * Called after rows were added, changed or deleted, to refresh other queries. Queries below the list's own path
   * (totals, counts) are refreshed anyway.
   */
  onChanged?: () => void;
  /** Hides all controls that change rows. */
  readOnly?: boolean;
  /**
   * Inside another screen: no page title, and the view is kept in memory, or in the address if it is the only list
   * there. It extends to the bottom of the viewport unless it has a height in pixels.
   */
  embedded?: { height?: number; inAddress?: boolean };
  /** The rows of tabs to show; all when absent. */
  tabs?: readonly string[];
  /** The column layout, if the screen stores it instead of the user's views of the list. */
  placing?: { columns: readonly ViewColumn[]; place: (columns: ViewColumn[]) => void; reset?: () => void };
  /** Content below the form for a new row, from the entries and the list's fixed values. */
  addNote?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** The page for adding a record, if it shows more than the form that the service declares. */
  addsAt?: string;
  /** The next step when the list is empty. */
  emptyText?: ReactNode;
  /** Draws the rows as a review queue instead of the table, for users who choose it. */
  queue?: (shown: QueueShown) => ReactNode;
  /** The view that this screen always shows instead of the table; `drawn` draws it. */
  always?: ViewKind;
  /** Draws the rows as a view that the service declares, for users who choose it. */
  drawn?: (kind: ViewKind, shown: ViewShown) => ReactNode;
};

/** A group of rows: its name, its number of rows and its formatted sums by column. */
export type RowGroup = { key: string; title: string; count?: string; sums: Readonly<Record<string, string>> };
/** The groups of a list's rows: the columns that they are sorted by, and the group of a row. */
export type RowGroups = { by: readonly string[]; of: (row: Row) => RowGroup };

/** The views of lists that services declare. */
export type ListViews = NonNullable<ListMeta["views"]>;
export type ViewKind = keyof ListViews;

/** A view is a list with the filters and the search of the screen; `rows` are the rows of its page. */
export type ViewShown = {
  meta: ListMeta;
  path: string;
  query: Readonly<Record<string, string>>;
  rows: readonly Row[];
  addressOf?: (row: Row) => string | null;
};

/**
 * The rows of a queue: those of the list's page, in the order `sort`; `height` is the available height in pixels. Rows
 * can be selected if moves are offered for a selection.
 */
export type QueueShown = {
  rows: readonly Row[];
  total: number;
  sort: readonly { name: string; descending: boolean }[];
  height: number;
  selection?: { has: (row: Row) => boolean; select: (rows: readonly Row[], on: boolean) => void };
};

/** A list as a review queue: rows on the left, the record drawn as in its drawer. */
export type QueueOptions<Column extends string = string> = {
  /** The columns of a row's first line and of those below it. */
  title: Column;
  lines: readonly Column[];
  /** Any of these roles has the queue; sysAdmin always. Absent: everyone who has the list. */
  only?: readonly string[];
};

/** A short mark next to a page's title, for example a record's status; `type` is a colour. */
export type Badge = { status: string; type?: string };
/** Props of a component on a record's page. */
export type RecordPieceProps<T extends RecordData = RecordData> = {
  record: T;
  /** Path of the records: `/students`. */
  thing: string;
  /** Refreshes the record and its list. */
  reload: () => void;
};

/** The drawer in which a list opens its records. `defineRecordDrawer` checks the fields that it reads. */
export type RecordDrawerOptions<T extends RecordData = RecordData> = {
  /** The address parameter of the open record: `?bill=3`. */
  param: string;
  /** Path of the records if it is not the list's. */
  thing?: string;
  /** Title with the record's values in braces, `{supplier} {user.name}`; a choice reads as in the list. */
  heading: string;
  /** The record in a sentence: `The bill`. */
  called?: string;
  /** The record's state, a value of the list's `status`; its own `status` when absent. */
  statusOf?: (record: T) => unknown;
  /** False hides the record's fields. */
  fields?: boolean;
  /** Content below the fields; `load` for a component that is loaded on demand. */
  draw?: (record: T) => ReactNode;
  load?: Piece<RecordPieceProps<T>>;
  /** The drawer's footer, in place of the moves. */
  footer?: (record: T, reload: () => void) => ReactNode;
};

/** Declares the drawer for records of a known shape. */
export const defineRecordDrawer = <T extends RecordData>(declared: RecordDrawerOptions<T>): RecordDrawerOptions =>
  declared as unknown as RecordDrawerOptions;

/** A route that is a list. Parameters of its path are filters of the same name; `all` means no filter. */
type ListOptions = Omit<
  ListScreenProps,
  "path" | "fixed" | "cells" | "title" | "opens" | "onOpen" | "embedded" | "queue" | "board" | "placing"
> & {
  /** The service's title when absent; a function of the path's filters if it depends on them. */
  title?: string | ((filters: Readonly<Record<string, string>>) => string);
  recordDrawer?: RecordDrawerOptions;
};
export type ListRoute<L = Lists> = {
  [Path in ListPath<L>]: ListOptions & {
    path: Path;
    fixed?: Some<FilterOf<Path, L>>;
    cells?: Some<ColumnOf<Path, L>, CellRenderer>;
    queue?: QueueOptions<ColumnOf<Path, L>>;
  };
}[ListPath<L>];

type WidgetTab = {
  [Name in WidgetName]: { widget: Name; props: (record: RecordData) => WidgetProps[Name] };
}[WidgetName];

type RowsTab<L> = {
  [Path in ListPath<L>]: {
    list: Path;
    /** Filter of the list that takes the record's id; a new row gets it. */
    by: FilterOf<Path, L>;
    /** Users with the right add, change and delete rows here; otherwise they are read-only. */
    edited?: boolean;
    addNote?: ListScreenProps["addNote"];
  };
}[ListPath<L>];

type PartsOf<Path> = {
  /** Path of the parts: their fields are at `/fields`, one of them at `/{id}`. */
  parts: Path;
  /** The property of the record's response that holds them. */
  rows: string;
  /** The word for one, `address`, and the name of one with its values in braces; `{title}` when absent. */
  noun: string;
  named?: string;
  /**
   * The call that adds one, with the record's id in braces: `/report/{id}/add/mock`; the path of the parts when absent.
   */
  to?: string;
  /** Values of the record that a new part gets: the record's id, if `to` does not have it. */
  by?: (record: RecordData) => Readonly<Record<string, unknown>>;
  empty: { icon?: string; title: string; text?: string };
} &
  /** A table of these fields, whose rows are added and changed in a form; `ordered` if `{to}/order` reorders them. */
  (
    | { columns: readonly string[]; ordered?: boolean }
    /** Each part with this section's fields, saved one by one; `mark` names a field that is true of only one part. */
    | { section: string; mark?: { field: string; label: string; verb: string; done: string } }
  );

/** Records that are parts of a record's page (`kit/records/parts.py`). */
export type PartsTab<L = AnyLists> = PartsOf<string extends keyof L ? string : Thing>;

/**
 * A tab of a record's page: its parts, rows of a list that belong to it, a widget of another area, or a component of
 * this one.
 */
export type RecordTab<L = Lists> = {
  /** Its part of the address. */
  name: string;
  title: string;
  /** Tabs of one group share one tab; `Overview` is the tab of the details. Absent: a separate tab. */
  group?: string;
} & Rights &
  (RowsTab<L> | PartsTab<L> | WidgetTab | { load: Piece<RecordPieceProps> });

/** A tab with its roles: it is shown to users who may read its list. */
export type EntitledTab = Entitled<RecordTab<AnyLists>>;

/** A route that is a record's page; its path ends with `/:id/:tab?`. */
export type ProfileRoute<Tab = RecordTab, Path extends string = Thing> = {
  /** Path of the records: `/students`. */
  thing: Path;
  /** Names of the sections of fields that the page shows; all when absent. */
  sections?: readonly string[];
  /** Components of the area that draw and save a field, by field name, in place of the usual control. */
  drawn?: Readonly<Record<string, Piece<RecordPieceProps>>>;
  /** The first entries of the summary above the record: fields by name, and facts that the area computes. */
  facts?: readonly (string | { title: string; draw: (record: RecordData) => ReactNode })[];
  /** Title with the record's values in braces; `{name}` when absent. */
  heading?: string;
  /** Names of choice fields shown next to the title, and other marks. */
  badges?: readonly (string | ((record: RecordData) => Badge | null))[];
  /** The picture of the user in `userId`, or the initials of the title. */
  avatar?: boolean;
  actions?: (record: RecordData, reload: () => void) => ReactNode;
  /** Tabs after the details. */
  tabs?: readonly Tab[];
};
