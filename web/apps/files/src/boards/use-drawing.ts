import { useEffect, useEffectEvent, useState } from "react";
import type { Drawing } from "./canvas/use-stage";
import type { Board, Cursor } from "./channel";
import { keepPicture } from "./keeping";

/** Returns the elements of the current page. */
export function useCount(drawing: Drawing | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!drawing) return undefined;
    const { stage } = drawing;
    const look = (): void => setCount(stage.document.shown(stage.shownPage().id).length);
    look();
    const ends = [stage.document.observe(look), stage.page.subscribe(look)];
    return () => ends.forEach((end) => end());
  }, [drawing]);
  return count;
}

/** Passes the server's state to the stage. */
export function useDrawn(
  drawing: Drawing | null,
  { draws, paper, cursors }: { draws: boolean; paper: "plain"; cursors: readonly Cursor[] },
): void {
  useEffect(() => {
    if (!drawing) return;
    drawing.stage.allow(draws);
  }, [drawing, draws]);
  useEffect(() => {
    if (!drawing) return;
    drawing.stage.setPaper(paper);
  }, [drawing, paper]);
  useEffect(() => drawing?.stage.showCursors(cursors), [drawing, cursors]);
}

/** Shows what another person sees; moving the page oneself ends it. */
export function useFollow(
  drawing: Drawing | null,
  cursors: readonly Cursor[],
  following: number | null,
  onEnd: () => void,
): void {
  const cursor = following === null ? undefined : cursors.findLast(({ user, view }) => user === following && view);
  useEffect(() => {
    if (!drawing || !cursor?.view) return;
    const [x, y, zoom] = cursor.view;
    if (drawing.stage.page.get() !== cursor.page) drawing.stage.page.set(cursor.page);
    drawing.stage.view.set({ x, y, zoom });
  }, [drawing, cursor]);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (following === null) return undefined;
    const stop = (event: Event): void => {
      if ((event.target as HTMLElement).tagName === "CANVAS") end();
    };
    window.addEventListener("wheel", stop);
    return () => window.removeEventListener("wheel", stop);
  }, [following]);
}

/** Updates the list's thumbnail, some seconds after this person's last change. */
export function usePictureOf(drawing: Drawing | null, board: Board | null, draws: boolean): void {
  useEffect(() => {
    if (!drawing || !board || !draws) return undefined;
    let timer: ReturnType<typeof setTimeout> | 0 = 0;
    const keep = (): void => {
      timer = 0;
      void keepPicture(drawing, board.id).catch(() => undefined);
    };
    const off = drawing.stage.document.onMine(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, 4000);
    });
    return () => {
      off();
      clearTimeout(timer);
      if (timer) keep();
    };
  }, [drawing, board, draws]);
}
