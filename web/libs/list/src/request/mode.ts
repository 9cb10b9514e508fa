import type { ListMeta, ListScreenProps } from "@staffroom/contract";

/** How a list stands: as a screen of its own, or inside another screen. */
export type ListMode = {
  isScreen: boolean;
  /** The place of its view. */
  where: "address" | "memory";
  /** The height of the rows in pixels, where the screen around the list says it. */
  height?: number;
};

const asScreen: ListMode = { isScreen: true, where: "address" };

export function modeOf(embedded: ListScreenProps["embedded"]): ListMode {
  if (!embedded) return asScreen;
  return { isScreen: false, where: embedded.inAddress ? "address" : "memory", height: embedded.height };
}

type Listed = ListScreenProps<string> & { meta: ListMeta };

/** A list with what it offers in a mode: inside another screen it is drawn as rows alone, and nothing is imported. */
export function offeredIn({ isScreen }: ListMode, list: Listed): Listed {
  if (isScreen) return list;
  const { queue: _queue, drawn: _drawn, always: _always, addsAt, ...rest } = list;
  return { ...rest, addsAt, meta: { ...list.meta, figures: undefined, imports: undefined } };
}
