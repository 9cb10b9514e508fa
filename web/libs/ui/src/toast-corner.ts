import { useEffect, useRef, type RefObject } from "react";

type Box = { left: number; top: number; right: number; bottom: number };

const controls = "button, a[href], input, textarea, select, [contenteditable='true'], [role='tab'], [role='button'], [role='option'], h1, h2";
const edge = 12;
const step = 40;
const lookAgainMs = 400;

const meets = (one: Box, other: Box) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Boxes of the visible controls and of important text. */
function takenBoxes(own: Element): Box[] {
  return [...document.querySelectorAll(controls)].flatMap((element): Box[] => {
    if (own.contains(element)) return [];
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || box.bottom < 0 || box.top > window.innerHeight) return [];
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return at === null || element.contains(at) || at.contains(element) || own.contains(at) ? [box] : [];
  });
}

/**
 * The place nearest to the lower right corner where a box of this size covers none of `taken`: distances from the right
 * and the lower edge. The corner itself where there is no such place.
 */
export function freePlace(size: { width: number; height: number }, view: { width: number; height: number }, taken: readonly Box[]): { right: number; bottom: number } {
  let best: { right: number; bottom: number } | null = null;
  for (let right = edge; right + size.width + edge <= view.width || right === edge; right += step) {
    const line = { left: view.width - right - size.width, right: view.width - right };
    for (let bottom = edge; bottom + size.height + edge <= view.height && (!best || right + bottom < best.right + best.bottom); ) {
      const box = { ...line, top: view.height - bottom - size.height, bottom: view.height - bottom };
      const below = taken.filter((one) => meets(box, one));
      if (!below.length) {
        best = { right, bottom };
        break;
      }
      bottom = view.height - Math.min(...below.map(({ top }) => top)) + 6;
    }
  }
  return best ?? { right: edge, bottom: edge };
}

/** Keeps a box in the lower right corner, moved up or aside so that it covers no control. */
export function useFreeCorner(shown: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown.length) return;
    const place = () => {
      const element = box.current;
      // A toast does not move while it is hovered or focused.
      if (!element || element.matches(":hover, :focus-within")) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const now = element.getBoundingClientRect();
      const taken = takenBoxes(element);
      if (element.dataset.placed && !taken.some((one) => meets(now, one)) && now.right <= window.innerWidth) return;
      const { right, bottom } = freePlace({ width, height }, { width: window.innerWidth, height: window.innerHeight }, taken);
      element.style.right = `${right}px`;
      element.style.bottom = `${bottom}px`;
      element.dataset.placed = "true";
    };
    place();
    // The screen below may change while a toast is shown.
    const timer = setInterval(place, lookAgainMs);
    window.addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", place);
    };
  }, [shown]);
  useEffect(() => {
    if (!shown.length && box.current) delete box.current.dataset.placed;
  }, [shown]);
  return box;
}
