import { createStore } from "@staffroom/api";
import { useEffect } from "react";

/** Keys, and what they do: `[["Shift", "L"], "Remind all who are late"]`. */
export type KeyHelp = readonly [keys: readonly string[], does: string];

/** The keys of what is on the screen; one set for each thing that is shown. */
const shown = createStore<readonly (readonly KeyHelp[])[]>([]);

/** Names the keys of a thing in the panel of keys (`?`) while it is shown. `keys` is a constant, or is remembered. */
export function useKeyHelp(keys: readonly KeyHelp[]): void {
  useEffect(() => {
    // A thing may be shown twice, with the same keys.
    const mine = [...keys];
    shown.set([...shown.get(), mine]);
    return () => shown.set(shown.get().filter((one) => one !== mine));
  }, [keys]);
}

/** The keys of what is on the screen, each of them once. */
export function useShownKeys(): readonly KeyHelp[] {
  const byWords = new Map(
    shown
      .use()
      .flat()
      .map((one) => [`${one[0].join(" ")} ${one[1]}`, one]),
  );
  return [...byWords.values()];
}
