import { expect, it } from "vitest";
import { folded } from "./folded";

const row = (id: string, from: string, to: string, day = "2026-11-25") => ({
  id,
  start: `${day}T${from}:00`,
  end: `${day}T${to}:00`,
  isWhole: false,
  title: id,
  lines: "",
  state: "",
  color: "",
  lanes: [],
  to: null,
});
const toDay = (day: string) => `/companyCalendar/tutors?day=${day}`;

it("more than three overlapping rows are folded, with a link to the day", () => {
  const rows = ["a", "b", "c", "d", "e"].map((id) => row(id, "09:00", "10:00"));
  expect(folded(rows, 3, toDay).map(({ title, to }) => [title, to])).toEqual([
    ["a", null],
    ["b", null],
    ["+3 more", toDay("2026-11-25")],
  ]);
});

it("rows with enough room stay, even next to a crowded hour", () => {
  const rows = [
    ...["a", "b", "c"].map((id) => row(id, "09:00", "10:00")),
    row("later", "10:00", "11:00"),
    ...["f", "g", "h", "i"].map((id) => row(id, "12:00", "13:00")),
  ];
  expect(folded(rows, 3, toDay).map(({ title }) => title)).toEqual(["a", "b", "c", "later", "f", "g", "+2 more"]);
});
