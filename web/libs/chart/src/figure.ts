import type { Figures } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { formatMoney, formatNumber } from "@staffroom/ui";

/** The currencies of figures, null for numbers without one: each has its own chart. */
export const currenciesIn = (figures: Figures): (string | null)[] => [
  ...new Set(figures.groups.map(({ currency }) => currency)),
];

/** Formats a value of a measure. */
export function formatFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  return figures.measures[measure]?.type === "money" ? formatMoney(value, currency) : formatNumber(value);
}

/** Formats it short, for an axis: `£1.2m`. */
export function shortFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  const isMoney = figures.measures[measure]?.type === "money";
  const how = { notation: "compact", maximumFractionDigits: 1 } as const;
  return isMoney
    ? new Intl.NumberFormat(locale, { ...how, style: "currency", currency: currency ?? "GBP" }).format(value / 100)
    : new Intl.NumberFormat(locale, how).format(value);
}
