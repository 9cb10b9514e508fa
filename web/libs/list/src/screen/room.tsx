import { useLayoutEffect, useRef, useState, type ReactNode } from "react";

/** Minimum height of a window without the rows, in pixels (platform.md 2). */
const otherHeight = 199;
const headerRow = 31;
/** The footer of a list with the page's padding below it. */
const footer = 46;

/** In pixels; `height` is the height of the rows, `whole` includes their header. */
type Size = { width: number; height: number; whole: number };
type Props = {
  /** The height of the rows, if the surrounding screen sets it. */
  fixed?: number;
  hidden: boolean;
  busy: boolean;
  /** The address's query that the rows belong to. */
  view: string;
  children: (size: Size) => ReactNode;
};

/**
 * The space for a list's rows: the width of its container, and down to the end of the viewport or to the bar of a
 * selection, so that the page never scrolls. It holds its own size as state: a resize renders only the rows again.
 */
export function Room({ fixed, hidden, busy, view, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: fixed ?? 360 });
  useLayoutEffect(() => {
    const measure = () => {
      const width = box.current?.clientWidth ?? 0;
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const bar = box.current?.parentElement?.querySelector<HTMLElement>(":scope > .sr-selection")?.offsetHeight ?? 0;
      const room = window.innerHeight - Math.max(otherHeight, Math.max(top, 0) + headerRow + footer) - bar;
      const height = fixed ?? Math.max(160, Math.floor(room));
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    window.addEventListener("resize", measure);
    // Content above may wrap, appear or vanish: then an element around both is resized.
    const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    for (let around = box.current?.parentElement; around && around.tagName !== "MAIN"; around = around.parentElement)
      watch?.observe(around);
    return () => {
      window.removeEventListener("resize", measure);
      watch?.disconnect();
    };
  }, [fixed]);
  const whole = size.height + headerRow;
  return (
    <div ref={box} hidden={hidden} style={{ minHeight: whole }} aria-busy={busy} data-view={view}>
      {!hidden && children({ ...size, whole })}
    </div>
  );
}
