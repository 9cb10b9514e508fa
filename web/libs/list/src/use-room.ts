import { useLayoutEffect, useState, type RefObject } from "react";

/** The height of everything else on a list's screen, in pixels (platform.md 2). */
const otherHeight = 199;
const headerRow = 34;
const footer = 58;

/** The size of a table: the width of its container, and rows down to the end of the viewport or to the bar of a selection, so that the page never scrolls. */
export function useTableRoom(box: RefObject<HTMLElement | null>, fixed?: number): { width: number; height: number } {
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(fixed ?? 360);
  useLayoutEffect(() => {
    const measure = () => {
      setWidth(box.current?.clientWidth ?? 0);
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const bar = box.current?.parentElement?.querySelector<HTMLElement>(":scope > .sr-selection")?.offsetHeight ?? 0;
      const room = Math.min(window.innerHeight - otherHeight, window.innerHeight - Math.max(top, 0) - footer) - bar;
      setHeight(fixed ?? Math.max(160, Math.floor(room - headerRow)));
    };
    measure();
    window.addEventListener("resize", measure);
    // Content above may wrap, appear or vanish: then an element around both is resized.
    const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    for (let around = box.current?.parentElement; around && around.tagName !== "MAIN"; around = around.parentElement) watch?.observe(around);
    return () => {
      window.removeEventListener("resize", measure);
      watch?.disconnect();
    };
  }, [box, fixed]);
  return { width, height };
}
