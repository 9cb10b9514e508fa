import { isTyping } from "@staffroom/list";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { Gestures } from "./gestures";
import { pressed } from "../tools/keys";
import type { BoardDocument } from "../model";
import { PictureStore } from "./pictures";
import { Stage, type Place } from "./stage";

type Pointed = (stage: Stage, place: Place, kind: "pointer" | "laser" | "away", draft: string) => void;
export type Drawing = { stage: Stage; pictures: PictureStore };

/** The stage of a document over two canvases, with its gestures and keys, while the screen is mounted. */
export function useStage(
  document: BoardDocument,
  base: RefObject<HTMLCanvasElement | null>,
  over: RefObject<HTMLCanvasElement | null>,
  onPoint: Pointed,
): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const point = useEffectEvent(onPoint);
  useEffect(() => {
    if (!base.current || !over.current) return undefined;
    const stage = new Stage(base.current, over.current, document);
    const pictures = new PictureStore(() => stage.redraw());
    stage.pictures = pictures.get;
    const gestures = new Gestures(stage, over.current, (place, kind, draft) => point(stage, place, kind, draft));
    const down = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      // Enter and Space press the focused button.
      if (
        isTyping(target) ||
        target.closest(".ant-modal, .ant-popover, .ant-dropdown") ||
        ([" ", "Enter"].includes(event.key) && target.closest("button, a"))
      )
        return;
      if (pressed(event, stage, gestures)) event.preventDefault();
    };
    const up = (event: KeyboardEvent): void => {
      if (event.key === " ") gestures.isSpaceHeld = false;
    };
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    setDrawing({ stage, pictures });
    return () => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
      gestures.destroy();
      stage.destroy();
      pictures.destroy();
      setDrawing(null);
    };
  }, [document, base, over]);
  return drawing;
}
