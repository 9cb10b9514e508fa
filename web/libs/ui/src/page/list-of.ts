import { createStore } from "@staffroom/api";
import { currentRoute } from "./address";
import { trailFrom } from "./trail";

type Screen = { title: string; link: string };
type Find = (pathname: string) => (Screen & { views: readonly Screen[] }) | undefined;

type ScreenOf = (list: string) => string | undefined;

const known = createStore<{ find: Find; screenOf: ScreenOf }>({ find: () => undefined, screenOf: () => undefined });

/**
 * Sets how to find the menu entry of the records at an address, and the screen of a list; the shell calls it with the
 * user's screens.
 */
export const offerLists = (find: Find, screenOf: ScreenOf = () => undefined): void => known.set({ find, screenOf });

/**
 * Returns a function that returns the address of a list's screen by path, `/invoices`, if the user may open it; a
 * function, since a screen needs several.
 */
export const useScreenOf = (): ScreenOf => known.use().screenOf;

/**
 * Returns the list to which a missing record links back, as it was when the record was opened from it; null if its
 * address is in no list.
 */
export function useListOf(): { title: string; address: string } | null {
  const list = known.use().find(currentRoute());
  if (!list) return null;
  const from = trailFrom();
  return { title: list.title, address: `#${from?.split("?")[0] === list.link ? from : list.link}` };
}

const none: readonly Screen[] = [];

/**
 * Returns the menu's list at an address and its views with their own addresses, the whole list first; empty if it has
 * no views.
 */
export function useViewsOfList(pathname: string): readonly Screen[] {
  const list = known.use().find(pathname);
  const screens = list?.views.length ? [{ title: list.title, link: list.link }, ...list.views] : none;
  return screens.some(({ link }) => link === pathname) ? screens : none;
}
