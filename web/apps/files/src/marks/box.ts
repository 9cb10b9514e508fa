import { boxOf } from "./geometry";

/** Returns the box of a text: as it was drawn, or of a default width after just a click. */
export function boxOfText(points: readonly number[]): number[] {
  const { x, y, width, height } = boxOf(points);
  return width < 30 ? [x, y + height - 30, x + 200, y + height] : [x, y, x + width, y + height];
}
