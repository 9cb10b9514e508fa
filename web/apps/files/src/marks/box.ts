import { boxOf } from "./geometry";

/** The box of a text: as it was drawn, or of a usual width where one only clicked. */
export function boxOfText(points: readonly number[]): number[] {
  const { x, y, width, height } = boxOf(points);
  return width < 30 ? [x, y + height - 30, x + 200, y + height] : [x, y, x + width, y + height];
}
