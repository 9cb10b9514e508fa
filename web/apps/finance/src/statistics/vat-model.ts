import type { RowOf } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { choiceOf, type Choices } from "@staffroom/screen";
import { formatPercent } from "@staffroom/ui";

/** An organisation's lines of one kind of VAT, those of credit notes separate; amounts in minor units. */
export type VatRow = RowOf<"finance", "/invoices/statistics/vat">;
export type Period = { from: string; to: string };
export type Sums = Pick<VatRow, "count" | "net" | "VAT" | "total">;

/** Formats `Standard, 20%`, or the kind of a rate of 0, with the service's labels. */
export function titleOf({ VATRate, VATTreatment }: VatRow, choices: Choices): string {
  const { label = VATTreatment } = choiceOf(choices, "VATTreatment", VATRate ? "rated" : VATTreatment) ?? {};
  return VATRate ? `${label}, ${formatPercent(VATRate)}` : label;
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
const month = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });

/** Returns the quarter `ago` quarters before the one of `today`, by calendar quarters. */
function quarter(today: Date, ago: number): Period & { label: string } {
  const first = new Date(Date.UTC(today.getFullYear(), Math.floor(today.getMonth() / 3) * 3 - ago * 3, 1));
  const [year, start] = [first.getUTCFullYear(), first.getUTCMonth()];
  const last = new Date(Date.UTC(year, start + 3, 0));
  return {
    from: day(year, start, 1),
    to: last.toISOString().slice(0, 10),
    label: `${month.format(first)} to ${month.format(last)} ${year}`,
  };
}

/** Returns the current quarter and the eight before it, latest first. */
export const quarters = (today: Date) => Array.from({ length: 9 }, (_, ago) => quarter(today, ago));

/** Returns the default period: the last complete quarter, which a VAT return covers. */
export const usualPeriod = (today: Date): Period => {
  const { from, to } = quarter(today, 1);
  return { from, to };
};

export function sumOf(rows: readonly VatRow[]): Sums {
  const sums = { count: 0, net: 0, VAT: 0, total: 0 };
  for (const row of rows) for (const name of ["count", "net", "VAT", "total"] as const) sums[name] += row[name];
  return sums;
}

export const currenciesOf = (rows: readonly VatRow[]): string[] =>
  [...new Set(rows.map(({ currency }) => currency))].toSorted((one, other) => other.localeCompare(one));

/** Groups the rows by organisation, in order. */
export function byOrganisation(rows: readonly VatRow[]): { orgId: number; title: string; rows: VatRow[] }[] {
  const groups = new Map<number, { orgId: number; title: string; rows: VatRow[] }>();
  for (const row of rows) {
    const group = groups.get(row.orgId) ?? { orgId: row.orgId, title: row.organisation, rows: [] };
    group.rows.push(row);
    groups.set(row.orgId, group);
  }
  return [...groups.values()];
}
