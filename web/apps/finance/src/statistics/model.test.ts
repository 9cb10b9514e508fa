import { describe, expect, it } from "vitest";
import { daysOf, monthsBetween, rowsBehind } from "./model";

const nothing = { orgId: "", currency: "GBP", billingYear: "", from: "", to: "" };
const organisations = [
  { id: 1, title: "Oxford" },
  { id: 3, title: "Portugal" },
];

describe("the rows behind a figure", () => {
  it("figures cover every organisation unless one is chosen", () => {
    expect(rowsBehind(nothing, organisations, { issued: "true" })).toBe(
      "/accounts/invoices?orgId=1%2C3&currency=GBP&issued=true",
    );
    expect(rowsBehind({ ...nothing, orgId: "3" }, organisations, {})).toBe("/accounts/invoices?orgId=3&currency=GBP");
  });

  it("links keep the month and the figures' period", () => {
    const date = (narrowed: Partial<typeof nothing>) =>
      new URLSearchParams(
        rowsBehind({ ...nothing, ...narrowed }, organisations, { date: daysOf("2026-02").join("..") }).split("?")[1],
      ).get("date");
    expect(date({})).toBe("2026-02-01..2026-02-28");
    expect(date({ from: "2026-02-10" })).toBe("2026-02-10..2026-02-28");
    expect(date({ to: "2026-02-10" })).toBe("2026-02-01..2026-02-10");
    expect(
      new URLSearchParams(rowsBehind({ ...nothing, from: "2026-02-10" }, organisations, {}).split("?")[1]).get("date"),
    ).toBe("2026-02-10..");
  });
});

it("months without an invoice are included", () => {
  const today = new Date(2026, 0, 20);
  expect(monthsBetween(["2026-01", "2025-11"], today)).toEqual(["2025-11", "2025-12", "2026-01"]);
  expect(monthsBetween([], today)).toEqual([]);
  expect(monthsBetween(["2020-01", "2025-11", "2026-01"], today, 3)).toEqual(["2025-11", "2025-12", "2026-01"]);
});

it("a single wrong date does not stretch the axis", () => {
  const today = new Date(2026, 0, 20);
  expect(monthsBetween(["2025-12", "2026-01", "2036-01"], today)).toEqual(["2025-12", "2026-01"]);
  expect(monthsBetween(["1926-01", "2025-12"], today, 3)).toEqual(["2025-12"]);
});
