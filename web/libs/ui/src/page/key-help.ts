import { createStore } from "@staffroom/api";
import { useEffect } from "react";

/** Keys, and what they do: `[["Shift", "L"], "Remind all who are late"]`. */
export type KeyHelp = readonly [keys: readonly string[], does: string];

/** The keys of what is on the screen; one set for each visible component. */
const shown = createStore<readonly (readonly KeyHelp[])[]>([]);

/** Lists a component's keys in the panel of keys (`?`) while it is shown. `keys` is a constant, or is memoised. */
export function useKeyHelp(keys: readonly KeyHelp[]): void {
  useEffect(() => {
    // A component may be shown twice, with the same keys.
    const mine = [...keys];
    shown.set([...shown.get(), mine]);
    return () => shown.set(shown.get().filter((one) => one !== mine));
  }, [keys]);
}

/** Returns the keys of what is on the screen, each once. */
export function useShownKeys(): readonly KeyHelp[] {
  const byWords = new Map(
    shown
      .use()
      .flat()
      .map((one) => [`${one[0].join(" ")} ${one[1]}`, one]),
  );
  return [...byWords.values()];
}
