import { useEffect, useRef } from "react";
import { lineHeight, measure } from "./canvas/geometry";
import { fonts } from "./model";
import type { Stage } from "./canvas/stage";

/**
 * The text that is being edited, in its place on the page. Esc and a click elsewhere save it; an empty one is dropped.
 */
export function Writing({ stage }: { stage: Stage }) {
  const writing = stage.writing.use();
  return writing && <Field key={`${writing.id} ${writing.x} ${writing.y}`} stage={stage} writing={writing} />;
}

type FieldProps = {
  stage: Stage;
  writing: { id: string | null; x: number; y: number; size: number };
};

function Field({ stage, writing: { id, x, y, size } }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { zoom } = stage.view.use();
  const style = stage.style.use();
  const element = id ? stage.document.elements.get(id) : undefined;
  const old = element?.k === "text" ? element : null;
  const font = old?.f ?? style.f;
  const at = stage.pixelOf({ x, y });
  useEffect(() => {
    // The pointer that created it is released after it is mounted.
    const timer = setTimeout(() => field.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  const fit = (): void => {
    const area = field.current;
    if (!area) return;
    const lines = area.value.split("\n");
    area.style.width = `${Math.max(80, ...lines.map((line) => measure.width(line, size, font) * zoom + size * zoom))}px`;
    area.style.height = `${lines.length * size * lineHeight * zoom + 6}px`;
  };
  useEffect(fit);
  const keep = (): void => {
    const text = (field.current?.value ?? "").trimEnd();
    // A layer that was locked in the meantime takes no text: it stays in its field until the layer is unlocked.
    if (text && !(old ? stage.document.isFree(old) : stage.adds)) return;
    stage.writing.set(null);
    if (old && id) {
      if (!text) stage.document.remove([id]);
      else if (text !== old.t) stage.document.change(() => stage.document.set(id, { ...old, t: text }));
    } else if (text) {
      const { c, w, ox, oy, u } = style;
      const added = stage.document.add({
        k: "text",
        ...stage.placeOfNew(),
        c,
        w,
        ox,
        oy,
        u,
        x,
        y,
        t: text,
        s: size,
        f: font,
      });
      stage.tool.set("select");
      stage.selection.set([added]);
    }
    stage.redraw();
  };
  return (
    <textarea
      ref={field}
      className="brd-writing"
      aria-label="Text on the board"
      defaultValue={old?.t ?? ""}
      rows={1}
      maxLength={4000}
      style={{
        left: at.x,
        top: at.y,
        fontSize: size * zoom,
        lineHeight,
        fontFamily: fonts[font]?.[1],
        color: old?.c ?? style.c,
      }}
      onInput={fit}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey)))
          event.currentTarget.blur();
      }}
    />
  );
}
