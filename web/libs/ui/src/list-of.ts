import { createStore } from "@staffroom/api";
import { currentRoute } from "./address";
import { trailFrom } from "./trail";

type Find = (pathname: string) => { title: string; link: string } | undefined;

const known = createStore<{ find: Find }>({ find: () => undefined });

/** Says which entry of the menu the records at an address belong to; the shell calls it with the entries of the user. */
export const offerLists = (find: Find): void => known.set({ find });

/** The list that a missing record leads back to, as it was when the record was opened from it; null where its address is in no list. */
export function useListOf(): { title: string; address: string } | null {
  const list = known.use().find(currentRoute());
  if (!list) return null;
  const from = trailFrom();
  return { title: list.title, address: `#${from?.split("?")[0] === list.link ? from : list.link}` };
}
