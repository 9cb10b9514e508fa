import { createStore, storageKey } from "@staffroom/api";

/** A screen that the user visited: its title, and its address without the query. */
export type Visit = { title: string; link: string };

const most = 15;
const keyOf = (userId: number) => storageKey(`recent.${userId}`);
const visits = createStore<readonly Visit[]>([]);

/** The last screens visited, newest first. */
export const useRecent = visits.use;

function stored(userId: number): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]") as Visit[];
  } catch {
    return [];
  }
}

/** The visits after one more: each address stands once, the newest first. */
export function withVisit(before: readonly Visit[], visit: Visit): Visit[] {
  return [visit, ...before.filter(({ link }) => link !== visit.link)].slice(0, most);
}

/** Shows the visits that this browser keeps for the user. */
export function readRecent(userId: number): void {
  visits.set(stored(userId));
}

/** Keeps a visit. Another tab may have kept some since, so they are read anew. */
export function keepVisit(userId: number, visit: Visit): void {
  const now = withVisit(stored(userId), visit);
  localStorage.setItem(keyOf(userId), JSON.stringify(now));
  visits.set(now);
}

/** Forgets the user's visits: titles are names of people, which stay in no browser after signing out. */
export function forgetRecent(userId: number): void {
  localStorage.removeItem(keyOf(userId));
  visits.set([]);
}
