import { useEffect, useRef, useState, type RefObject } from "react";
import type { Look } from "./frame";

const margin = 28;
/** Maximum width of a page that fits the width: longer lines are hard to read. */
const widestPage = 1100;

/** Returns the inner width and height of an element in pixels, as it changes. */
function useRoom(element: RefObject<HTMLElement | null>): [number, number] {
  const [room, setRoom] = useState<[number, number]>([860, 700]);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const sight = new ResizeObserver(() => setRoom([current.clientWidth, current.clientHeight]));
    sight.observe(current);
    return () => sight.disconnect();
  }, [element]);
  return room;
}

/** Returns CSS pixels per point: the chosen zoom, or what fits the window. */
export function useScale(
  scroller: RefObject<HTMLElement | null>,
  { zoom, rotation }: Look,
  size: readonly [number, number],
): number {
  const room = useRoom(scroller);
  if (typeof zoom === "number") return zoom;
  const [width, height] = rotation % 180 ? [size[1], size[0]] : size;
  const wide = Math.min(widestPage, Math.max(120, room[0] - margin)) / width;
  return zoom === "width" ? wide : Math.min(wide, Math.max(120, room[1] - margin) / height);
}

/** Maximum width of pages inside another text, in pixels. */
const widestInside = 860;

/** Returns CSS pixels per point for pages that fit the width of their box. */
export function useFitWidth(width: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [room] = useRoom(box);
  return [box, Math.min(widestInside, room) / width];
}
