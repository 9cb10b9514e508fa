import type { FigureGroup, Figures } from "@staffroom/contract";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderScreen } from "@staffroom/testing";
import { expect, it, vi } from "vitest";
import { changeOf, FigureTable } from "./figure-table";
import { currenciesIn, formatFigure, optionOf } from "./plot";

const group = (keys: FigureGroup["keys"], texts: string[], values: number[], more: Partial<FigureGroup> = {}): FigureGroup =>
  ({ keys, texts, currency: "GBP", values, before: null, filters: { month: String(keys[0]) }, ...more });

const figures: Figures = {
  by: [{ name: "date.month", title: "Date, by month", type: "date" }, { name: "status", title: "Status", type: "select", options: [{ value: "paid", label: "Paid", color: "green" }] }],
  measures: [{ name: "count", title: "Number", type: "integer" }, { name: "total", title: "Total", type: "money" }],
  groups: [
    group(["2026-01-01", "paid"], ["January 2026", "Paid"], [2, 1_500]),
    group(["2026-01-01", "sent"], ["January 2026", "Sent"], [1, 700]),
    group(["2026-02-01", "paid"], ["February 2026", "Paid"], [3, 2_000]),
    group(["2026-02-01", "paid"], ["February 2026", "Paid"], [1, 900], { currency: "EUR" }),
    group([null, "paid"], ["Without", "Paid"], [1, 50], { filters: null }),
  ],
  totals: [{ currency: "GBP", values: [7, 4_250], before: null }, { currency: "EUR", values: [1, 900], before: null }],
  truncated: false, period: null, asOf: null,
};

type Series = { name: string; type: string; stack?: string; data: { value: unknown; group: FigureGroup | null }[] };
const plotted = (kind: Parameters<typeof optionOf>[0]["kind"], one = figures, currency: string | null = "GBP") => optionOf({ figures: one, kind, measure: 1, currency, still: true }) as unknown as { series: Series[]; xAxis: { data: string[] }; yAxis: { data: string[] } };

it("draws a column for each value of the first dimension, stacked by the second, in one currency", () => {
  const { series, xAxis } = plotted("columns");
  expect(xAxis.data).toEqual(["January 2026", "February 2026", "Without"]);
  expect(series.map(({ name, stack, data }) => [name, stack, data.map(({ value }) => value)])).toEqual([
    ["Paid", "all", [1_500, 2_000, 50]],
    ["Sent", "all", [700, 0, 0]],
  ]);
  expect(plotted("columns", figures, "EUR").series[0]?.data.map(({ value }) => value)).toEqual([900]);
  expect(currenciesIn(figures)).toEqual(["GBP", "EUR"]);
});

it("gives every mark the group that it leads to", () => {
  for (const kind of ["columns", "bars", "line", "area", "heat"] as const) {
    const marks = plotted(kind).series.flatMap(({ data }) => data).flatMap((mark) => mark.group ?? []);
    expect(marks.map(({ values }) => values[1]).toSorted((one, other) => (one ?? 0) - (other ?? 0)), kind).toEqual([50, 700, 1_500, 2_000]);
  }
});

it("draws one dimension with the time before beside it", () => {
  const compared: Figures = {
    ...figures, by: figures.by.slice(0, 1), period: { from: "2026-01-01", to: "2026-01-31", beforeFrom: "2025-12-01", beforeTo: "2025-12-31" },
    groups: [group(["2026-01-01"], ["January 2026"], [2, 1_500], { before: [1, 1_000] })],
  };
  expect(plotted("line", compared).series.map(({ name, data }) => [name, data[0]?.value])).toEqual([["Before", 1_000], ["Total", 1_500]]);
});

it("has the same in a table, whose rows lead to what they count", async () => {
  const pick = vi.fn();
  renderScreen(<FigureTable caption="Invoices" figures={figures} onPick={pick} />);
  const table = await screen.findByRole("table", { name: "Invoices" });
  expect(within(table).getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["Date, by month", "Status", "Number", "Total"]);
  expect(within(table).getByRole("row", { name: /All in EUR/ }).textContent).toContain("€9.00");
  await userEvent.click(within(table).getByRole("button", { name: "January 2026, Sent: show rows" }));
  expect(pick).toHaveBeenCalledWith(figures.groups[1]);
  expect(within(table).queryByRole("button", { name: /Without/ })).toBeNull();
});

it("says how much changed", () => {
  expect([changeOf(12, 10), changeOf(5, 10), changeOf(3, 0), changeOf(0, 0), changeOf(4, 4)]).toEqual(["+20%", "−50%", "new", "", "±0%"]);
  expect(formatFigure(figures, 1, 123_456, "GBP")).toBe("£1,234.56");
  expect(formatFigure(figures, 0, 1_234, null)).toBe("1,234");
});
