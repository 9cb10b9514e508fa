import { createStore } from "@staffroom/api";
import { useRef, useState, type PointerEvent } from "react";
import { boxOfText } from "./box";
import { boxOf, inPieces, isNear, pointAt, type Geometry } from "./geometry";
import type { Drawn, Mark } from "./model";
import { stamped } from "./stamps";
import type { Marks } from "./use-marks";

type Props = {
  marks: Marks;
  /** From 0. */
  page: number;
  geometry: Geometry;
  onWrite: (mark: Drawn) => void;
};

/** True once a stylus was used: from then on fingers scroll. */
const penSeen = createStore(false);

/** Points closer than this to the previous one add nothing to a line. */
const nearest = 0.4;
/** A shape smaller than this is accidental. */
const least = 3;
/** The distance at which the eraser hits a mark, in pixels. */
const reach = 8;

/**
 * Returns a line's width for the mean pressure of a stylus, 0 to 1: half of it for a light touch, more when pressed.
 */
export const pressed = (width: number, pressures: readonly number[]): number => {
  const mean = pressures.reduce((sum, one) => sum + one, 0) / Math.max(1, pressures.length);
  return Math.min(50, Math.round(width * (0.4 + mean * 1.2) * 10) / 10);
};

/** True if the eraser at a position hits a mark. */
export function isHit({ kind, points, width }: Mark, x: number, y: number, near: number): boolean {
  return points.some((stroke) => {
    if (kind === "note") return Math.hypot(x - (stroke[0] ?? 0), y - (stroke[1] ?? 0)) <= near + 10;
    if (kind !== "highlight" && kind !== "square" && kind !== "freetext") return isNear(stroke, x, y, near + width / 2);
    const box = boxOf(stroke);
    return x >= box.x - near && x <= box.x + box.width + near && y >= box.y - near && y <= box.y + box.height + near;
  });
}

/**
 * The drawing input on a page: a mouse, a stylus or one finger draws with the tool; two fingers scroll. Once a stylus
 * was used, fingers only scroll, and while it draws the palm is ignored.
 */
export function usePen({ marks, page, geometry, onWrite }: Props) {
  const [stroke, setStroke] = useState<number[] | null>(null);
  const drawing = useRef<{ pointer: number; type: string; points: number[]; pressures: number[] } | null>(null);
  const fingers = useRef(new Map<number, [number, number]>());
  const erased = useRef(new Set<number>());
  const { tool, style, kind } = marks;

  const scaleOf = (svg: Element) => geometry.width / (svg.getBoundingClientRect().width || geometry.width);
  const at = (svg: Element, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = svg.getBoundingClientRect();
    const scale = scaleOf(svg);
    return pointAt(geometry, (clientX - left) * scale, (clientY - top) * scale);
  };
  const rub = (svg: Element, place: { clientX: number; clientY: number }) => {
    const [x, y] = at(svg, place);
    for (const mark of marks.layers.find(({ mine }) => mine)?.marks ?? []) {
      if (mark.page !== page || erased.current.has(mark.id) || !isHit(mark, x, y, reach * scaleOf(svg))) continue;
      erased.current.add(mark.id);
      marks.erase(mark);
    }
  };
  const stop = () => {
    drawing.current = null;
    setStroke(null);
  };
  const scroll = (event: PointerEvent, before: [number, number]) => {
    const share = 1 / fingers.current.size;
    event.currentTarget
      .closest(".fil-scroll")
      ?.scrollBy((before[0] - event.clientX) * share, (before[1] - event.clientY) * share);
  };

  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!tool || event.button !== 0) return;
    if (event.pointerType === "pen") penSeen.set(true);
    if (event.pointerType === "touch") {
      if (drawing.current?.type === "pen") return;
      fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
      if (penSeen.get() || fingers.current.size > 1) return stop();
    }
    event.preventDefault();
    // Keys keep working where the user draws.
    event.currentTarget.closest<HTMLElement>(".fil-scroll")?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const point = at(event.currentTarget, event);
    if (tool === "stamp") return marks.stamp && marks.draw(stamped(marks.stamp, page, point, style));
    if (tool === "note") return onWrite({ page, kind, points: [point], ...lineOf(style), contents: "" });
    drawing.current = {
      pointer: event.pointerId,
      type: event.pointerType,
      points: [...point, ...point],
      pressures: [event.pressure],
    };
    erased.current.clear();
    if (tool === "eraser") rub(event.currentTarget, event);
    else setStroke(drawing.current.points);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const finger = fingers.current.get(event.pointerId);
    if (finger) fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
    const { current } = drawing;
    if (!current && finger) return scroll(event, finger);
    if (!current || current.pointer !== event.pointerId) return;
    if (tool === "eraser") return rub(event.currentTarget, event);
    const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const one of all.length ? all : [event.nativeEvent]) {
      const [x, y] = at(event.currentTarget, one);
      current.pressures.push(one.pressure);
      const [lastX = 0, lastY = 0] = current.points.slice(-2);
      if (tool !== "ink") current.points = [...current.points.slice(0, 2), x, y];
      else if (Math.hypot(x - lastX, y - lastY) >= nearest) current.points = [...current.points, x, y];
    }
    setStroke(current.points);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    fingers.current.delete(event.pointerId);
    const { current } = drawing;
    if (!current || current.pointer !== event.pointerId) return;
    stop();
    if (tool === "eraser" || tool === "stamp" || tool === null) return;
    const { width, height } = boxOf(current.points);
    if (tool !== "ink" && tool !== "freetext" && width + height < least) return;
    const line = lineOf(style);
    const mark: Drawn = {
      page,
      kind,
      points: inPieces(current.points),
      contents: "",
      colour: line.colour,
      width: tool === "ink" && current.type === "pen" ? pressed(line.width, current.pressures) : line.width,
    };
    if (tool === "freetext") onWrite({ ...mark, points: [boxOfText(current.points)] });
    else marks.draw(mark);
  };
  const cancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (drawing.current?.pointer === event.pointerId) stop();
  };
  return { stroke, hand: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel } };
}

const lineOf = ({ colour, width }: { colour: string; width: number }) => ({ colour, width });
