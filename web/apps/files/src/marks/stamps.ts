import { boxOfText } from "./box";
import type { Drawn } from "./model";

/** A mark that one click places on a page: a drawing around its position, or a text of the comment bank. */
export type Stamp = { name: string; strokes?: number[][]; text?: string; score?: number | null };

/** Returns the points of a circle with this radius, around its position. */
const circle = (radius: number): number[] =>
  Array.from({ length: 33 }, (_, at) => [
    radius * Math.cos((at * Math.PI) / 16),
    radius * Math.sin((at * Math.PI) / 16),
  ])
    .flat()
    .map((number) => Math.round(number * 100) / 100);

export const stamps: readonly Stamp[] = [
  { name: "Tick", strokes: [[-9, 0, -3, -8, 11, 12]] },
  {
    name: "Half tick",
    strokes: [
      [-9, 0, -3, -8, 11, 12],
      [-2, 9, 10, -3],
    ],
  },
  {
    name: "Cross",
    strokes: [
      [-8, 8, 8, -8],
      [-8, -8, 8, 8],
    ],
  },
  {
    name: "Question mark",
    strokes: [
      [-6, 6, -4, 10, 0, 12, 5, 10, 6, 6, 3, 2, 0, -1, 0, -5],
      [0, -10, 0, -10.5],
    ],
  },
  { name: "Ring", strokes: [circle(14)] },
];

/** The width of a comment bank text on the page, in points. */
const textWidth = 220;

/** Returns a stamp on a page, at a point. */
export function stamped(
  { strokes, text = "", score = null }: Stamp,
  page: number,
  [x, y]: readonly [number, number],
  { colour, width }: { colour: string; width: number },
): Drawn {
  if (strokes)
    return {
      page,
      kind: "ink",
      points: strokes.map((stroke) => stroke.map((number, at) => number + (at % 2 ? y : x))),
      colour,
      width,
      contents: "",
      score,
    };
  return {
    page,
    kind: "freetext",
    points: [boxOfText([x, y, x + textWidth, y - 30])],
    colour,
    width: 1,
    contents: text,
    score,
  };
}
