import type { Page } from "./api";
import type { AnyLists, ColumnOf, FilterOf, ListPath, Lists, Some, Thing } from "./lists";
import { callOf, entitled, type Call, type Entitled, type Rights } from "./rights";
import type { EntitledTab, ListRoute, Piece, ProfileRoute, RecordTab } from "./screens";
import type { WidgetName, WidgetProps } from "./widgets";

/**
 * Groups of the navigation, in the order in which they are drawn. `Setup` has a screen of cards, the others have an
 * entry in the rail.
 */
export const menuGroups = [
  "Work",
  "Enquiries",
  "People",
  "Teaching",
  "Exams",
  "Money",
  "Support",
  "Library",
  "Insights",
  "Setup",
] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** The parts of a route besides its content. */
export type RouteBase = {
  /** Path under the hash, in React Router syntax: `/students/:id/:tab?`. */
  path: string;
  title: string;
  /**
   * The path of the route whose menu entry also covers this screen. A screen with its own title that needs no record is
   * a view of the entry's list: it appears in that list's Views menu and in Ctrl+K, but not in the navigation. One with
   * the entry's title is another address of the same screen.
   */
  under?: string;
  /** Opens without signing in. */
  public?: boolean;
};

/** A list or a record's page, which the shell draws, or a screen of the area. */
type RouteContent<L, Tab> =
  | { list: ListPath<L> | ListRoute<L>; profile?: never; load?: never }
  | { profile: ProfileRoute<Tab, L extends Lists ? Thing : string>; list?: never; load?: never }
  | { load: Piece; list?: never; profile?: never };

/**
 * A route as an area declares it. It opens for those who may make its call, by default the call of its list or record.
 */
export type DeclaredRoute<L = Lists> = RouteBase & Rights & RouteContent<L, RecordTab<L>>;
/** A route with its roles: any of them opens it, and sysAdmin; absent: every signed-in user. */
export type AreaRoute = RouteBase & Entitled<Rights> & RouteContent<AnyLists, EntitledTab>;

export type MenuEntry<Path extends string = string> = {
  /** A path of this area's routes; optional parts are left out in the link. */
  route: Path;
  /** Values of the path's parts, if the link needs them: `{ type: "oxford" }`. */
  params?: Readonly<Record<string, string>>;
  group: MenuGroup;
  /** The route's title when absent. */
  title?: string;
  icon?: string;
  order?: number;
};

/** An entry of the client application's menu, which has no groups: on a phone the first four are in its bar. */
export type ClientEntry<Path extends string = string> = Omit<MenuEntry<Path>, "group">;

/** Rows of a list that wait for people of some roles: a part of the home page's queue, oldest rows first. */
export type Waiting<Path extends string = string, L = AnyLists> = WaitingBase<Path> &
  { [List in ListPath<L>]: WaitingRows<List, ColumnOf<List, L>, FilterOf<List, L>> }[ListPath<L>];
/**
 * A queue of tasks, as an area declares it: the list, its columns and its filters belong to a service; rows that
 * `read` returns may have any.
 */
export type DeclaredWaiting<Path extends string = string, L = Lists> =
  | Waiting<Path, L>
  | (Waiting<Path> & { read: () => Promise<Page> });
/** The same for one of several lists, by the columns that they have in common. */
export const waitingAlike = <Path extends string, List extends ListPath>(
  one: WaitingBase<Path> & WaitingRows<List, ColumnOf<List>, FilterOf<List>>,
): DeclaredWaiting<Path> => one as unknown as DeclaredWaiting<Path>;
type WaitingBase<Path> = {
  title: string;
  icon: string;
  /** A path of this area's routes with the values of its parts, and the parameter that names an open record there. */
  route: Path;
  params?: Readonly<Record<string, string>>;
  open?: string;
  /** Address of a row with its own page: `/tutors/{id}`. */
  target?: string;
  /** The view in which the route shows the rows: `queue` is a review queue. */
  view?: string;
  /**
   * Roles whose task this is, which may be fewer than those with access; sysAdmin counts only if named. Absent:
   * everyone who may open the route.
   */
  roles?: readonly string[];
};
type WaitingRows<List, Column extends string, Filter extends string> = {
  /** Path of the list, and the filters that select the waiting rows; the address has the same filters. */
  list: List;
  query: Some<Filter>;
  /** Returns the rows, oldest first, if no list has them; `list` then only names them. */
  read?: () => Promise<Page>;
  /** The column with the start of the wait, and the column to order by if that is another. */
  since: Column;
  sort?: Column | `-${Column}`;
  /** The column with the deadline: it replaces the age. */
  due?: Column;
  /**
   * The rows are deadlines, shown in their own panel: those whose day in a range filter is past or within this many
   * days from now. `from` leaves out past ones.
   */
  ahead?: { filter: Filter; days: number; from?: "today" };
  /**
   * The rows are the part of a total whose day in a range filter is within this many days back, up to now. Their count
   * is shown next to the total: `3 of 41`.
   */
  outOf?: { filter: Filter; days: number };
  /** The columns that identify a row, most telling first. */
  shows: readonly Column[];
  /** A column next to them: money in the row's `currency`, or with `one` and `many` a count. */
  figure?: { column: Column; one?: string; many?: string };
};

/**
 * A command of Ctrl+K: opens a route, by default with the form for a new record. It is offered to users who have the
 * route and may make its call.
 */
export type Command<Path extends string = string> = {
  /** A verb and a noun: `New ticket`. */
  title: string;
  route: Path;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Stays in Ctrl+K and types this into its box: `act as `, after which the area's search finds the users. */
  completes?: string;
} & Rights;

/**
 * Filters of a list that select the rows of a record, by the path of the records; `{userId}` is a value of the record.
 */
export type OfRecords<Filter extends string = string> = Readonly<Record<string, Some<Filter>>>;

/** Rows of a list as entries in the timelines of records, including records of other areas. */
export type TimelineSource<L = AnyLists> = Rights &
  { [List in ListPath<L>]: TimelineRows<List, ColumnOf<List, L>, FilterOf<List, L>> }[ListPath<L>];
/** The same as an area declares it. Calls that take their filters as headers have no columns. */
export type DeclaredTimeline<L = Lists> = TimelineSource<L> | (TimelineSource & { list: Call; filtersInHeaders: true });
type TimelineRows<List, Column, Filter extends string> = {
  of: OfRecords<Filter>;
  /** A row in one word: `Invoice`. */
  kind: string;
  icon: string;
  /** Path of the list. */
  list: List;
  /** The call takes its filters as headers, has its own order and no columns. */
  filtersInHeaders?: boolean;
  /** The column with the timestamp or day of the entry. */
  at: Column;
  /** The columns that identify a row, most telling first. */
  shows: readonly Column[];
  /** Address of a row; the target of the list when absent. */
  target?: string;
};

/** A figure in the summary of records: the number of rows of a list, or one of its totals. */
export type SummaryFigure<L = AnyLists> = SummaryBase &
  { [List in ListPath<L>]: { of: OfRecords<FilterOf<List, L>>; list: List } }[ListPath<L>];
type SummaryBase = {
  title: string;
  /** The total that is shown, by currency; the number of rows when absent. */
  sum?: string;
  /**
   * Where exactly these rows are shown: `{record}` is the address of the record's page, `{userId}` a value of the
   * record.
   */
  target: string;
  /** More than zero needs attention. */
  alert?: boolean;
  /** Replaces the number; such a figure is shown only if there are rows. */
  says?: string;
} & Rights;

/**
 * One hit of Ctrl+K. `status` is the record's state in words; `isPast` means that it is over, for example the person
 * left. A hit is `exact` if the query is the record's number, and `near` if its name is one typo away.
 */
export type SearchHit = {
  title: string;
  detail?: string;
  kind: string;
  target: string;
  status?: string;
  isPast?: boolean;
  match?: "exact" | "near";
};

export type Widgets = { [Name in WidgetName]?: Piece<WidgetProps[Name]> };

/** An area's part in the client application (`docs/client.md`), whose users see only their own records. */
export type ClientPart<Path extends string = string, Route = DeclaredRoute, L = Lists> = {
  routes: readonly (Route & { path: Path })[];
  menu: readonly ClientEntry<Path>[];
  waiting?: readonly DeclaredWaiting<Path, L>[];
};

export type Area = {
  name: string;
  client: ClientPart<string, AreaRoute, AnyLists>;
  routes: readonly AreaRoute[];
  menu: readonly MenuEntry[];
  waiting: readonly Waiting[];
  commands: readonly Entitled<Command>[];
  timeline: readonly Entitled<TimelineSource>[];
  summary: readonly Entitled<SummaryFigure>[];
  widgets: Widgets;
  /** Finds records by a search text of at least three characters. */
  search?: (query: string, signal: AbortSignal) => Promise<SearchHit[]>;
  /**
   * The service's lists that become stale by a write, by the path of the records: a write to `/slip/7` affects those of
   * `/slip`.
   */
  stale: StaleLists;
};
export type StaleLists = Readonly<Record<string, readonly string[]>>;
/** The area's service; the area's build fills it in from the service's output. */
declare const STALE: StaleLists;

type AreaInput<Route extends DeclaredRoute<L>, L> = {
  name: string;
  routes: readonly Route[];
  menu: readonly MenuEntry<Route["path"]>[];
  waiting?: readonly DeclaredWaiting<Route["path"], L>[];
  commands?: readonly Command<Route["path"]>[];
  timeline?: readonly DeclaredTimeline<L>[];
  summary?: readonly SummaryFigure<L>[];
  widgets?: Widgets;
  search?: Area["search"];
  client?: ClientPart<string, DeclaredRoute<L>, L>;
};

/** Declares the area of a remote. A menu entry or queue that names no route of the area does not compile. */
export const defineArea = <const Path extends string>(input: AreaInput<DeclaredRoute & { path: Path }, Lists>): Area =>
  areaWithRoles(input as unknown as AnyInput);

/** Declares an area over lists that no service has, for tests. */
export const defineMadeUpArea = <const Path extends string>(
  input: AreaInput<DeclaredRoute<AnyLists> & { path: Path }, AnyLists>,
): Area => areaWithRoles(input);

type AnyInput = AreaInput<DeclaredRoute<AnyLists> & { path: string }, AnyLists>;

function areaWithRoles(input: AnyInput): Area {
  const { client = { routes: [], menu: [] }, routes, commands = [], timeline = [], summary = [] } = input;
  return {
    widgets: {},
    waiting: [],
    stale: typeof STALE === "undefined" ? {} : STALE,
    ...input,
    client: { ...client, routes: client.routes.map(withRoles) },
    routes: routes.map(withRoles),
    commands: commands.map((one) => entitled(one)),
    timeline: timeline.map((one) => entitled(one, one.list)),
    summary: summary.map((one) => entitled(one, one.list)),
  };
}

/** Returns the call of a list or a record's page. */
function contentCall({ list, profile }: DeclaredRoute<AnyLists>): string | undefined {
  if (profile) return `${profile.thing}/{id}`;
  return typeof list === "object" ? list.path : list;
}
const tabCall = (tab: RecordTab<AnyLists>) => ("list" in tab ? tab.list : undefined);

function withRoles(route: DeclaredRoute<AnyLists>): AreaRoute {
  const known = entitled(route, contentCall(route));
  if (!known.profile?.tabs) return known;
  return {
    ...known,
    profile: { ...known.profile, tabs: known.profile.tabs.map((tab) => entitled(tab, tabCall(tab))) },
  };
}

/** Returns the calls that give an area's routes, tabs and other parts their roles. */
export function callsOf({ routes, client, commands, timeline, summary }: Area): string[] {
  const all = [...routes, ...client.routes];
  const calls = [
    ...all.map((route) => callOf(route, contentCall(route))),
    ...all.flatMap(({ profile }) => profile?.tabs ?? []).map((tab) => callOf(tab, tabCall(tab))),
    ...commands.map((one) => callOf(one)),
    ...[...timeline, ...summary].map((one) => callOf(one, one.list)),
  ];
  return [...new Set(calls.filter((call) => call !== undefined))].toSorted();
}

/** Declares an area's part in the client application. An entry that names none of its routes does not compile. */
export const defineClient = <const Path extends string>(part: ClientPart<Path>): ClientPart => part;

/** Returns the area for the client application: with the routes, entries and queues of its client part. */
export function asClient({ client, ...area }: Area): Area {
  const menu = client.menu.map((entry) => ({ ...entry, group: "Work" as const }));
  return {
    ...area,
    client,
    routes: client.routes,
    menu,
    waiting: client.waiting ?? [],
    commands: [],
    timeline: [],
    summary: [],
  };
}

/** Builds the link of a route path: parts without a value are left out (`/a/:type?` is `/a`). */
export function linkOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  const parts = path.split("/").map((part) => {
    if (!part.startsWith(":")) return part;
    const value = params[part.slice(1).replace(/\?$/, "")];
    return value === undefined ? "" : encodeURIComponent(value);
  });
  return `/${parts.filter(Boolean).join("/")}`;
}

/** True if a user with these roles may open the route (platform.md 2, Route guard). */
export function mayOpen(roles: readonly string[] | undefined, userRoles: readonly string[]): boolean {
  return !roles?.length || userRoles.includes("sysAdmin") || roles.some((role) => userRoles.includes(role));
}
