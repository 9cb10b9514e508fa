import { expect, it } from "vitest";
import { dueFields, tutorialsOf } from "./tutorials";

const ada = { id: 1, cwsId: 11, name: "Ada" };
const ben = { id: 2, cwsId: 12, name: "Ben" };
const at = (cwsId: number, day: number) => ({ cwsId, start: `2026-12-0${day}T10:00:00Z` });
const rows = [at(11, 1), at(12, 1), at(12, 2), at(11, 3), at(12, 3)];

it("the selected students' tutorials are offered, with the student if not all attend", () => {
  const labels = (chosen: (typeof ada)[]) => tutorialsOf(rows, chosen).map(({ label }) => label);
  expect(labels([ada])).toEqual(["Tutorial 01/12/26 10:00", "Tutorial 03/12/26 10:00"]);
  expect(labels([ada, ben])).toEqual([
    "Tutorial 01/12/26 10:00",
    "Tutorial 02/12/26 10:00 (Ben)",
    "Tutorial 03/12/26 10:00",
  ]);
});

it("at most six tutorials are offered", () => {
  expect(
    tutorialsOf(
      [1, 2, 3, 4, 5, 6, 7, 8].map((day) => at(11, day)),
      [ada],
    ),
  ).toHaveLength(6);
});

it("a date from an earlier list is kept, and another one asks for the day", () => {
  const names = (chosen: string) => dueFields(tutorialsOf(rows, [ada]), chosen).map(({ name }) => name);
  const [option] = dueFields([], "2026-11-30T10:00:00Z");
  expect(option?.options).toEqual([
    { value: "2026-11-30T10:00:00Z", label: "Tutorial 30/11/26 10:00" },
    { value: "other", label: "Another date" },
  ]);
  expect([names("2026-12-01T10:00:00Z"), names("other")]).toEqual([["dateOption"], ["dateOption", "dueDate"]]);
});
