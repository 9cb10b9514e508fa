import { useSyncExternalStore } from "react";

/** Below this width the menu lies over the page instead of beside it; style.css of the shell has the same number. */
export const narrowest = 1000;

/** Whether the window matches a media query now; drawn anew when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
