import type { FigureGroup, Figures } from "@staffroom/contract";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderScreen } from "@staffroom/testing";
import { expect, it, vi } from "vitest";
import { changeOf, FigureTable } from "./figure-table";
import { mostRibbons } from "./chord";
import { currenciesIn, formatFigure } from "./figure";
import { legendOf } from "./legend";
import { optionOf } from "./option";
import type { Behind } from "./plot";

const group = (
  keys: FigureGroup["keys"],
  texts: string[],
  values: number[],
  more: Partial<FigureGroup> = {},
): FigureGroup => {
  const keyFilters = keys.map((key, place) => ({ [place ? "status" : "month"]: String(key ?? "none") }));
  return {
    keys,
    texts,
    currency: "GBP",
    values,
    before: null,
    filters: Object.assign({}, ...keyFilters) as Record<string, string>,
    keyFilters,
    beforeFilters: null,
    ...more,
  };
};

const figures: Figures = {
  by: [
    { name: "date.month", title: "Date, by month", type: "date" },
    { name: "status", title: "Status", type: "select", options: [{ value: "paid", label: "Paid", color: "green" }] },
  ],
  measures: [
    { name: "count", title: "Number", type: "integer" },
    { name: "total", title: "Total", type: "money" },
  ],
  groups: [
    group(["2026-01-01", "paid"], ["January 2026", "Paid"], [2, 1_500]),
    group(["2026-01-01", "sent"], ["January 2026", "Sent"], [1, 700]),
    group(["2026-02-01", "paid"], ["February 2026", "Paid"], [3, 2_000]),
    group(["2026-02-01", "paid"], ["February 2026", "Paid"], [1, 900], { currency: "EUR" }),
    group([null, "paid"], ["Without", "Paid"], [1, 50]),
  ],
  totals: [
    { currency: "GBP", values: [7, 4_250], before: null },
    { currency: "EUR", values: [1, 900], before: null },
  ],
  truncated: false,
  period: null,
  asOf: null,
};

type Mark = { id?: string; name?: string; value: unknown; filters: Behind };
type Series = {
  name: string;
  type: string;
  stack?: string;
  itemStyle?: { color: string };
  data: Mark[];
  links?: Mark[];
};
type Axis = { data: string[]; min?: number; axisLabel: { alignMinLabel?: string } };
const plotted = (kind: Parameters<typeof optionOf>[0]["kind"], one = figures, currency: string | null = "GBP") =>
  optionOf({ figures: one, kind, measure: 1, currency, still: true, width: 800 }) as unknown as {
    series: Series[];
    xAxis: Axis;
    yAxis: Axis;
    tooltip?: { formatter?: (of: object) => string };
  };

it("columns show the first dimension, stacked by the second, in one currency", () => {
  const { series, xAxis } = plotted("columns");
  expect(xAxis.data).toEqual(["January 2026", "February 2026", "Without"]);
  expect(series.map(({ name, stack, data }) => [name, stack, data.map(({ value }) => value)])).toEqual([
    ["Paid", "all", [1_500, 2_000, 50]],
    ["Sent", "all", [700, 0, 0]],
  ]);
  expect(plotted("columns", figures, "EUR").series[0]?.data.map(({ value }) => value)).toEqual([900]);
  expect(currenciesIn(figures)).toEqual(["GBP", "EUR"]);
});

const all = [
  { month: "2026-01-01", status: "paid" },
  { month: "2026-01-01", status: "sent" },
  { month: "2026-02-01", status: "paid" },
  { month: "none", status: "paid" },
];

it("every mark carries the filters of the rows behind it", () => {
  for (const kind of ["columns", "bars", "line", "area", "heat"] as const) {
    const marks = plotted(kind)
      .series.flatMap(({ data }) => data)
      .flatMap(({ filters }) => (filters ? [filters] : []));
    expect(marks.map((filters) => JSON.stringify(filters)).toSorted(), kind).toEqual(
      all.map((filters) => JSON.stringify(filters)).toSorted(),
    );
  }
});

it("groups of one slice are merged and lead to the rows of the first dimension", () => {
  const [pie] = plotted("pie").series;
  expect(pie?.data.map(({ name, value, filters }) => [name, value, filters])).toEqual([
    ["January 2026", 2_200, { month: "2026-01-01" }],
    ["February 2026", 2_000, { month: "2026-02-01" }],
    ["Without", 50, { month: "none" }],
  ]);
  const single: Figures = {
    ...figures,
    by: figures.by.slice(0, 1),
    groups: [group(["2026-01-01"], ["January 2026"], [2, 1_500])],
  };
  expect(plotted("pie", single).series[0]?.data[0]).toMatchObject({ value: 1_500, filters: { month: "2026-01-01" } });
  const below = { ...single, groups: [...single.groups, group(["2026-02-01"], ["February 2026"], [1, -300])] };
  expect(plotted("pie", below).series[0]).toMatchObject({ type: "bar", data: [{ value: 1_500 }, { value: -300 }] });
});

it("nodes of a chord lead to the rows of a value, ribbons to the rows of both", () => {
  const [chord] = plotted("chord").series;
  expect(chord?.type).toBe("chord");
  expect(chord?.data.map(({ name, filters }) => [name, filters])).toEqual([
    ["January 2026", { month: "2026-01-01" }],
    ["February 2026", { month: "2026-02-01" }],
    ["Without", { month: "none" }],
    ["Paid", { status: "paid" }],
    ["Sent", { status: "sent" }],
  ]);
  expect(chord?.links?.map(({ value, filters }) => [value, filters])).toEqual([
    [1_500, all[0]],
    [700, all[1]],
    [2_000, all[2]],
    [50, all[3]],
  ]);
  const same: Figures = {
    ...figures,
    groups: [group(["a", "b"], ["Ada", "Ben"], [1, 10]), group(["b", "a"], ["Ben", "Ada"], [1, 20])],
  };
  expect(plotted("chord", same).series[0]?.data.map(({ name, filters }) => [name, filters])).toEqual([
    ["Ada", { month: "a" }],
    ["Ben", { month: "b" }],
  ]);
  const namesakes: Figures = {
    ...figures,
    groups: [group(["a", "c"], ["Ada", "Cleo"], [1, 10]), group(["b", "c"], ["Ada", "Cleo"], [1, 20])],
  };
  const [twice] = plotted("chord", namesakes).series;
  expect(twice?.data.map(({ name, filters }) => [name, filters])).toEqual([
    ["Ada", { month: "a" }],
    ["Ada", { month: "b" }],
    ["Cleo", { status: "c" }],
  ]);
  expect(new Set(twice?.data.map(({ id }) => id)).size).toBe(3);
  const one: Figures = { ...figures, by: figures.by.slice(0, 1) };
  expect(plotted("chord", one).series.map(({ type }) => type)).toEqual(["bar"]);
});

it("a chord draws the largest ribbons, and the rest as one of at most a quarter, labelled with its number", () => {
  const groups = Array.from({ length: 2_000 }, (_, at) =>
    group([`t${at % 200}`, `s${at}`], [`Tutor ${at % 200}`, `Student ${at}`], [1, at + 1]),
  );
  const {
    series: [chord],
    tooltip,
  } = plotted("chord", { ...figures, groups });
  expect(chord?.links).toHaveLength(mostRibbons + 1);
  const drawn = chord?.links?.slice(0, -1).reduce((sum, { value }) => sum + Number(value), 0) ?? 0;
  const rest = chord?.links?.at(-1);
  expect(rest).toMatchObject({ value: drawn / 4, told: 2_001_000 - drawn, filters: null, texts: ["1940 other pairs"] });
  const named = chord?.data.filter((node) => !("label" in node)).map(({ name }) => name) ?? [];
  expect(named.length).toBeLessThan(60);
  expect(named).toEqual(expect.arrayContaining(["Others, date, by month", "Others, status"]));
  expect(tooltip?.formatter?.({ dataType: "edge", name: "", data: rest })).toContain("1940 other pairs<br>");
});

it("one dimension is drawn next to the previous period, which leads to its own rows", () => {
  const before = { month: "2025-12-01" };
  const compared: Figures = {
    ...figures,
    by: figures.by.slice(0, 1),
    period: { from: "2026-01-01", to: "2026-01-31", beforeFrom: "2025-12-01", beforeTo: "2025-12-31" },
    groups: [group(["2026-01-01"], ["January 2026"], [2, 1_500], { before: [1, 1_000], beforeFilters: before })],
  };
  expect(plotted("line", compared).series.map(({ name, data }) => [name, data[0]?.value, data[0]?.filters])).toEqual([
    ["Before", 1_000, before],
    ["Total", 1_500, { month: "2026-01-01" }],
  ]);
});

it("no two values share a colour", () => {
  const options = ["draft", "booked", "paid"].map((value) => ({
    value,
    label: value,
    color: value === "paid" ? "green" : "grey",
  }));
  const grey: Figures = {
    ...figures,
    by: [...figures.by.slice(0, 1), { name: "status", title: "Status", type: "select", options }],
    groups: options.map(({ value }) => group(["2026-01-01", value], ["January 2026", value], [1, 1])),
  };
  const colors = plotted("columns", grey).series.map(({ itemStyle }) => itemStyle?.color);
  expect(new Set(colors).size).toBe(3);
});

it("slightly negative amounts have no band of their own, and each label is below its column", () => {
  const low = (amount: number): Figures => ({
    ...figures,
    by: figures.by.slice(0, 1),
    groups: [group(["a"], ["A"], [1, 100_000]), group(["b"], ["B"], [1, amount])],
  });
  expect(plotted("columns", low(-500)).yAxis.min).toBe(-500);
  expect(plotted("columns", low(-50_000)).yAxis).not.toHaveProperty("min");
  expect(plotted("columns", low(500)).yAxis).not.toHaveProperty("min");
  expect(plotted("columns").xAxis.axisLabel).not.toHaveProperty("alignMinLabel");
});

it("names wider than their columns take a line for each word, and are rotated if a word is wider", () => {
  const months = (names: readonly string[]): Figures => ({
    ...figures,
    by: figures.by.slice(0, 1),
    groups: names.map((name) => group([name], [name], [1, 100])),
  });
  const names = (between: string) =>
    ["September", "November"].flatMap((month) => [2022, 2023, 2024, 2025, 2026].map((year) => month + between + year));
  expect(plotted("columns", months(names(" ").slice(0, 4))).xAxis.axisLabel).toMatchObject({ rotate: 0 });
  expect(plotted("columns", months(names(" "))).xAxis.axisLabel).toMatchObject({ rotate: 0, overflow: "break" });
  expect(plotted("columns", months(names("-"))).xAxis.axisLabel).toMatchObject({ rotate: 35 });
});

it("a legend has as many lines as it needs, and pages beyond four", () => {
  const statuses = ["Draft", "Proposed", "Final", "Booked", "Part paid", "Paid", "Cancelled", "Credit"];
  expect(legendOf(statuses, 800)).toEqual({ type: "plain", height: 22 });
  expect(legendOf(statuses, 340)).toEqual({ type: "plain", height: 44 });
  expect(
    legendOf(
      Array.from({ length: 90 }, (_, at) => `Student ${at}`),
      340,
    ).type,
  ).toBe("scroll");
});

it("the table has the same content as the chart, and its rows lead to what they count", async () => {
  const pick = vi.fn();
  renderScreen(<FigureTable caption="Invoices" figures={figures} onPick={pick} />);
  const table = await screen.findByRole("table", { name: "Invoices" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Date, by month", "Status", "Number", "Total"]);
  expect(within(table).getByRole("row", { name: /All in EUR/ }).textContent).toContain("€9.00");
  await userEvent.click(within(table).getByRole("button", { name: "January 2026, Sent: show rows" }));
  expect(pick).toHaveBeenCalledWith(all[1]);
  await userEvent.click(within(table).getByRole("button", { name: "Without, Paid: show rows" }));
  expect(pick).toHaveBeenCalledWith(all[3]);
});

it("a change shows its amount", () => {
  expect([changeOf(12, 10), changeOf(5, 10), changeOf(3, 0), changeOf(0, 0), changeOf(4, 4)]).toEqual([
    "+20%",
    "−50%",
    "new",
    "",
    "±0%",
  ]);
  expect(formatFigure(figures, 1, 123_456, "GBP")).toBe("£1,234.56");
  expect(formatFigure(figures, 0, 1_234, null)).toBe("1,234");
});
