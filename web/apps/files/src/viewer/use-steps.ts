import { useEffect, useEffectEvent, useState, type RefObject, type TouchEvent } from "react";

/** A swipe is at least this many pixels across, with no more than this up or down, in this time. */
const across = 70;
const aside = 40;
const longest = 700;

/** Elements that use the arrow keys themselves. */
const ownKeys =
  "input, textarea, select, audio, video, [role=slider], [role=combobox], [role=tab], [contenteditable=true]";

const scrollsAcross = (target: Element): boolean => {
  const box = target.closest(".fil-scroll, .fil-viewer-body");
  return box !== null && box.scrollWidth > box.clientWidth + 1;
};

/**
 * Previous and next by the arrow keys and by a swipe, full screen by F; not where the page scrolls sideways, or a
 * finger draws.
 */
export function useSteps(viewer: RefObject<HTMLElement | null>, step: (by: -1 | 1) => void, full: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(ownKeys)) return;
    const isHere = target === document.body || viewer.current?.contains(target) || target.contains(viewer.current);
    if (!isHere) return;
    if (event.key === "f") full();
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !scrollsAcross(target))
      step(event.key === "ArrowLeft" ? -1 : 1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const [begun, setBegun] = useState<{ x: number; y: number; at: number } | null>(null);
  const onTouchStart = (event: TouchEvent) => {
    const [finger, second] = [event.touches[0], event.touches[1]];
    const target = event.target as Element;
    const isTaken = !finger || second || target.closest(`[data-tool], ${ownKeys}`) || scrollsAcross(target);
    setBegun(isTaken ? null : { x: finger.clientX, y: finger.clientY, at: event.timeStamp });
  };
  const onTouchEnd = (event: TouchEvent) => {
    const finger = event.changedTouches[0];
    setBegun(null);
    if (!begun || !finger || event.timeStamp - begun.at > longest) return;
    const [dx, dy] = [finger.clientX - begun.x, finger.clientY - begun.y];
    if (Math.abs(dx) >= across && Math.abs(dy) <= aside) step(dx > 0 ? -1 : 1);
  };
  return { onTouchStart, onTouchEnd };
}

/** Full screen of the whole page, over which the viewer lies; phones without it show the viewer over the page. */
export function useFull(): [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const left = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("fullscreenchange", left);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = () => {
    setFull(!isFull);
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (!isFull) document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return [isFull, toggle];
}
