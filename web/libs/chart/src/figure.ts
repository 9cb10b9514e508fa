import type { Figures } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { formatMoney, formatNumber } from "@staffroom/ui";

/** The currencies of figures, null for numbers without one: each has a chart of its own. */
export const currenciesIn = (figures: Figures): (string | null)[] => [
  ...new Set(figures.groups.map(({ currency }) => currency)),
];

/** A value of a measure as people write it. */
export function formatFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  return figures.measures[measure]?.type === "money" ? formatMoney(value, currency) : formatNumber(value);
}

/** `£1.2m`: the same for an axis. */
export function shortFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  const isMoney = figures.measures[measure]?.type === "money";
  const how = { notation: "compact", maximumFractionDigits: 1 } as const;
  return isMoney
    ? new Intl.NumberFormat(locale, { ...how, style: "currency", currency: currency ?? "GBP" }).format(value / 100)
    : new Intl.NumberFormat(locale, how).format(value);
}
