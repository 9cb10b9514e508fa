import { expect, it } from "vitest";
import { daysOf } from "./days";

it.each([
  ["2026-02", undefined, "2026-02-01..2026-02-28"],
  ["2026-02", "2026-02-10..", "2026-02-10..2026-02-28"],
  ["2028-02", "..2028-02-12", "2028-02-01..2028-02-12"],
  ["2026-12", "2025-01-01..2027-01-01", "2026-12-01..2026-12-31"],
])("daysOf %s within %s is %s", (month, within, days) => {
  expect(daysOf(month, within)).toBe(days);
});
