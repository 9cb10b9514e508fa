import { useLayoutEffect, useState, type RefObject } from "react";

/** The table never takes more than the viewport less this (platform.md 2). */
const besides = 199;
const headerRow = 34;
const footer = 58;

/** A table's room: as wide as its place, its rows as far down as the viewport goes, so that the page does not scroll. */
export function useTableRoom(box: RefObject<HTMLElement | null>, fixed?: number): { width: number; height: number } {
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(fixed ?? 360);
  useLayoutEffect(() => {
    const measure = () => {
      setWidth(box.current?.clientWidth ?? 0);
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const room = Math.min(window.innerHeight - besides, window.innerHeight - Math.max(top, 0) - footer);
      setHeight(fixed ?? Math.max(160, Math.floor(room - headerRow)));
    };
    measure();
    window.addEventListener("resize", measure);
    // What stands above may wrap or come and go: then one of the elements around both changes its size.
    const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    for (let around = box.current?.parentElement; around && around.tagName !== "MAIN"; around = around.parentElement) watch?.observe(around);
    return () => {
      window.removeEventListener("resize", measure);
      watch?.disconnect();
    };
  }, [box, fixed]);
  return { width, height };
}
