import type { ListShape } from "./shape";

type SortKey = { name: string; descending: boolean };

/** The view of a list: search, filters, order and page, all kept in the address. */
export type ListView = {
  search: string;
  sort: SortKey[];
  page: number;
  pageSize: number;
  /** Cursor of a deep page, if `page` alone would not reach it. */
  after: string;
  /** Filters and tabs by name; several values are comma separated. */
  filters: Record<string, string>;
};

export const pageSizes = [10, 25, 50, 75, 100, 250, 500, 1000];
/** Pages beyond this many rows use a cursor. */
export const deepFrom = 10_000;

function parseSort(text: string): SortKey[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part.replace(/^-/, "") !== "")
    .map((part) => ({ name: part.replace(/^-/, ""), descending: part.startsWith("-") }));
}

function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ name, descending }) => (descending ? `-${name}` : name)).join(",");
}

const filterNames = (meta: ListShape) => [...(meta.filters ?? []), ...(meta.tabs ?? [])].map(({ name }) => name);

const defaultsOf = (meta: ListShape) =>
  new Map((meta.tabs ?? []).flatMap((tab) => (tab.default ? [[tab.name, tab.default] as const] : [])));

/**
 * True if an address names the rows to show; otherwise the default tabs apply. `saved=0` is the list without a view.
 */
const saysRows = (params: URLSearchParams, meta: ListShape) =>
  [...filterNames(meta), "search"].some((name) => params.has(name)) || (params.get("saved") ?? "0") !== "0";

/** Reads the view from an address, without names that the list does not know. */
export function viewOf(params: URLSearchParams, meta: ListShape): ListView {
  const defaults = saysRows(params, meta) ? undefined : defaultsOf(meta);
  const sizes = meta.pageSizes?.length ? meta.pageSizes : pageSizes;
  const size = Number(params.get("pageSize"));
  const sortable = new Set(meta.columns.filter((column) => column.sortable).map((column) => column.name));
  const page = Math.floor(Number(params.get("page")));
  return {
    search: params.get("search") ?? "",
    sort: parseSort(params.get("sort") ?? meta.defaultSort ?? "").filter(({ name }) => sortable.has(name)),
    page: page >= 1 ? page : 1,
    pageSize: sizes.includes(size) ? size : (meta.defaultPageSize ?? 50),
    after: params.get("after") ?? "",
    filters: Object.fromEntries(
      filterNames(meta)
        .map((name) => [name, params.get(name) ?? defaults?.get(name) ?? ""])
        .filter(([, value]) => value !== ""),
    ),
  };
}

/** Writes a view into an address: defaults are omitted, foreign parameters stay. */
export function paramsOf(view: ListView, meta: ListShape, before = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(before);
  const put = (name: string, value: string, usual = "") =>
    value && value !== usual ? params.set(name, value) : params.delete(name);
  put("search", view.search);
  put("sort", sortText(view.sort), sortText(viewOf(new URLSearchParams(), meta).sort));
  put("page", String(view.page), "1");
  put("pageSize", String(view.pageSize), String(meta.defaultPageSize ?? 50));
  put("after", view.after);
  for (const name of filterNames(meta)) put(name, view.filters[name] ?? "");
  // A tab with a default is always written, even "All": without it the address would open the default.
  for (const name of defaultsOf(meta).keys()) params.set(name, view.filters[name] ?? "");
  return params;
}

/** True if only default tabs exclude rows. */
export function isOpening(view: ListView, meta: ListShape): boolean {
  const defaults = defaultsOf(meta);
  const set = Object.entries(view.filters);
  return set.length > 0 && view.search === "" && set.every(([name, value]) => defaults.get(name) === value);
}

/** The shortest search that the services accept. */
export const searchMinimum = 3;

/** Returns the view with its rows in the order of their groups; sorting by a group reverses its order. */
export function sortedByGroup(view: ListView, by: readonly string[]): ListView {
  if (!by.length) return view;
  const first = by.map((name) => view.sort.find((one) => one.name === name) ?? { name, descending: false });
  return { ...view, sort: [...first, ...view.sort.filter(({ name }) => !by.includes(name))] };
}

/** Builds the query of the list call. */
export function queryOf(view: ListView, fixed: Readonly<Record<string, string>> = {}): Record<string, string | number> {
  return {
    ...view.filters,
    ...fixed,
    ...(view.search.trim().length >= searchMinimum ? { search: view.search.trim() } : {}),
    ...(view.sort.length ? { sort: sortText(view.sort) } : {}),
    pageSize: view.pageSize,
    ...(view.after ? { after: view.after } : { page: view.page }),
  };
}

/** Builds the query of all matching rows, without paging: for the count, the export and bulk calls. */
export function wholeQueryOf(view: ListView, fixed: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { pageSize: _size, page: _page, after: _after, ...query } = queryOf(view, fixed);
  return query as Record<string, string>;
}

/**
 * Returns the order after a click on a column heading: ascending, descending, none; Shift adds the column to the order.
 */
export function nextSort(sort: readonly SortKey[], name: string, add: boolean): SortKey[] {
  const now = sort.find((key) => key.name === name);
  const others = add ? sort.filter((key) => key.name !== name) : [];
  if (!now) return [...others, { name, descending: false }];
  if (now.descending) return others;
  return add ? sort.map((key) => (key.name === name ? { name, descending: true } : key)) : [{ name, descending: true }];
}
