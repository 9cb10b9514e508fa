import type { ChartKind, FigureGroup, Figures } from "@staffroom/contract";
import { chartColors, colorIn, colorOf, resolvedColor, type ThemeName } from "@staffroom/ui";

/** `width` is the width of the drawing in pixels; the number of legend lines depends on it. */
export type Plot = {
  figures: Figures;
  kind: ChartKind;
  measure: number;
  currency: string | null;
  still: boolean;
  width: number;
  theme?: ThemeName;
};
/** The filters that lead to the rows behind a mark; null if no list shows them. */
export type Behind = FigureGroup["filters"];
export type Mark = { value: unknown; filters: Behind; texts: string[] };

export const keyOf = (group: FigureGroup, place: number) => String(group.keys[place] ?? "");

/**
 * Returns the values of a dimension in order, each once, with its text, colour and row filters. No two share a colour.
 */
export function valuesOf(figures: Figures, groups: readonly FigureGroup[], place: number, theme: ThemeName) {
  const first = new Map(groups.toReversed().map((group) => [keyOf(group, place), group]));
  const options = figures.by[place]?.options ?? [];
  const places = new Map(options.map(({ value }, at) => [String(value), at]));
  const rank = (key: string) => places.get(key) ?? options.length;
  const keys = [...new Set(groups.map((group) => keyOf(group, place)))].toSorted(
    (one, other) => rank(one) - rank(other),
  );
  const colors = colorsFor(
    keys.map((key) => options.find(({ value }) => String(value) === key)?.color),
    theme,
  );
  return keys.map((key, at) => ({
    key,
    text: first.get(key)?.texts[place] ?? "",
    color: colors[at] ?? "",
    filters: first.get(key)?.keyFilters[place] ?? null,
  }));
}

/** Returns a colour for each value: its usual one, unless an earlier value has it; else a free one of the chart's. */
function colorsFor(named: readonly (string | null | undefined)[], theme: ThemeName): string[] {
  const own = named.map((color) => (color ? resolvedColor(colorOf(color), theme) : ""));
  const taken = new Set(own);
  const free = chartColors[theme].filter((color) => !taken.has(color));
  let next = 0;
  return own.map((color, at) =>
    color && own.indexOf(color) === at ? color : (free[next++ % free.length] ?? colorIn(theme, "brand")),
  );
}
