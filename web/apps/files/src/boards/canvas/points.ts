/** A point of a stroke in units of the page, with the pressure of the pen from 0 to 1. */
export type Point = { x: number; y: number; pressure: number };

const perUnit = 4;

/**
 * Packs a stroke: the differences of its points in quarters of a unit as zigzag varints, and a byte of pressure per
 * point. A stroke of 40 points takes about 200 bytes.
 */
export function pack(points: readonly Point[]): Uint8Array {
  const bytes: number[] = [];
  let lastX = 0;
  let lastY = 0;
  for (const point of points) {
    const x = Math.round(point.x * perUnit);
    const y = Math.round(point.y * perUnit);
    varint(bytes, x - lastX);
    varint(bytes, y - lastY);
    bytes.push(Math.max(0, Math.min(255, Math.round(point.pressure * 255))));
    lastX = x;
    lastY = y;
  }
  return Uint8Array.from(bytes);
}

function varint(bytes: number[], number: number): void {
  let rest = number >= 0 ? number * 2 : -number * 2 - 1;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Returns the points of a packed stroke, without a truncated end. */
export function unpack(bytes: Uint8Array): Point[] {
  const points: Point[] = [];
  let at = 0;
  let x = 0;
  let y = 0;
  const next = (): number => {
    let value = 0;
    let factor = 1;
    for (let byte = 128; byte >= 128 && at < bytes.length; at += 1) {
      byte = bytes[at] ?? 0;
      value += (byte & 127) * factor;
      factor *= 128;
    }
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  while (at < bytes.length) {
    x += next();
    y += next();
    if (at >= bytes.length) break;
    points.push({ x: x / perUnit, y: y / perUnit, pressure: (bytes[at] ?? 128) / 255 });
    at += 1;
  }
  return points;
}

/** Removes the points within half a unit of the line between their neighbours. */
export function thinned(points: readonly Point[], tolerance = 0.5): Point[] {
  if (points.length < 3) return [...points];
  const kept: Point[] = [points[0] as Point];
  for (let at = 1; at < points.length - 1; at += 1) {
    const [before, point, after] = [kept.at(-1) as Point, points[at] as Point, points[at + 1] as Point];
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const away =
      Math.abs((after.x - before.x) * (before.y - point.y) - (before.x - point.x) * (after.y - before.y)) / length;
    if (
      away > tolerance ||
      Math.hypot(point.x - before.x, point.y - before.y) > 40 ||
      Math.abs(point.pressure - before.pressure) > 0.15
    )
      kept.push(point);
  }
  kept.push(points.at(-1) as Point);
  return kept;
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
