import type { ListMeta, Row } from "@staffroom/contract";
import { expect, it } from "vitest";
import { sumsOfAll, sumsOfRows, sumText } from "./sums";

const meta = {
  name: "invoices",
  title: "Invoices",
  rowKey: "id",
  may: {},
  totals: { by: ["currency"], sums: ["amount", "outstanding"] },
  columns: [
    { name: "id", title: "ID", type: "id" },
    { name: "amount", title: "Amount", type: "money", currency: "currency" },
    { name: "vat", title: "VAT", type: "money", currency: "currency" },
    { name: "outstanding", title: "Outstanding", type: "money", currency: "currency" },
  ],
} as unknown as ListMeta;
const row = (id: number, amount: number, outstanding: number, currency = "GBP"): Row => ({
  id,
  amount,
  vat: 1,
  outstanding,
  currency,
});
const shown = (sums: ReturnType<typeof sumsOfRows>) => sums.map((sum) => `${sum.title} ${sumText(sum)}`);

it("amounts of the selected rows are summed by currency", () => {
  const rows = [row(1, 120_000, 0), row(2, 5050, 5050), row(3, 9000, 100, "EUR")];
  expect(shown(sumsOfRows(meta, rows))).toEqual(["Amount £1,250.50 + €90.00", "Outstanding £50.50 + €1.00"]);
});

it("sums of all matches are the server's totals, less the deselected rows", () => {
  const totals = [
    { currency: "GBP", count: 900, amount: 1_000_000, outstanding: 40_000 },
    { currency: "EUR", count: 3, amount: 700, outstanding: 0 },
  ];
  expect(shown(sumsOfAll(meta, totals, [row(1, 100_000, 5000)]))).toEqual([
    "Amount £9,000.00 + €7.00",
    "Outstanding £350.00 + €0.00",
  ]);
});

it("a list without amounts has no sums", () => {
  expect(sumsOfRows({ ...meta, totals: undefined, columns: meta.columns.slice(0, 1) }, [row(1, 1, 1)])).toEqual([]);
});
