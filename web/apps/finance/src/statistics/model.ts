import type { Answer } from "@staffroom/contract";

/** One row for each currency and group; amounts in minor units. */
export type Statistics = Answer<"finance", "/invoices/statistics">;

/** A group of a chart: its amount, and the address of its rows. */
export type Entry = { key: string; label: string; amount: number; count: number; color?: string; to: string };

/** The filters of the statistics in the address. */
export type Narrowing = { orgId: string; currency: string; billingYear: string; from: string; to: string };

const pad = (number: number) => String(number).padStart(2, "0");

/** `2026-02` as its first and last day. */
export function daysOf(month: string): [string, string] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return [`${month}-01`, `${month}-${pad(new Date(Date.UTC(year, number, 0)).getUTCDate())}`];
}

/** Returns the later of two first days, the earlier of two last days; an empty day sets no limit. */
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (!a || (b && b < a) ? b : a);

/**
 * Returns the address of the invoice list with the rows behind a figure. The list shows one organisation unless several
 * are named.
 */
export function rowsBehind(
  narrowing: Narrowing,
  organisations: Statistics["organisations"],
  more: Record<string, string>,
): string {
  const { from, to, orgId, currency, billingYear } = narrowing;
  const [low = "", high = ""] = (more.date ?? "..").split("..");
  const range = `${later(from, low)}..${earlier(to, high)}`;
  const query = new URLSearchParams({
    orgId: orgId || organisations.map(({ id }) => id).join(","),
    currency,
    ...(billingYear && { billingYear }),
    ...more,
  });
  if (range === "..") query.delete("date");
  else query.set("date", range);
  return `/accounts/invoices?${query.toString()}`;
}

/** Maximum number of months in the chart. */
export const shownMonths = 36;

const monthOf = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}`;

/**
 * Returns every month from the first to the last, even without an invoice: at most `most`, none after that of `today`.
 * Wrong dates do not stretch the axis.
 */
export function monthsBetween(months: readonly string[], today: Date, most = shownMonths): string[] {
  const all = Array.from({ length: most }, (_, ago) =>
    monthOf(new Date(Date.UTC(today.getFullYear(), today.getMonth() - ago, 1))),
  ).toReversed();
  const inside = months.filter((month) => all.includes(month)).sort();
  return all.filter((month) => month >= (inside[0] ?? "~") && month <= (inside.at(-1) ?? ""));
}
