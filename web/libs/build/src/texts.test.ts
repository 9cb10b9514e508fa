import { expect, test } from "vitest";
import { textsOf, wrapTexts } from "./texts.mjs";

const file = "/web/apps/people/src/made-up.tsx";
const textsIn = (source: string) => textsOf(source, file).map(({ text }) => text);
/** Returns the source with its texts looked up, without the import. */
const wrapped = (source: string) => wrapTexts(source, file)?.replace(/^import .*? from "@staffroom\/language"; /, "");

test.each([
  ["the words of an element", "<p>Nothing here</p>", '<p>{$t("Nothing here")}</p>'],
  [
    "an attribute",
    '<Button title="Add row" className="sr Red" />',
    '<Button title={$t("Add row")} className="sr Red" />',
  ],
  [
    "a text with values",
    "const text = `Row ${row} of ${total}`;",
    'const text = $t("Row {0} of {1}", (row), (total));',
  ],
  ["one of two texts", 'const label = open ? "Close" : "Open";', 'const label = open ? $t("Close") : $t("Open");'],
  [
    "words around a value",
    "<p>Row {row} is <b>open</b></p>",
    '<p>{$rich("Row {0} is", (row))}{" "}<b>{$t("open")}</b></p>',
  ],
  [
    "a property",
    'const field = { name: "Name", title: "Name" };',
    'const field = { name: "Name", title: $t("Name") };',
  ],
  ["what a toast says", "toast.success(`${name} added`)", 'toast.success($t("{0} added", (name)))'],
])("looks up %s", (_, source, expected) => {
  expect(wrapped(source)).toBe(expected);
});

test.each([
  ["a comparison", 'if (status === "Draft") go();'],
  ["a call of the API", 'api.post("/bills", { title: "Bill of May" });'],
  ["a class and an id", '<p className="Some name" id="Some name">{value}</p>'],
  ["a type", 'type Kind = "Draft" | "Final note";'],
  ["a literal type", 'const group = "Overview" as const;'],
  [
    "the name of an export",
    'type Page = "Overview" | "Declined"; const pageOf = (page: Page) => pages[page]; const route = { load: pageOf("Overview") };',
  ],
  ["a key that is written in the parameter", 'function open(kind: "Draft" | "Final note", at = 1) {} open("Draft");'],
  ["a key of a record", 'const open = (kind: keyof typeof acts) => acts[kind]; open("Draft");'],
  [
    "fonts and drawings",
    'const fonts = [["Verdana", "Verdana, Geneva, sans-serif"]]; const paths = { note: "M5 4h14v11l-5 5H5zM19 15h-5v5" };',
  ],
  ["a case", 'switch (key) { case "Page Down": break; }'],
])("leaves %s alone", (_, source) => {
  expect([wrapTexts(source, file), textsIn(source)]).toEqual([null, []]);
});

test("counted nouns are listed, which are translated by the count", () => {
  const source = 'const text = plural(count, "report") + formatCount(count, "person", "people");';
  expect([textsIn(source), wrapTexts(source, file)]).toEqual([["report", "reports", "person", "people"], null]);
});

test("each line stays in its place", () => {
  const source = "const page = (\n  <p>\n    A text of\n    two lines\n  </p>\n);\nconst after = 1;\n";
  const lines = wrapTexts(source, file)?.split("\n") ?? [];
  expect([lines.length, lines[6]]).toEqual([source.split("\n").length, "const after = 1;"]);
  expect(textsIn(source)).toEqual(["A text of two lines"]);
});

test("an area's words are looked up with its name", () => {
  const source = 'const page = { title: "Entries" };';
  expect(wrapTexts(source, "/web/apps/people/src/exams/routes.tsx")).toBe(
    'import { within as $within } from "@staffroom/language"; const { t: $t, rich: $rich } = $within("exams"); const page = { title: $t("Entries") };',
  );
});
