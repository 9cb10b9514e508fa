import type { PersonalSettings, SavedView, Star, Visit } from "@staffroom/contract";
import { useMemo } from "react";
import { api } from "./client";
import { appName } from "./constants";
import { dataKey, prefetch, queryClient, readApi, seldomChanged, useApi } from "./query";
import { getSession, useSession } from "./session";

/** One call returns the views of all lists, so that no list waits for its own. */
const paths = { views: "/me/views", stars: "/me/stars", visits: "/me/visits", settings: "/me/settings" } as const;
const stays = { staleTime: seldomChanged };
const none: readonly never[] = [];

/** Changes a cached response, and cancels running reads, which would restore the previous one. */
function change<T>(path: string, write: (before: readonly T[]) => readonly T[]): void {
  void queryClient.cancelQueries({ queryKey: dataKey(path) });
  queryClient.setQueryData<readonly T[]>(dataKey(path), (before) => write(before ?? none));
}

/** Prefetches the user's personal data. */
export function prefetchPersonal(): void {
  for (const path of Object.values(paths)) prefetch(path);
}

/** True if the user may change their personal data: not while impersonated. */
export const mayKeep = (): boolean => !getSession().user?.impersonatedBy;

/** Returns the user's views of a list in order, with its layout; `key` comes from `listKey`. */
export function useSavedViews(key: string, enabled = true): { views: readonly SavedView[]; isRead: boolean } {
  const { user } = useSession();
  const { data = none, isSuccess } = useApi<readonly SavedView[]>(paths.views, undefined, {
    ...stays,
    enabled: enabled && !!user,
  });
  return useMemo(
    () => ({
      views: data
        .filter(({ list }) => list === key)
        .toSorted((one, other) => one.position - other.position || one.id - other.id),
      isRead: isSuccess,
    }),
    [data, key, isSuccess],
  );
}

export type Start = {
  list: string;
  title: string;
  slug: string | null;
  definition: { columns?: SavedView["columns"]; query?: Record<string, string> };
};

/** Returns the definitions from which the lists of the user's roles start. */
export function useStarts(enabled = true): readonly Start[] {
  const { user } = useSession();
  const isStaff = !!user?.roleIds.includes("staff");
  return (
    useApi<readonly Start[]>("/me/tables", undefined, { ...stays, enabled: enabled && isStaff && appName === "staff" })
      .data ?? none
  );
}

/** Puts views into the cache in place of those with the same id or, without a name, of the same list. */
export function putView(view: SavedView): void {
  const isSame = (one: SavedView) =>
    one.id === view.id || (view.name === null && one.name === null && one.list === view.list);
  change<SavedView>(paths.views, (before) => [
    // A list has one default view.
    ...before
      .filter((one) => !isSame(one))
      .map((one) => (view.isDefault && one.list === view.list ? { ...one, isDefault: false } : one)),
    view,
  ]);
}

export const dropView = (id: number): void =>
  change<SavedView>(paths.views, (before) => before.filter((one) => one.id !== id));

/** The user's stars, newest first. */
export function useStars(): readonly Star[] {
  const { user } = useSession();
  return useApi<readonly Star[]>(paths.stars, undefined, { ...stays, enabled: !!user }).data ?? none;
}

/** Stars an address, immediately on the screen. Rejects with the refusal, which removes the star again. */
export async function addStar(star: Pick<Star, "target" | "title" | "kind">): Promise<void> {
  const without = (before: readonly Star[]) => before.filter(({ target }) => target !== star.target);
  change<Star>(paths.stars, (before) => [{ ...star, id: 0, created: new Date().toISOString() }, ...without(before)]);
  try {
    const kept = await api.post<Star>(paths.stars, star);
    change<Star>(paths.stars, (before) => before.map((one) => (one.target === star.target ? kept : one)));
  } catch (error) {
    change<Star>(paths.stars, without);
    throw error;
  }
}

/** Removes a star, immediately on the screen. Rejects with the refusal, which restores it. */
export async function removeStar(star: Star): Promise<void> {
  change<Star>(paths.stars, (before) => before.filter(({ id }) => id !== star.id));
  try {
    await api.delete(`${paths.stars}/${star.id}`);
  } catch (error) {
    change<Star>(paths.stars, (before) => [star, ...before]);
    throw error;
  }
}

/** The screens that the user visited last, on any device, newest first. */
export function useVisits(): readonly Visit[] {
  const { user } = useSession();
  return useApi<readonly Visit[]>(paths.visits, undefined, { ...stays, enabled: !!user }).data ?? none;
}

/**
 * Saves a visit as the newest, immediately on the screen. A refusal is not shown, because a lost visit does no harm.
 */
export function keepVisit(visit: Pick<Visit, "target" | "title">): void {
  if (!mayKeep()) return;
  change<Visit>(paths.visits, (before) => [
    { ...visit, visited: new Date().toISOString() },
    ...before.filter(({ target }) => target !== visit.target),
  ]);
  api.put<readonly Visit[]>(paths.visits, visit).then(
    (kept) => queryClient.setQueryData(dataKey(paths.visits), kept),
    () => undefined,
  );
}

/** Returns the user's settings, from the cache if it is fresh. */
export const readSettings = (): Promise<PersonalSettings> => readApi<PersonalSettings>(paths.settings, seldomChanged);

export const useSettings = (): PersonalSettings | undefined => {
  const { user } = useSession();
  return useApi<PersonalSettings>(paths.settings, undefined, { ...stays, enabled: !!user }).data;
};

/** Saves some of the user's settings; the last writer wins. */
export async function changeSettings(settings: Partial<PersonalSettings>): Promise<void> {
  queryClient.setQueryData<PersonalSettings>(dataKey(paths.settings), (before) => before && { ...before, ...settings });
  queryClient.setQueryData(dataKey(paths.settings), await api.put<PersonalSettings>(paths.settings, settings));
}
