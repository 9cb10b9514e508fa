import { createStore } from "@staffroom/api";
import { currentRoute } from "./address";
import { trailFrom } from "./trail";

type Screen = { title: string; link: string };
type Find = (pathname: string) => (Screen & { views: readonly Screen[] }) | undefined;

type ScreenOf = (list: string) => string | undefined;

const known = createStore<{ find: Find; screenOf: ScreenOf }>({ find: () => undefined, screenOf: () => undefined });

/**
 * Says which entry of the menu the records at an address belong to, and which screen shows a list; the shell calls it
 * with those of the user.
 */
export const offerLists = (find: Find, screenOf: ScreenOf = () => undefined): void => known.set({ find, screenOf });

/**
 * The address of the screen that shows the list of a path, `/invoices`, for whoever may open it; a function, since a
 * screen asks for several.
 */
export const useScreenOf = (): ScreenOf => known.use().screenOf;

/**
 * The list that a missing record leads back to, as it was when the record was opened from it; null where its address is
 * in no list.
 */
export function useListOf(): { title: string; address: string } | null {
  const list = known.use().find(currentRoute());
  if (!list) return null;
  const from = trailFrom();
  return { title: list.title, address: `#${from?.split("?")[0] === list.link ? from : list.link}` };
}

const none: readonly Screen[] = [];

/**
 * The list of the menu at an address and the views of it that have addresses of their own, the whole list first; none
 * where it has no views.
 */
export function useViewsOfList(pathname: string): readonly Screen[] {
  const list = known.use().find(pathname);
  const screens = list?.views.length ? [{ title: list.title, link: list.link }, ...list.views] : none;
  return screens.some(({ link }) => link === pathname) ? screens : none;
}
