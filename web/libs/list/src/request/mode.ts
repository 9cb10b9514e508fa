import type { ListMeta, ListScreenProps } from "@staffroom/contract";

/** Mode of a list: a screen of its own, or inside another screen. */
export type ListMode = {
  isScreen: boolean;
  /** Where its view is kept. */
  where: "address" | "memory";
  /** The height of the rows in pixels, if the surrounding screen sets it. */
  height?: number;
};

const asScreen: ListMode = { isScreen: true, where: "address" };

export function modeOf(embedded: ListScreenProps["embedded"]): ListMode {
  if (!embedded) return asScreen;
  return { isScreen: false, where: embedded.inAddress ? "address" : "memory", height: embedded.height };
}

type Listed = ListScreenProps<string> & { meta: ListMeta };

/** Returns a list with the features of a mode: inside another screen it is drawn as rows only, without import. */
export function offeredIn({ isScreen }: ListMode, list: Listed): Listed {
  if (isScreen) return list;
  const { queue: _queue, drawn: _drawn, always: _always, addsAt, ...rest } = list;
  return { ...rest, addsAt, meta: { ...list.meta, figures: undefined, imports: undefined } };
}
