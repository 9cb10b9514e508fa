import type { Element, Stroke } from "../model";
import { unpack, type Point } from "./points";

export type Box = { x: number; y: number; x2: number; y2: number };
type Place = { x: number; y: number };

const unpacked = new WeakMap<Stroke, Point[]>();

/** Returns the points of a stroke at their drawn positions. */
export function pointsOf(stroke: Stroke): Point[] {
  let points = unpacked.get(stroke);
  if (!points) {
    const { x = 0, y = 0, sx = 1, sy = 1 } = stroke;
    points = unpack(stroke.p);
    if (x || y || sx !== 1 || sy !== 1)
      points = points.map((point) => ({ ...point, x: point.x * sx + x, y: point.y * sy + y }));
    unpacked.set(stroke, points);
  }
  return points;
}

/** Returns the width of a line of text; the page's canvas measures it, tests estimate it. */
export const measure = { width: (text: string, size: number, _font: number): number => text.length * size * 0.55 };
export const lineHeight = 1.3;

/** Returns the box around an element, without the width of its line. */
export function boxOf(element: Element): Box {
  if (element.k === "stroke") {
    const box = { x: Infinity, y: Infinity, x2: -Infinity, y2: -Infinity };
    for (const { x, y } of pointsOf(element)) {
      box.x = Math.min(box.x, x);
      box.y = Math.min(box.y, y);
      box.x2 = Math.max(box.x2, x);
      box.y2 = Math.max(box.y2, y);
    }
    return box;
  }
  if (element.k === "text") {
    const lines = element.t.split("\n");
    const width = Math.max(20, ...lines.map((line) => measure.width(line, element.s, element.f)));
    return { x: element.x, y: element.y, x2: element.x + width, y2: element.y + lines.length * element.s * lineHeight };
  }
  return ordered(element);
}

export const ordered = ({ x, y, x2, y2 }: Box): Box => ({
  x: Math.min(x, x2),
  y: Math.min(y, y2),
  x2: Math.max(x, x2),
  y2: Math.max(y, y2),
});

/** Returns the box around several elements; null for none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return boxes.reduce((one, two) => ({
    x: Math.min(one.x, two.x),
    y: Math.min(one.y, two.y),
    x2: Math.max(one.x2, two.x2),
    y2: Math.max(one.y2, two.y2),
  }));
}

export const within = (box: Box, of: Box): boolean =>
  box.x >= of.x && box.y >= of.y && box.x2 <= of.x2 && box.y2 <= of.y2;

function fromSegment({ x, y }: Place, a: Place, b: Place): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const part = length ? Math.max(0, Math.min(1, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length)) : 0;
  return Math.hypot(x - a.x - part * (b.x - a.x), y - a.y - part * (b.y - a.y));
}

/** True if a position hits an element, with a margin around thin lines. */
export function hits(element: Element, place: Place, room: number): boolean {
  const box = boxOf(element);
  const near = room + element.w / 2;
  if (place.x < box.x - near || place.y < box.y - near || place.x > box.x2 + near || place.y > box.y2 + near)
    return false;
  if (element.k === "stroke") {
    const points = pointsOf(element);
    return points.some((point, at) => fromSegment(place, points[at - 1] ?? point, point) <= near);
  }
  if (element.k === "line" || element.k === "arrow")
    return fromSegment(place, element, { x: element.x2, y: element.y2 }) <= near;
  if (element.k === "rectangle") {
    return (
      Math.min(
        Math.abs(place.x - box.x),
        Math.abs(place.x - box.x2),
        Math.abs(place.y - box.y),
        Math.abs(place.y - box.y2),
      ) <= near
    );
  }
  if (element.k === "ellipse") {
    const [width, height] = [(box.x2 - box.x) / 2 || 1, (box.y2 - box.y) / 2 || 1];
    const away = Math.hypot((place.x - box.x - width) / width, (place.y - box.y - height) / height);
    return Math.abs(away - 1) * Math.min(width, height) <= near;
  }
  return true;
}

/** Returns the element, moved. */
export function translated<Kind extends Element>(element: Kind, dx: number, dy: number): Kind {
  if (element.k === "stroke") return { ...element, x: (element.x ?? 0) + dx, y: (element.y ?? 0) + dy };
  if (element.k === "text") return { ...element, x: element.x + dx, y: element.y + dy };
  return { ...element, x: element.x + dx, y: element.y + dy, x2: element.x2 + dx, y2: element.y2 + dy };
}

/**
 * Returns the element, scaled about a position. A uniform line keeps its width ('Uniform stroke on resize', money.md
 * 9); otherwise the width is scaled too.
 */
export function scaled(element: Element, about: Place, fx: number, fy: number): Element {
  const even = Math.sqrt(Math.abs(fx * fy));
  const w = element.u ? element.w : Math.max(0.5, element.w * even);
  const placeX = (x: number): number => about.x + (x - about.x) * fx;
  const placeY = (y: number): number => about.y + (y - about.y) * fy;
  if (element.k === "stroke") {
    const { x = 0, y = 0, sx = 1, sy = 1 } = element;
    return { ...element, w, x: placeX(x), y: placeY(y), sx: sx * fx, sy: sy * fy };
  }
  if (element.k === "text")
    return { ...element, x: placeX(element.x), y: placeY(element.y), s: Math.max(6, Math.min(400, element.s * even)) };
  const placed = { x: placeX(element.x), y: placeY(element.y), x2: placeX(element.x2), y2: placeY(element.y2) };
  // The letters of a formula keep their proportions.
  if (element.k === "formula")
    return {
      ...element,
      s: element.s * even,
      ...placed,
      x2: placed.x + (element.x2 - element.x) * even,
      y2: placed.y + (element.y2 - element.y) * even,
    };
  return { ...element, w, ...placed };
}
