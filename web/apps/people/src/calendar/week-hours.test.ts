import type { CellChange } from "@staffroom/grid";
import { expect, it } from "vitest";
import { changedWeek, clockOf, rowsOf, spanCount, type Span } from "./week-hours";

const days = ["Monday", "Tuesday"];
const hours: Span[] = [
  { day: "Monday", start: "09:00", end: "12:00" },
  { day: "Monday", start: "13:00", end: "17:00" },
];
const change = (row: string, name: string, value: string | null) => ({ row, name, value, before: null });

it.each([
  ["9", "09:00"],
  ["930", "09:30"],
  ["9.30", "09:30"],
  ["17:15", "17:15"],
  ["24", "24:00"],
  ["25", "25"],
  ["noon", "noon"],
])("reads the time %s", (text, time) => expect(clockOf(text)).toBe(time));

it("each day has a row, with columns for one span more than the fullest day", () => {
  expect(spanCount(hours, days)).toBe(3);
  expect(spanCount([], days)).toBe(2);
  expect(rowsOf(hours, days, 2)).toEqual([
    { day: "Monday", start0: "09:00", end0: "12:00", start1: "13:00", end1: "17:00" },
    { day: "Tuesday", start0: null, end0: null, start1: null, end1: null },
  ]);
});

/** Returns the week after changes, some of which were entered before and refused. */
function changed(changes: CellChange[], before: CellChange[] = []) {
  const rows = rowsOf(hours, days, 3);
  const shown = (day: string, name: string) =>
    [...before, ...changes].findLast((one) => one.row === day && one.name === name)?.value ??
    (changes.some((one) => one.row === day && one.name === name) ? null : rows.find((row) => row.day === day)?.[name]);
  return changedWeek(hours, days, 3, shown, changes);
}

it("a span is saved once it has both times", () => {
  const from = change("Tuesday", "start0", "10:00");
  expect(changed([from])).toEqual({
    hours,
    refusals: [{ row: "Tuesday", name: "start0", text: "Please enter when it ends, or empty both" }],
  });
  expect(changed([change("Tuesday", "end0", "11:00")], [from])).toEqual({
    hours: [...hours, { day: "Tuesday", start: "10:00", end: "11:00" }],
    refusals: [],
  });
});

it("a half-emptied span stays until both times are empty; an invalid time is refused and the rest is saved", () => {
  expect(changed([change("Monday", "end1", null)])).toMatchObject({
    hours,
    refusals: [{ row: "Monday", name: "end1" }],
  });
  expect(changed([change("Monday", "start1", null), change("Monday", "end1", null)]).hours).toEqual([hours[0]]);
  const mixed = changed([
    change("Monday", "start0", "noon"),
    change("Tuesday", "start0", "08:00"),
    change("Tuesday", "end0", "09:00"),
  ]);
  expect(mixed.hours).toEqual([...hours, { day: "Tuesday", start: "08:00", end: "09:00" }]);
  expect(mixed.refusals).toEqual([{ row: "Monday", name: "start0", text: "Please enter a time like 09:00" }]);
});
