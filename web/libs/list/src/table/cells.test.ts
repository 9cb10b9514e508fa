import type { Column } from "@staffroom/contract";
import { optionOf } from "@staffroom/ui";
import { expect, it } from "vitest";
import { columnWidths, contentWidths } from "./cells";

const column = (name: string, type: Column["type"], width?: number): Column => ({ name, title: name, type, width });
const columns = [
  column("id", "id"),
  column("name", "text", 100),
  column("note", "richtext", 200),
  column("total", "money", 110),
];
const of = (room: number) => Object.fromEntries(columnWidths(columns, room));

it("text columns share the remaining width in proportion to their own", () => {
  expect(of(794)).toEqual({ id: 84, name: 200, note: 400, total: 110 });
});

it("every column keeps its width if no room is left, and before the room is known", () => {
  expect(of(300)).toEqual({ id: 84, name: 100, note: 200, total: 110 });
  expect(of(0)).toEqual(of(300));
});

it("texts shrink a little if no column is cut then", () => {
  expect(of(434)).toEqual({ id: 84, name: 80, note: 160, total: 110 });
  expect(of(400)).toEqual(of(300));
});

it("the name column keeps its minimum width", () => {
  expect(columnWidths(columns, 300, "name").get("name")).toBe(140);
  expect(columnWidths([{ ...column("name", "text", 100), chosen: 60 }], 60, "name").get("name")).toBe(60);
});

it("columns never exceed the room, and a seven-digit number is never cut", () => {
  expect([...columnWidths(columns, 801).values()].reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(801);
  expect(columnWidths([column("id", "id", 60)], 40).get("id")).toBe(84);
});

it("an option has the label of its row", () => {
  const options = [
    { value: "paid", label: "Paid", color: "green" },
    { value: "draft", label: "Draft" },
  ];
  const status: Column = { ...column("status", "select"), options, labels: { isCreditNote: { paid: "Refunded" } } };
  expect(optionOf(status, "paid", { isCreditNote: true })).toEqual({
    value: "paid",
    label: "Refunded",
    color: "green",
  });
  expect(optionOf(status, "paid", { isCreditNote: false })?.label).toBe("Paid");
  expect(optionOf(status, "draft", { isCreditNote: true })?.label).toBe("Draft");
  expect(optionOf(status, "gone", {})).toBeUndefined();
});

const measure = (text: string) => text.length * 10;
const rows = [
  { name: "Ada", email: "ada@example.com", status: "paid" },
  { name: "Bartholomew", email: null, status: "paid" },
];
const people: Column[] = [
  column("name", "text", 60),
  column("email", "email", 60),
  { ...column("status", "select", 300), options: [{ value: "paid", label: "Paid", color: "green" }] },
];

it("the widest word of the rows and the whole heading are measured", () => {
  const contents = contentWidths(people, rows, measure);
  expect(contents.get("name")?.whole).toBe(110 + 21);
  expect(contents.get("email")?.whole).toBe(150 + 21);
  // A tag has a dot and a border; a heading is never narrower than its words.
  expect(contents.get("status")?.whole).toBe(60 + 21 + 8);
  expect(contentWidths(people, rows, measure, (name) => name === "status").get("status")?.whole).toBe(300);
});

it("names and email addresses share the remaining width, and texts shrink, but never below a heading", () => {
  const contents = contentWidths(people, rows, measure);
  const wide = columnWidths(people, 1000, "name", contents);
  expect(wide.get("status")).toBe(89);
  expect([...wide.values()].reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1000);
  expect(wide.get("email")).toBeGreaterThan(wide.get("name") ?? 0);
  const narrow = columnWidths(people, 340, "name", contents);
  expect([...narrow.values()].reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(343);
  expect(narrow.get("status")).toBe(89);
  expect(narrow.get("name")).toBe(110 + 21);
  // If that is not enough, every word stays whole and the list scrolls.
  expect(columnWidths(people, 100, "name", contents).get("email")).toBe(171);
});

it("names and telephone numbers are not cut in a narrow list", () => {
  const listed = [...people, column("phone", "text", 60), column("school", "text", 60)];
  const contents = contentWidths(
    listed,
    rows.map((row) => ({ ...row, phone: "+44 7700 994427", school: "The Oxford Academy" })),
    measure,
  );
  const widths = columnWidths(listed, 650, "name", contents);
  expect([widths.get("name"), widths.get("phone")]).toEqual([110 + 21, 150 + 21]);
  expect(widths.get("school")).toBeLessThan(180 + 21);
  expect([...widths.values()].reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(653);
});
