import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Stage } from "../canvas/stage";

/** Returns a thumbnail of `of`, a part of the board: drawn immediately, and shortly after each change. */
export function useSmallPicture(
  stage: Stage,
  of: unknown,
  draw: (pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const redraw = useEffectEvent(() => {
    const pen = canvas.current?.getContext("2d");
    if (pen && canvas.current) draw(pen, canvas.current);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | 0 = 0;
    const soon = (): void => {
      timer ||= setTimeout(() => {
        timer = 0;
        redraw();
      }, 700);
    };
    redraw();
    const end = stage.document.observe(soon);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [stage, of]);
  return canvas;
}
