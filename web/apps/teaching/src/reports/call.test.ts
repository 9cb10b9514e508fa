import { expect, it } from "vitest";
import { deadlineOf, notInOrder, problemOf, required, times } from "./call";

const when = { dateFrom: "2026-09-01", dateTo: "2026-11-20", dueDate: "2026-11-27", dueTime: "17:05" };

it("times of a day are 24-hour, in 5-minute steps", () => {
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([288, "00:00", "00:05", "23:55"]);
});

it.each([
  [when, null],
  [{ ...when, dueTime: "" }, required],
  [{ ...when, dateTo: "2026-08-31" }, notInOrder],
  [{ ...when, dueDate: "2026-11-20" }, notInOrder],
  [{ ...when, dateTo: "2026-09-01" }, null],
])("a request is checked in the order of the server", (entered, text) => {
  expect(problemOf(entered)).toBe(text);
});

it("a deadline is in London time, and refused in the hour that the clocks skip", () => {
  expect(deadlineOf(when)).toBe("2026-11-27T17:05:00Z");
  expect(deadlineOf({ ...when, dueDate: "2026-06-01" })).toBe("2026-06-01T16:05:00Z");
  const skipped = { ...when, dateFrom: "2026-01-01", dateTo: "2026-03-20", dueDate: "2026-03-29", dueTime: "01:30" };
  expect(deadlineOf(skipped)).toBeNull();
  expect(problemOf(skipped)).toContain("01:30 does not exist");
});
