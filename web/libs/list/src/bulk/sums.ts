import type { Column, ListMeta, Row } from "@staffroom/contract";
import { formatMoney } from "@staffroom/ui";

/** Minor units by currency; `""` for a list without currencies. */
export type Sums = { title: string; name: string; amounts: ReadonlyMap<string, number> };

const shownAtMost = 2;

/** Returns the columns to add up: those of the list's totals, else its first money column. */
export function summedColumns(meta: ListMeta): Column[] {
  const amounts = meta.columns.filter((column) => column.type === "money");
  const named = (meta.totals?.sums ?? []).flatMap((name) => amounts.filter((column) => column.name === name));
  // The last two totals are the total and the outstanding amount.
  return named.length ? named.slice(-shownAtMost) : amounts.filter(({ hidden }) => !hidden).slice(0, shownAtMost);
}

const currencyOf = (column: Column, row: Row): string => (column.currency ? String(row[column.currency] ?? "") : "");

/** Returns the sums of the selected rows. */
export function sumsOfRows(meta: ListMeta, rows: Iterable<Row>): Sums[] {
  const all = [...rows];
  return summedColumns(meta).map((column) => {
    const amounts = new Map<string, number>();
    for (const row of all) {
      const amount = row[column.name];
      if (typeof amount === "number")
        amounts.set(currencyOf(column, row), (amounts.get(currencyOf(column, row)) ?? 0) + amount);
    }
    return { title: column.title, name: column.name, amounts };
  });
}

/** Returns the sums of all matches: the server's totals, less the deselected rows. */
export function sumsOfAll(meta: ListMeta, totals: readonly Row[], dropped: Iterable<Row>): Sums[] {
  const less = new Map(sumsOfRows(meta, dropped).map(({ name, amounts }) => [name, amounts]));
  return summedColumns(meta).map((column) => ({
    title: column.title,
    name: column.name,
    amounts: new Map(
      totals.map((total) => {
        const currency = currencyOf({ ...column, currency: column.currency && "currency" }, total);
        return [currency, Number(total[column.name] ?? 0) - (less.get(column.name)?.get(currency) ?? 0)];
      }),
    ),
  }));
}

/** Formats sums: `£1,200.00 + €90.00`. */
export function sumText({ amounts }: Sums): string {
  return [...amounts].map(([currency, amount]) => formatMoney(amount, currency || undefined)).join(" + ");
}
