import { expect, it } from "vitest";
import { begunBy, foldedBefore, withToday } from "./agenda";
import type { Spanned } from "./spans";

const month = { first: "2027-07-01", last: "2027-07-31" };
const row = (start: string, isWhole = false) => ({ start, isWhole }) as Spanned;

it("today is among the days with rows, only within the shown period", () => {
  const days = [
    { day: "2027-07-02", rows: [] },
    { day: "2027-07-20", rows: [] },
  ];
  expect(withToday(days, "2027-07-12", month).map(({ day }) => day)).toEqual([
    "2027-07-02",
    "2027-07-12",
    "2027-07-20",
  ]);
  expect(withToday(days, "2027-07-20", month)).toBe(days);
  expect(withToday(days, "2027-08-01", month)).toBe(days);
  expect(withToday([], "2027-07-12", month)).toEqual([]);
});

it("days before the requested one are folded", () => {
  const days = ["2027-07-02", "2027-07-12", "2027-07-20"].map((day) => ({ day }));
  const folded = (day: string) => foldedBefore(days, day).map((part) => part.length);
  expect([folded("2027-07-01"), folded("2027-07-10"), folded("2027-07-12"), folded("2027-07-31")]).toEqual([
    [0, 3],
    [1, 2],
    [1, 2],
    [0, 3],
  ]);
});

it("the line for now follows what has begun", () => {
  const rows = [row("2027-07-12", true), row("2027-07-12T09:00:00"), row("2027-07-12T15:00:00")];
  expect(begunBy(rows, "2027-07-12T11:30:00")).toBe(2);
});
