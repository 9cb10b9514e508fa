import { expect, test } from "vitest";
import { fieldsOfStatistic, filtersIn } from "./tile-dialog";
import { formOf } from "./types";

test("a pasted address yields its filters, without its position in the list", () => {
  expect(filtersIn("/students/list?status=active,alumni&page=3&saved=12&sort=-name")).toBe(
    "status=active,alumni&sort=-name",
  );
  expect(filtersIn("due=@thisMonth")).toBe("due=@thisMonth");
});

test("a value keeps its special characters", () => {
  const filters = filtersIn("supplier=Smith%20%26%20Sons&note=1%2B1%25");
  expect(Object.fromEntries(new URLSearchParams(filters))).toEqual({ supplier: "Smith & Sons", note: "1+1%" });
});

test("a statistic offers its own measures and groups, and its days if it has any", () => {
  const times = {
    service: "teaching",
    path: "/slip/statistics/times",
    title: "Times",
    by: [{ name: "month", title: "Month" }],
    measures: [{ name: "median", title: "Median" }],
    days: [{ name: "tutorialDate", title: "Tutorial" }],
  };
  const forms = [{ value: "number", label: "Number" }];
  const [, chart, measure, by, , days] = fieldsOfStatistic(times, forms);
  expect([chart, measure, by, days].map((field) => field?.options)).toEqual([
    forms,
    [{ value: "median", label: "Median" }],
    [{ value: "month", label: "Month" }],
    [{ value: "tutorialDate", label: "Tutorial" }],
  ]);
  expect(fieldsOfStatistic({ ...times, days: [] }, forms)).toHaveLength(5);
});

test("a statistic has the form of its chart, and a list that of its kind", () => {
  expect(["number", "table", "pie"].map((chart) => formOf({ kind: "statistic", chart }))).toEqual([
    "number",
    "table",
    "chart",
  ]);
  expect(formOf({ kind: "calendar", chart: "columns" })).toBe("calendar");
});
