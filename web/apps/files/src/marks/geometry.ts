/**
 * A page on the screen at one pixel per point: its size, and the matrix from PDF points (from the bottom left) to it.
 */
export type Geometry = {
  width: number;
  height: number;
  transform: readonly [number, number, number, number, number, number];
};

/** The longer side of a picture in points, so that a line is as wide on a photo as on a page. */
const pictureSide = 842;

/** Converts a picture's size in pixels to points. */
export function pointsOfPicture(width: number, height: number): [number, number] {
  const scale = pictureSide / Math.max(width, height, 1);
  return [width * scale, height * scale];
}

/** Returns the page of a picture, turned clockwise by `rotation` degrees. */
export function ofPicture(width: number, height: number, rotation = 0): Geometry {
  switch (rotation) {
    case 90:
      return { width: height, height: width, transform: [0, 1, 1, 0, 0, 0] };
    case 180:
      return { width, height, transform: [-1, 0, 0, 1, width, 0] };
    case 270:
      return { width: height, height: width, transform: [0, -1, -1, 0, height, width] };
    default:
      return { width, height, transform: [1, 0, 0, -1, 0, height] };
  }
}

const rounded = (number: number) => Math.round(number * 100) / 100;

/** Returns the PDF point at a position in the upright drawing of the page. */
export function pointAt({ transform: [a, b, c, d, e, f] }: Geometry, x: number, y: number): [number, number] {
  const part = a * d - b * c;
  return [rounded((d * (x - e) - c * (y - f)) / part), rounded((a * (y - f) - b * (x - e)) / part)];
}

/** Returns the position of a PDF point in the upright drawing of the page. */
export const placed = ({ transform: [a, b, c, d, e, f] }: Geometry, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Returns the bounds of a stroke: left, bottom, width, height. */
export function boxOf(stroke: readonly number[]): { x: number; y: number; width: number; height: number } {
  const xs = stroke.filter((_, at) => at % 2 === 0);
  const ys = stroke.filter((_, at) => at % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Returns the box of a stroke in the upright drawing of the page. */
export function boxOn(
  geometry: Geometry,
  stroke: readonly number[],
): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = boxOf(stroke);
  return boxOf([...placed(geometry, x, y), ...placed(geometry, x + width, y + height)]);
}

/** Returns the two sides of an arrowhead at the stroke's end, for a line of this width. */
export function headOf(stroke: readonly number[], width: number): string {
  const [x1 = 0, y1 = 0] = stroke;
  const [x2 = 0, y2 = 0] = stroke.slice(-2);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const length = 8 + width * 2;
  const side = (by: number) => `${x2 - length * Math.cos(angle + by)},${y2 - length * Math.sin(angle + by)}`;
  return `${side(0.5)} ${x2},${y2} ${side(-0.5)}`;
}

/** Formats the points of a stroke for SVG. */
export const pointsOf = (stroke: readonly number[]): string =>
  Array.from({ length: Math.floor(stroke.length / 2) }, (_, at) => `${stroke[at * 2]},${stroke[at * 2 + 1]}`).join(" ");

/** Maximum count of numbers in a stroke (`POST /file/{id}/marks`). */
const longestStroke = 10_000;

/** Splits a long stroke into several, each beginning where the previous one ends. */
export function inPieces(stroke: readonly number[]): number[][] {
  const pieces: number[][] = [];
  for (let at = 0; at === 0 || at < stroke.length - 2; at += longestStroke - 2)
    pieces.push(stroke.slice(at, at + longestStroke));
  return pieces;
}

/** True if a stroke passes within `reach` points of a position. */
export function isNear(stroke: readonly number[], x: number, y: number, reach: number): boolean {
  for (let at = 0; at < stroke.length; at += 2) {
    const [x1 = 0, y1 = 0] = stroke.slice(at, at + 2);
    const [x2 = x1, y2 = y1] = stroke.slice(at + 2, at + 4);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    if (Math.hypot(x - x1 - share * dx, y - y1 - share * dy) <= reach) return true;
  }
  return false;
}

/** Returns the lines of a text of 12 points in a box of this width; words are not cut. */
export function wrapped(text: string, width: number): string[] {
  const most = Math.max(8, Math.floor(width / 6));
  return text.split("\n").flatMap((line) => {
    const lines = [""];
    for (const word of line.split(" ")) {
      const last = lines.at(-1) ?? "";
      if (last && last.length + word.length + 1 > most) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines;
  });
}
