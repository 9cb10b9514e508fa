import { useSyncExternalStore } from "react";

/** Below this width the menu overlays the page; style.css of the shell has the same number. */
export const narrowest = 1000;

/** True while the window matches a media query; a change renders again. */
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
