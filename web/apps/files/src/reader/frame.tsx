import { Icon } from "@staffroom/ui";
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { MarkBar, toolOf } from "../marks/bar";
import { boxOfText } from "../marks/box";
import { MarkList, MarkWords, type Draft } from "../marks/list";
import type { Drawn, Mark } from "../marks/model";
import { stamped } from "../marks/stamps";
import type { Marks } from "../marks/use-marks";
import { Glyph } from "./glyph";
import { Tool } from "./tool";

export type Zoom = "width" | "page" | number;

export const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Returns the next zoom step from a scale, larger or smaller. */
const zoomed = (scale: number, by: 1 | -1): number =>
  (by > 0 ? zooms.find((one) => one > scale + 0.01) : zooms.findLast((one) => one < scale - 0.01)) ?? scale;

/** The state of the view: zoom, rotation, the open panel, and the search text. */
export function useLook(opened: string | null = null) {
  const [zoom, setZoom] = useState<Zoom>("width");
  const [rotation, setRotation] = useState(0);
  const [panel, setPanel] = useState<string | null>(opened);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  return {
    zoom,
    setZoom,
    rotation,
    turn: () => setRotation((before) => (before + 90) % 360),
    panel,
    setPanel,
    draft,
    setDraft,
    chosen,
    write: (drawn: Drawn) => setDraft({ drawn }),
    open: (mark: Mark) => {
      setPanel("marks");
      setChosen(mark.id);
    },
  };
}

export type Look = ReturnType<typeof useLook>;
export type Panel = { title: string; icon: ReactNode; keys?: string; body: () => ReactNode };
/** A page on which the keyboard places a text or a note: its number from 0, and its size in points. */
export type Place = { page: number; width: number; height: number };

type Props = {
  name: string;
  look: Look;
  scale: number;
  marks: Marks;
  /** Tools and panels besides the common ones. */
  tools?: ReactNode;
  panels?: Record<string, Panel>;
  onKey?: (key: string) => boolean;
  onFind: (page: number) => void;
  onPrint?: () => void;
  /** Called when the user scrolls, presses a key or points. */
  onMove?: () => void;
  /** The current page. */
  place: () => Place;
  scroller: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** The bar, the panels and the pages of a reader; keys work while it has the focus. */
export function ReaderFrame({
  name,
  look,
  scale,
  marks,
  tools,
  panels = {},
  onKey,
  onFind,
  onPrint,
  onMove,
  place,
  scroller,
  children,
}: Props) {
  const { setZoom, panel, setPanel, draft, setDraft } = look;
  const all: Record<string, Panel> = { ...panels };
  if (marks.isReady)
    all.marks = {
      title: "Marks",
      icon: <Icon name="message" />,
      keys: "m",
      body: () => <MarkList marks={marks} chosen={look.chosen} onFind={onFind} onWrite={setDraft} />,
    };
  const shown = panel ? all[panel] : undefined;
  const pages = useRef<HTMLDivElement>(null);
  const close = () => {
    setDraft(null);
    pages.current?.querySelector<HTMLElement>(".fil-scroll")?.focus();
  };
  /** Puts a text or a note on the current page, below the existing ones. */
  const put = (): boolean => {
    if (marks.tool !== "note" && marks.tool !== "freetext" && marks.tool !== "stamp") return false;
    const { page, width, height } = place();
    const above = marks.layers
      .flatMap((layer) => layer.marks)
      .filter((mark) => mark.page === page && mark.kind !== "highlight").length;
    const point: [number, number] = [Math.round(width * 0.1), Math.round(height * 0.9) - (above % 20) * 34];
    if (marks.tool === "stamp") {
      if (marks.stamp) marks.draw(stamped(marks.stamp, page, point, marks.style));
      return true;
    }
    const points = [marks.tool === "note" ? point : boxOfText([...point, ...point])];
    setDraft({
      drawn: { page, kind: marks.tool, points, colour: marks.style.colour, width: marks.style.width, contents: "" },
    });
    return true;
  };
  const escape = (): boolean => {
    if (draft) setDraft(null);
    else if (marks.tool) marks.setTool(null);
    else if (panel) setPanel(null);
    else return false;
    return true;
  };
  const toggle = (key: string) => setPanel(panel === key ? null : key);
  const act = (key: string, isOnPages: boolean): boolean => {
    if (onKey?.(key)) return true;
    const tool = marks.isReady ? toolOf(key) : undefined;
    const opened = Object.keys(all).find((one) => all[one]?.keys === key);
    if (tool) marks.setTool(marks.tool === tool ? null : tool);
    else if (opened) toggle(opened);
    else if (key === "+" || key === "=") setZoom(zoomed(scale, 1));
    else if (key === "-") setZoom(zoomed(scale, -1));
    else if (key === "r") look.turn();
    else if (key === "Escape") return escape();
    else if (key === "Enter") return isOnPages && put();
    else return false;
    return true;
  };
  const command = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) marks.undo();
    else if (key === "y" || key === "z") marks.redo();
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isTyping = target.matches("input, textarea, [role=slider]");
    if (isTyping && event.key !== "Escape") return;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!(isCommand ? command(event) : act(event.key, target.matches(".fil-scroll")))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside
    <div
      className="fil-reader"
      onKeyDown={press}
      onKeyDownCapture={onMove}
      onWheelCapture={onMove}
      onPointerDownCapture={onMove}
      ref={pages}
    >
      <div className="fil-bar" role="toolbar" aria-label="Reader">
        {Object.entries(all).map(([key, { title, icon, keys }]) => (
          <Tool key={key} label={title} keys={keys} icon={icon} on={panel === key} onClick={() => toggle(key)} />
        ))}
        {tools}
        <Tool label="Zoom out" keys="-" icon={<Glyph name="zoom-out" />} onClick={() => setZoom(zoomed(scale, -1))} />
        <span className="fil-zoom">{Math.round(scale * 100)}%</span>
        <Tool label="Zoom in" keys="+" icon={<Glyph name="zoom-in" />} onClick={() => setZoom(zoomed(scale, 1))} />
        <Tool
          label="Fit width"
          icon={<Glyph name="fit-width" />}
          on={look.zoom === "width"}
          onClick={() => setZoom("width")}
        />
        <Tool
          label="Fit page"
          icon={<Glyph name="fit-page" />}
          on={look.zoom === "page"}
          onClick={() => setZoom("page")}
        />
        <Tool label="Rotate" keys="r" icon={<Glyph name="rotate" />} onClick={look.turn} />
        {onPrint && <Tool label="Print" icon={<Glyph name="print" />} onClick={onPrint} />}
      </div>
      {marks.isReady && <MarkBar marks={marks} />}
      {draft && (
        <MarkWords
          key={`${draft.mark?.id ?? ""} ${draft.drawn.page} ${draft.drawn.repliesTo ?? ""}`}
          draft={draft}
          marks={marks}
          onClose={close}
        />
      )}
      <div className="fil-reader-body">
        {shown && (
          <aside className="fil-panel" aria-label={shown.title}>
            {shown.body()}
          </aside>
        )}
        <div
          ref={scroller}
          className="fil-scroll"
          role="document"
          aria-label={name}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
          tabIndex={0}
          data-tool={marks.tool ?? undefined}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
