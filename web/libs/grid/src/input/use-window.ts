import { useCallback, useEffect, useState, type RefObject, type UIEvent } from "react";

/** Number of rows that are drawn above and below those in view. */
const over = 8;

/** Returns the visible rows of a scrolling element whose rows have one height: from `first` up to `last`. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: number, height: number | null, usual: number) {
  const [view, setView] = useState({ top: 0, height: usual });
  const measure = useCallback(
    (element: HTMLElement) => {
      const next = { top: element.scrollTop, height: element.clientHeight || usual };
      setView((now) => (now.top === next.top && now.height === next.height ? now : next));
    },
    [usual],
  );
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    measure(element);
    const observer = new ResizeObserver(() => measure(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, measure]);
  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      if (event.target === event.currentTarget) measure(event.currentTarget);
    },
    [measure],
  );
  if (height === null) return { first: 0, last: rows - 1, page: 10, onScroll };
  const first = Math.max(0, Math.floor(view.top / height) - over);
  const last = Math.min(rows - 1, Math.ceil((view.top + view.height) / height) + over);
  // The head covers the height of one row.
  return { first, last, page: Math.max(1, Math.floor(view.height / height) - 2), onScroll };
}
