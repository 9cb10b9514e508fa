import { useEffect, useRef, type RefObject } from "react";

/**
 * Makes an element a Tab stop while its content is wider (`x`) or longer (`y`) than it: arrow keys scroll only the
 * focused element.
 */
export function useScrollStop<One extends HTMLElement>(along: "x" | "y" = "x"): RefObject<One | null> {
  const ref = useRef<One>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls =
        along === "x"
          ? element.scrollWidth > element.clientWidth + 1 && overflowX !== "visible"
          : element.scrollHeight > element.clientHeight + 1 && overflowY !== "visible";
      if (scrolls) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  });
  return ref;
}
