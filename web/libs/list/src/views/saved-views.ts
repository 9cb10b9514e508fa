import {
  api,
  getSession,
  isUnreachable,
  mayKeep,
  putView,
  sendLaterOf,
  useSavedViews,
  useStarts,
} from "@staffroom/api";
import type { ListMeta, ListScreenProps, SavedView, ViewColumn } from "@staffroom/contract";
import { toast, useAddress } from "@staffroom/ui";
import { useCallback, useEffect, useMemo } from "react";
import { paramsOf, viewOf } from "../request/address";
import { figureParameters, isFigured } from "../figures/asked";
import { layoutOf, placeColumns, type PlacedColumn } from "../table/columns";

/** Names the chosen view in the address; `0` is the list without one, in place of a default view. */
const parameter = "saved";
const unchosen = "0";
/** Debounce before a layout is sent, in milliseconds. */
const restTime = 300;

/** Return the key of a list's views: its path, with the screen's fixed filters. */
export function listKey(path: string, fixed: Readonly<Record<string, string>>): string {
  const filters = new URLSearchParams(
    Object.entries(fixed).toSorted(([one], [other]) => one.localeCompare(other)),
  ).toString();
  return filters ? `${path}?${filters}` : path;
}

/** The parts of an address that a view keeps: filters, search, order and page size, and the figures that it shows. */
export function queryIn(address: URLSearchParams, meta: ListMeta): Record<string, string> {
  const query = paramsOf({ ...viewOf(address, meta), page: 1, after: "" }, meta);
  for (const name of isFigured(meta, address.toString()) ? figureParameters : []) {
    const value = address.get(name);
    if (value) query.set(name, value);
  }
  return Object.fromEntries(query);
}

const drawnAs = (address: URLSearchParams) => address.get("view") ?? "table";

/** Returns the address of a view, without the `?`. Everybody can follow it; for others it applies its filters. */
export function addressOfView(view: Pick<SavedView, "id" | "query" | "view">): string {
  return new URLSearchParams({
    ...view.query,
    ...(view.view === "table" ? {} : { view: view.view }),
    [parameter]: String(view.id),
  }).toString();
}

const resting = new Map<string, ReturnType<typeof setTimeout>>();

const keyOf = ({ list, name, id }: SavedView): string => `columns:${name === null ? list : id}`;

async function sendLayout(view: SavedView): Promise<void> {
  const { list, columns, name, id } = view;
  try {
    const kept = await (name === null
      ? api.put<SavedView>("/me/layout", { list, columns })
      : api.put<SavedView>(`/me/views/${id}`, { columns }));
    // A later change is already on its way.
    if (!resting.has(keyOf(view))) putView(kept);
  } catch (error) {
    if (isUnreachable(error)) sendLaterOf(error, { key: keyOf(view), label: "Columns", send: () => sendLayout(view) });
    else toast.error(error);
  }
}

/** Saves a layout: immediately on the screen, and soon on the server. */
function keepLayout(view: SavedView): void {
  putView(view);
  if (!mayKeep()) return;
  const key = keyOf(view);
  const owner = getSession().user?.id;
  clearTimeout(resting.get(key));
  resting.set(
    key,
    setTimeout(() => {
      resting.delete(key);
      // Another user may have signed in since.
      if (getSession().user?.id === owner) void sendLayout(view);
    }, restTime),
  );
}

export type ListViews = {
  /** The named views of the list, in order. */
  views: readonly SavedView[];
  /** The view that the address names; undefined if it names none of the user's. */
  active: SavedView | undefined;
  /** True if the address has other filters than the active view. */
  isChanged: boolean;
  /** The columns in their places, hidden ones included. */
  placed: readonly PlacedColumn[];
  place: (columns: readonly PlacedColumn[]) => void;
  /** True if the user has changed the columns. */
  isPlaced: boolean;
  reset: () => void;
  /** Returns the current filters, columns and drawing for a view. */
  present: () => Pick<SavedView, "list" | "query" | "view"> & { columns: ViewColumn[] };
  /** Shows a view; undefined: the list without one. */
  choose: (view: SavedView | undefined) => void;
};

/** The user's views of a list, and the columns of the chosen one. A list inside another screen has none. */
export function useListViews(
  meta: ListMeta,
  path: string,
  fixed: Readonly<Record<string, string>>,
  isOwnScreen: boolean,
): ListViews {
  const list = listKey(path, fixed);
  const { views: all, isRead } = useSavedViews(list, isOwnScreen);
  const [address, changeAddress] = useAddress();
  const layout = isOwnScreen ? all.find(({ name }) => name === null) : undefined;
  const views = useMemo(() => all.filter(({ name }) => name !== null), [all]);
  const active = isOwnScreen ? views.find(({ id }) => String(id) === address.get(parameter)) : undefined;
  const starts = useStarts(isOwnScreen);
  const start = starts.find((one) => one.list === list);
  // A list without the user's own layout starts as the role's does.
  const kept = (active ?? layout)?.columns ?? start?.definition.columns;
  const placed = useMemo(() => placeColumns(meta, kept), [meta, kept]);

  const choose = useCallback(
    (view: SavedView | undefined, options?: { replace?: boolean }) => {
      const plain = views.some(({ isDefault }) => isDefault) ? { [parameter]: unchosen } : undefined;
      changeAddress(() => new URLSearchParams(view ? addressOfView(view) : plain), options);
    },
    [changeAddress, views],
  );

  // An address without a choice opens the default view.
  const first = isOwnScreen && isRead && address.size === 0 ? views.find(({ isDefault }) => isDefault) : undefined;
  useEffect(() => {
    if (first) choose(first, { replace: true });
  }, [first, choose]);

  // Without views of the user's own, the role's table decides which rows are shown.
  const query =
    isOwnScreen && isRead && address.size === 0 && views.length === 0 && start?.slug
      ? start.definition.query
      : undefined;
  useEffect(() => {
    if (query && Object.keys(query).length)
      changeAddress(() => new URLSearchParams({ ...query, [parameter]: unchosen }), { replace: true });
  }, [query, changeAddress]);

  const place = useCallback(
    (columns: readonly PlacedColumn[]) => {
      const unsaved: SavedView = {
        id: 0,
        list,
        name: null,
        query: {},
        columns: [],
        view: "table",
        isDefault: false,
        position: 0,
        version: 1,
      };
      keepLayout({ ...(active ?? layout ?? unsaved), columns: layoutOf(columns) });
    },
    [active, layout, list],
  );

  return {
    views,
    active,
    isChanged:
      !!active &&
      (JSON.stringify(active.query) !== JSON.stringify(sorted(queryIn(address, meta), active.query)) ||
        active.view !== drawnAs(address)),
    placed,
    place,
    isPlaced: !!kept?.length,
    reset: () => {
      const view = active ?? layout;
      if (view) keepLayout({ ...view, columns: [] });
    },
    present: () => ({ list, query: queryIn(address, meta), columns: layoutOf(placed), view: drawnAs(address) }),
    choose,
  };
}

/** The same views with the columns that a screen stores itself, if it does. */
export function usePlacing(views: ListViews, meta: ListMeta, placing: ListScreenProps["placing"]): ListViews {
  return useMemo(
    () =>
      placing
        ? {
            ...views,
            placed: placeColumns(meta, placing.columns),
            place: (columns) => placing.place(layoutOf(columns)),
            isPlaced: !!placing.reset,
            reset: () => placing.reset?.(),
          }
        : views,
    [views, meta, placing],
  );
}

/** Returns the values in the key order of another object, so that the two can be compared. */
function sorted(values: Record<string, string>, order: Record<string, string>): Record<string, string> {
  const names = [
    ...Object.keys(order).filter((name) => name in values),
    ...Object.keys(values).filter((name) => !(name in order)),
  ];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
}
