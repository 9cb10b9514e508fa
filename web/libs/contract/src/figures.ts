import type { Shape } from "./calls";

/** `GET <list>/figures`: the rows of a list, counted and summed by one or two dimensions (docs/api.md, Lists). */
export type Figures = Shape<"finance", "FiguresAnswer">;
export type FigureGroup = Figures["groups"][number];
/** The dimensions and sums that a list has, part of its metadata. */
export type ListFigures = Shape<"finance", "ListFigures">;

/** Kinds of charts. */
export const chartKinds = ["columns", "bars", "line", "area", "pie", "heat", "chord"] as const;
export type ChartKind = (typeof chartKinds)[number];
