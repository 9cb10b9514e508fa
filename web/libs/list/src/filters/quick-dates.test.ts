import type { QuickDays } from "@staffroom/contract";
import { expect, it } from "vitest";
import { quickDates } from "./quick-dates";

const terms = [
  { start: "2026-09-07", end: "2026-12-11" },
  { start: "2027-01-04", end: "2027-03-26" },
  { start: "2027-04-19", end: "2027-07-09" },
];
const at = (moment: string, days: QuickDays = "both") =>
  Object.fromEntries(quickDates(days, terms, Date.parse(moment)).map(({ title, range }) => [title, range]));

it("weeks begin on Monday and the academic year in September", () => {
  const sunday = at("2026-11-29T12:00:00Z");
  expect(sunday["This week"]).toBe("2026-11-23..2026-11-29");
  expect(sunday["Next week"]).toBe("2026-11-30..2026-12-06");
  expect(sunday["Last month"]).toBe("2026-10-01..2026-10-31");
  expect(sunday["This academic year"]).toBe("2026-09-01..2027-08-31");
  expect(at("2026-08-31T12:00:00Z")["This academic year"]).toBe("2025-09-01..2026-08-31");
});

it("terms are the day's, the previous and the next one", () => {
  const winter = at("2027-01-04T12:00:00Z");
  expect([winter["Last term"], winter["This term"], winter["Next term"]]).toEqual([
    "2026-09-07..2026-12-11",
    "2027-01-04..2027-03-26",
    "2027-04-19..2027-07-09",
  ]);
  const holidays = at("2026-12-25T12:00:00Z");
  expect(holidays).not.toHaveProperty("This term");
  expect(holidays["Next term"]).toBe("2027-01-04..2027-03-26");
  expect(at("2026-09-07T12:00:00Z")).not.toHaveProperty("Last term");
});

it("the day is London's: half an hour before midnight in winter is the next day in summer", () => {
  expect(at("2026-07-14T23:30:00Z").Today).toBe("2026-07-15..2026-07-15");
  expect(at("2026-12-14T23:30:00Z").Today).toBe("2026-12-14..2026-12-14");
});

it("ranges match the field", () => {
  const due = at("2026-11-29T12:00:00Z", "due");
  expect(due.Overdue).toBe("..2026-11-28");
  expect(due["Next month"]).toBe("2026-12-01..2026-12-31");
  expect(Object.keys(due).filter((title) => title.startsWith("Last"))).toEqual([]);
  expect(Object.keys(at("2026-11-29T12:00:00Z", "past")).filter((title) => title.startsWith("Next"))).toEqual([]);
  expect(at("2026-11-29T12:00:00Z", "none")).toEqual({});
});
