import type { ViewColumn } from "./personal";
import type { ComponentType, ReactNode } from "react";
import type { Choice, ListMeta, RecordData, Row } from "./api";
import type { AnyLists, ColumnOf, FilterOf, ListPath, Lists, Some, Thing } from "./lists";
import type { Entitled, Rights } from "./rights";
import type { WidgetName, WidgetProps } from "./widgets";

/** A module whose default export is drawn. */
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
   * Address of a row, `/users/{userId}`, in the place of the service's; a row without one of its values leads nowhere.
   * A function where rows lead to different screens.
   */
  target?: string | ((row: Row) => string | null);
  /** Rows open over their list: the parameter of the address that takes the id of the open one. */
  opens?: string;
  /** Called when a row is opened that has no address. */
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
  /** Called after rows were added, changed or deleted, to refresh other queries. Queries below the list's own path
   * (totals, counts) are refreshed anyway. */
  onChanged?: () => void;
  /** Hides all controls that change rows. */
  readOnly?: boolean;
  /**
   * Inside another screen: no page title, the view kept in memory, or in the address where it is the only list there;
   * as far down as the viewport goes unless it has a height in pixels.
   */
  embedded?: { height?: number; inAddress?: boolean };
  /** The rows of tabs to show; all when absent. */
  tabs?: readonly string[];
  /** The columns in their places, where the screen keeps them instead of the user's views of the list. */
  placing?: { columns: readonly ViewColumn[]; place: (columns: ViewColumn[]) => void; reset?: () => void };
  /**
   * Content below the fields of the form in which a row is added, by what is entered there and what the list is fixed
   * to.
   */
  addNote?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** The page on which a record is added, where it says more than the form that the service declares. */
  addsAt?: string;
  /** The next step when the list is empty. */
  emptyText?: ReactNode;
  /** Draws the rows as a queue that is worked through, in the place of the table, for those who ask for it. */
  queue?: (shown: QueueShown) => ReactNode;
  /** The view that this screen always shows, in the place of the table; `drawn` draws it. */
  always?: ViewKind;
  /** Draws the rows as a view that the service declares, for those who ask for it. */
  drawn?: (kind: ViewKind, shown: ViewShown) => ReactNode;
};

/** A group of rows: its name, the number of all its rows and its sums, as they are written, by column. */
export type RowGroup = { key: string; title: string; count?: string; sums: Readonly<Record<string, string>> };
/** The groups of the rows of a list: the columns that they are sorted by, and the group of a row. */
export type RowGroups = { by: readonly string[]; of: (row: Row) => RowGroup };

/** The views of lists that services declare. */
export type ListViews = NonNullable<ListMeta["views"]>;
export type ViewKind = keyof ListViews;

/** A view is a list with the filters and the search of the screen; `rows` are those of its page. */
export type ViewShown = {
  meta: ListMeta;
  path: string;
  query: Readonly<Record<string, string>>;
  rows: readonly Row[];
  addressOf?: (row: Row) => string | null;
};

/**
 * The rows of a queue: those of the list's page, in the order `sort`; `height` in pixels is the room that there is.
 * Rows are selected where moves are offered for a selection.
 */
export type QueueShown = {
  rows: readonly Row[];
  total: number;
  sort: readonly { name: string; descending: boolean }[];
  height: number;
  selection?: { has: (row: Row) => boolean; select: (rows: readonly Row[], on: boolean) => void };
};

/** A list as a review queue: what stands for a row on the left; the record is drawn as in its drawer. */
export type QueueOptions<Column extends string = string> = {
  /** The columns of a row's first line and of those below it. */
  title: Column;
  lines: readonly Column[];
  /** Any of these roles has the queue; sysAdmin always does. Absent: all who have the list. */
  only?: readonly string[];
};

/** A short mark beside a page's title, for example a record's status; `type` is a colour. */
export type Badge = { status: string; type?: string };
/** Props of a piece of a record's page. */
export type RecordPieceProps<T extends RecordData = RecordData> = {
  record: T;
  /** Path of the records: `/students`. */
  thing: string;
  /** Refreshes the record and its list. */
  reload: () => void;
};

/** The drawer in which a list opens its records. `defineRecordDrawer` checks the fields that it reads. */
export type RecordDrawerOptions<T extends RecordData = RecordData> = {
  /** Names the open record in the address: `?bill=3`. */
  param: string;
  /** Path of the records when it is not the list's. */
  thing?: string;
  /** Title with the record's values in braces, `{supplier} {user.name}`; a choice reads as in the list. */
  heading: string;
  /** The record in a sentence: `The bill`. */
  called?: string;
  /** The state of the record, a value of the list's `status`; its own `status` when absent. */
  statusOf?: (record: T) => unknown;
  /** False hides the record's fields. */
  fields?: boolean;
  /** Content below the fields; `load` for a piece that is loaded on demand. */
  draw?: (record: T) => ReactNode;
  load?: Piece<RecordPieceProps<T>>;
  /** The drawer's footer, in the place of the moves. */
  footer?: (record: T, reload: () => void) => ReactNode;
};

/** Declares the drawer of records of a known shape. */
export const defineRecordDrawer = <T extends RecordData>(declared: RecordDrawerOptions<T>): RecordDrawerOptions =>
  declared as unknown as RecordDrawerOptions;

/** A route that is a list. Parameters of its path are filters of the same name; `all` is no filter. */
type ListOptions = Omit<
  ListScreenProps,
  "path" | "fixed" | "cells" | "title" | "opens" | "onOpen" | "embedded" | "queue" | "board" | "placing"
> & {
  /** The service's title when absent; a function of the path's filters where it depends on them. */
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
    /** Rows are added, changed and deleted here by who may; else they are only read. */
    edited?: boolean;
    addNote?: ListScreenProps["addNote"];
  };
}[ListPath<L>];

type PartsOf<Path> = {
  /** Path of the parts: their fields are at `/fields`, one of them at `/{id}`. */
  parts: Path;
  /** The part of the record's answer that holds them. */
  rows: string;
  /** The word for one, `address`, and the name of one with its values in braces; `{title}` when absent. */
  noun: string;
  named?: string;
  /**
   * The call that adds one, with the record's id in braces: `/report/{id}/add/mock`; the path of the parts when absent.
   */
  to?: string;
  /** Values of the record that a new one gets: its id, where `to` does not have it. */
  by?: (record: RecordData) => Readonly<Record<string, unknown>>;
  empty: { icon?: string; title: string; text?: string };
} &
  /**
   * A table of these fields, whose rows are added and changed in a form; `ordered` where `{to}/order` puts them into
   * another order.
   */
  (
    | { columns: readonly string[]; ordered?: boolean }
    /** Each with the fields of this section, saved one by one; `mark` names a field that is true of one alone. */
    | { section: string; mark?: { field: string; label: string; verb: string; done: string } }
  );

/** Records that are parts of the record that a page shows (`kit/records/parts.py`). */
export type PartsTab<L = AnyLists> = PartsOf<string extends keyof L ? string : Thing>;

/**
 * A tab of a record's page: its parts, rows of a list that belong to it, a widget of another area, or a piece of this
 * one.
 */
export type RecordTab<L = Lists> = {
  /** Its part of the address. */
  name: string;
  title: string;
  /** Tabs of one group stand together as one tab; `Overview` is that of the details. Absent: a tab of its own. */
  group?: string;
} & Rights &
  (RowsTab<L> | PartsTab<L> | WidgetTab | { load: Piece<RecordPieceProps> });

/** A tab with its roles: it is shown to those who may read its list. */
export type EntitledTab = Entitled<RecordTab<AnyLists>>;

/** A route that is a record's page; its path ends with `/:id/:tab?`. */
export type ProfileRoute<Tab = RecordTab, Path extends string = Thing> = {
  /** Path of the records: `/students`. */
  thing: Path;
  /** Names of the sections of fields that the page shows; all when absent. */
  sections?: readonly string[];
  /** Fields that a piece of the area draws and saves, by their names, in the place of their controls. */
  drawn?: Readonly<Record<string, Piece<RecordPieceProps>>>;
  /** The first entries of the summary above the record: fields by name, and facts of the area's own. */
  facts?: readonly (string | { title: string; draw: (record: RecordData) => ReactNode })[];
  /** Title with the record's values in braces; `{name}` when absent. */
  heading?: string;
  /** Names of fields whose choice stands beside the title, and other marks. */
  badges?: readonly (string | ((record: RecordData) => Badge | null))[];
  /** The picture of the user in `userId`, or the initials of the title. */
  avatar?: boolean;
  actions?: (record: RecordData, reload: () => void) => ReactNode;
  /** Tabs after the details. */
  tabs?: readonly Tab[];
};
