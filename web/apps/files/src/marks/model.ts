import type { Answer } from "@staffroom/contract";
import { statedPoints } from "./points";

export type Layers = Answer<"files", "/file/{id}/marks">;
export type Layer = Layers["layers"][number];
export type Mark = Layer["marks"][number];

export const kinds = ["ink", "highlight", "square", "line", "arrow", "freetext", "note"] as const;
export type Kind = (typeof kinds)[number];
/** A mark as it is drawn, before the server has it. */
export type Drawn = {
  page: number;
  kind: Kind;
  points: number[][];
  colour: string;
  width: number;
  contents: string;
  score?: number | null;
  repliesTo?: number | null;
};
export type Tool = Kind | "eraser" | "stamp" | null;

export const names: Record<Kind, string> = {
  ink: "Pen",
  highlight: "Highlight",
  square: "Rectangle",
  line: "Line",
  arrow: "Arrow",
  freetext: "Text",
  note: "Note",
};
export const nameOf = (kind: string): string => names[kind as Kind] ?? "Mark";

/** True for marks with text. */
export const hasWords = (kind: string): boolean => kind === "note" || kind === "freetext";

/** Returns a mark as it was drawn: without the points in its text, which the server returns with it. */
export const drawnOf = ({ page, kind, points, colour, width, contents, score, repliesTo }: Mark): Drawn => ({
  page,
  kind: kind as Kind,
  points,
  colour,
  width,
  contents,
  score: statedPoints(contents) === score ? null : score,
  repliesTo,
});
