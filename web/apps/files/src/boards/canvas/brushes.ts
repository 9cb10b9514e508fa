import type { Brush } from "../model";
import type { Point } from "./points";

type Pen = CanvasRenderingContext2D;

/** Traces a line through points, rounded at each. */
function path(pen: Pen, points: readonly Point[]): void {
  const [first] = points;
  if (!first) return;
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  if (points.length === 1) pen.lineTo(first.x + 0.01, first.y);
  for (let at = 1; at < points.length; at += 1) {
    const point = points[at] as Point;
    const next = points[at + 1];
    if (next) pen.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    else pen.lineTo(point.x, point.y);
  }
}

/** The pencil follows the pressure of a pen: from half to one and a half times its width. */
function pencil(pen: Pen, points: readonly Point[], width: number): void {
  const isEven = points.every(({ pressure }) => Math.abs(pressure - (points[0]?.pressure ?? 0)) < 0.04);
  if (isEven) {
    pen.lineWidth = width;
    path(pen, points);
    pen.stroke();
    return;
  }
  for (let at = 1; at < points.length; at += 1) {
    const [before, point] = [points[at - 1] as Point, points[at] as Point];
    pen.lineWidth = width * (0.5 + point.pressure);
    pen.beginPath();
    pen.moveTo(before.x, before.y);
    pen.lineTo(point.x, point.y);
    pen.stroke();
  }
}

/** Returns a number from 0 to 1 that is always the same for a position. */
const chance = (x: number, y: number): number => Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1;

/** Draws circles of varying size along the line. */
function circles(pen: Pen, points: readonly Point[], width: number): void {
  const step = Math.max(3, width * 0.8);
  let rest = 0;
  points.forEach((point, at) => {
    const before = points[at - 1] ?? point;
    const length = Math.hypot(point.x - before.x, point.y - before.y);
    for (let distance = at === 0 ? 0 : step - rest; distance <= length; distance += step) {
      const part = length ? distance / length : 0;
      const [x, y] = [before.x + (point.x - before.x) * part, before.y + (point.y - before.y) * part];
      pen.beginPath();
      pen.arc(x, y, (width / 2) * (0.4 + 1.1 * chance(x, y)), 0, Math.PI * 2);
      pen.fill();
    }
    rest = at === 0 ? 0 : (rest + length) % step;
  });
}

const tiles = new Map<string, HTMLCanvasElement>();

/** Returns the repeated tile of a pattern brush, in one colour. */
function tile(brush: Brush, colour: string): HTMLCanvasElement {
  const key = `${brush} ${colour}`;
  const known = tiles.get(key);
  if (known) return known;
  const size = brush === "diamond" ? 14 : brush === "square" ? 12 : 10;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    pen.lineWidth = 4;
    pen.beginPath();
    if (brush === "pattern") pen.arc(5, 5, 3.2, 0, Math.PI * 2);
    if (brush === "square") pen.rect(1, 1, 9, 9);
    if (brush === "diamond") {
      pen.moveTo(7, 1);
      pen.lineTo(13, 7);
      pen.lineTo(7, 13);
      pen.lineTo(1, 7);
      pen.closePath();
    }
    if (brush === "hline") pen.rect(0, 3, 10, 4);
    if (brush === "vline") pen.rect(3, 0, 4, 10);
    pen.fill();
  }
  if (tiles.size > 60) tiles.clear();
  tiles.set(key, canvas);
  return canvas;
}

/** Draws one stroke with its brush (money.md 9). */
export function drawStroke(pen: Pen, brush: Brush, points: readonly Point[], colour: string, width: number): void {
  pen.lineCap = "round";
  pen.lineJoin = "round";
  if (brush === "circle") {
    pen.fillStyle = colour;
    circles(pen, points, width);
    return;
  }
  pen.strokeStyle = brush === "pencil" ? colour : (pen.createPattern(tile(brush, colour), "repeat") ?? colour);
  if (brush === "pencil") {
    pencil(pen, points, width);
    return;
  }
  // A pattern is only visible in a line that is wide enough for it.
  pen.lineWidth = Math.max(10, width * 2);
  path(pen, points);
  pen.stroke();
}
