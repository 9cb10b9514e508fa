import { expect, it } from "vitest";
import { agendaOf, weeksOf } from "./month-model";
import { daysOf, type Spanned } from "./spans";

const row = (id: string, start: string, end = start): Spanned => ({
  id,
  start,
  end,
  isWhole: start.length === 10,
  title: id,
  lines: "",
  state: "",
  color: "",
  lanes: [],
  to: null,
});
const november = daysOf("month", "2026-11-25");
const dayOf = (rows: readonly Spanned[], day: string, lines = 3) =>
  weeksOf(rows, november, lines)
    .flat()
    .find((one) => one.day === day);
const places = (rows: readonly Spanned[], day: string, lines = 3) =>
  dayOf(rows, day, lines)?.starting.map(({ row: { id }, line, days }) => [id, line, days]);

it("a month has whole weeks from Monday", () => {
  const weeks = weeksOf([], november, 3);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0]?.day, weeks[5]?.[6]?.day]).toEqual(["2026-10-26", "2026-12-06"]);
});

it("a day's rows are placed on lines by time, and the excess is counted", () => {
  const rows = ["12", "09", "15", "10"].map((hour) => row(hour, `2026-11-04T${hour}:00:00`));
  expect(places(rows, "2026-11-04")).toEqual([
    ["09", 0, 1],
    ["10", 1, 1],
    ["12", 2, 1],
  ]);
  expect(dayOf(rows, "2026-11-04")).toMatchObject({
    hidden: 1,
    rows: [{ id: "09" }, { id: "10" }, { id: "12" }, { id: "15" }],
  });
  expect(dayOf(rows, "2026-11-04", 0)?.hidden).toBe(4);
});

it("a row of several days is drawn once a week, below nothing else", () => {
  const rows = [row("long", "2026-11-06", "2026-11-10"), row("one", "2026-11-07"), row("two", "2026-11-09")];
  expect(places(rows, "2026-11-06")).toEqual([["long", 0, 3]]);
  expect(places(rows, "2026-11-07")).toEqual([["one", 1, 1]]);
  expect(places(rows, "2026-11-09")).toEqual([
    ["long", 0, 2],
    ["two", 1, 1],
  ]);
});

it("rows are clipped to what is shown; a row ending at midnight is not in the next day", () => {
  expect(places([row("all", "2026-01-01", "2027-01-01")], "2026-10-26")).toEqual([["all", 0, 7]]);
  expect(places([row("night", "2026-11-04T22:00:00", "2026-11-05T00:00:00")], "2026-11-04")).toEqual([["night", 0, 1]]);
  expect(places([row("wrong", "2026-11-04", "2026-11-01")], "2026-11-04")).toEqual([["wrong", 0, 1]]);
});

it("an agenda has only days with rows; earlier rows are on the first day", () => {
  const rows = [
    row("late", "2026-11-20"),
    row("before", "2026-10-30", "2026-11-02"),
    row("gone", "2026-10-30"),
    row("next", "2026-12-01"),
  ];
  expect(
    agendaOf(rows, daysOf("agenda", "2026-11-25")).map(({ day, rows: on }) => [day, on.map(({ id }) => id)]),
  ).toEqual([
    ["2026-11-01", ["before"]],
    ["2026-11-20", ["late"]],
  ]);
});
