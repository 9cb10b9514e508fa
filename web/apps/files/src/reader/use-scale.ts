import { useEffect, useRef, useState, type RefObject } from "react";
import type { Look } from "./frame";

const margin = 28;
/** A page that fits the width is no wider: lines get too long to read. */
const widestPage = 1100;

/** Width and height in pixels of an element's inside, as it changes. */
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

/** CSS pixels a point: the chosen zoom, or what fits the window. */
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

/** The widest that pages inside of another text are, in pixels. */
const widestInside = 860;

/** CSS pixels a point for pages that fit the width of their box. */
export function useFitWidth(width: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [room] = useRoom(box);
  return [box, Math.min(widestInside, room) / width];
}
