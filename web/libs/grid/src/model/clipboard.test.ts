import { expect, it } from "vitest";
import { plainNumber, readText, textOf } from "../cells/cell-text";
import { fromHtml, fromTsv, tiled, toHtml, toTsv } from "./tsv";
import type { Field } from "@staffroom/contract";

const field = (type: Field["type"], more: Partial<Field> = {}): Field => ({ name: "one", title: "One", type, ...more });
const value = (one: Field, text: string) => {
  const read = readText(one, text);
  return "value" in read ? read.value : read.problem;
};

it.each([
  [
    "Excel",
    'Ada\t1\r\n"two\nlines"\t"a ""quoted"" word"\r\n',
    [
      ["Ada", "1"],
      ["two\nlines", 'a "quoted" word'],
    ],
  ],
  [
    "LibreOffice",
    'Ada\t1\n"two\nlines"\t\n',
    [
      ["Ada", "1"],
      ["two\nlines", ""],
    ],
  ],
  [
    "Google Sheets, without a line end at the end",
    "Ada\t1\nBob\t2",
    [
      ["Ada", "1"],
      ["Bob", "2"],
    ],
  ],
  ["a quote that is only a sign", '"Ada" said\t5" nails\n', [['"Ada" said', '5" nails']]],
  [
    "an empty cell at the end, and a short row",
    "a\tb\t\r\nc\r\n",
    [
      ["a", "b", ""],
      ["c", "", ""],
    ],
  ],
  ["an empty row in between", "a\n\nb\n", [["a"], [""], ["b"]]],
  [
    "old line ends",
    "a\tb\rc\td",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a tab within quotes", '"a\tb"\tc', [["a\tb", "c"]]],
])("reads the clipboard of %s", (_, text, rows) => expect(fromTsv(text)).toEqual(rows));

it("copied text reads back unchanged, and a table serves receivers of HTML", () => {
  const block = [
    ["a\tb", "two\nlines"],
    ['"quoted"', 'plain "words"'],
  ];
  expect(fromTsv(toTsv(block))).toEqual(block);
  expect(toHtml([["<b>", "two\nlines"]])).toBe("<table><tr><td>&lt;b&gt;</td><td>two<br>lines</td></tr></table>");
  expect(fromHtml(toHtml(block))).toEqual(block);
  expect(fromHtml("<p>no table</p>")).toBeNull();
});

it("one cell fills the whole selection, a block repeats if it fits, else is pasted once", () => {
  expect(tiled([["x"]], { rows: 2, columns: 2 })).toEqual([
    ["x", "x"],
    ["x", "x"],
  ]);
  expect(tiled([["a"], ["b"]], { rows: 4, columns: 1 })).toEqual([["a"], ["b"], ["a"], ["b"]]);
  expect(tiled([["a", "b"]], { rows: 1, columns: 3 })).toEqual([["a", "b"]]);
});

it.each([
  ["1,204.50", "1204.50"],
  ["£1,204", "1204"],
  ["12,5", "12.5"],
  ["1.204,50", "1204.50"],
  ["(12.00)", "-12.00"],
  ["−3", "-3"],
  ["12.5%", "12.5"],
  ["1 204", "1204"],
  ["1,2,3", "1,2,3"],
])("reads the number %s", (text, number) => expect(plainNumber(text)).toBe(number));

it("each text is read by the type of its cell", () => {
  expect(value(field("integer"), "1,204")).toBe(1204);
  expect(value(field("integer"), "1.5")).toBe("Positive integer values only");
  expect(value(field("decimal", { max: 10, min: 0 }), "11")).toBe("Please enter a number between 0 and 10");
  expect(value(field("money"), "£19.99")).toBe(1999);
  expect(value(field("percent"), "12.5%")).toBe(1250);
  for (const text of [
    "21/11/2026",
    "21/11/26",
    "21.11.2026",
    "2026-11-21",
    "21 Nov 2026",
    "21-Nov-26",
    "21st November 2026",
    "1/2/26",
  ]) {
    expect(value(field("date"), text)).toBe(text === "1/2/26" ? "2026-02-01" : "2026-11-21");
  }
  expect(value(field("date"), "31/02/2026")).toBe("Please enter a date as DD/MM/YY");
  expect(value(field("datetime"), "21/07/26 14:30")).toBe("2026-07-21T13:30:00Z");
  expect(value(field("boolean"), "TRUE")).toBe(true);
  expect(value(field("boolean"), "maybe")).toBe("Please enter Yes or No");
  const select = field("select", {
    options: [
      { value: 3, label: "Good" },
      { value: 5, label: "Excellent" },
    ],
  });
  expect(value(select, "excellent")).toBe(5);
  expect(value(select, "3")).toBe(3);
  expect(value(select, "Best")).toBe("Please choose one of Good, Excellent");
  expect(value(field("multiselect", { options: select.options }), "Good, Excellent")).toEqual([3, 5]);
  expect(value(field("richtext"), "one <b>\ntwo")).toBe("<p>one &#60;b&#62;</p><p>two</p>");
  expect(value(field("text", { maxLength: 3 }), "four")).toBe("Field must have at most 3 characters");
  expect(value(field("text", { required: true }), " ")).toBe("Field is required");
  expect(value(field("date"), "")).toBe(null);
});

it("values are copied as spreadsheets read them", () => {
  expect(textOf(field("money"), 1999)).toBe("19.99");
  expect(textOf(field("date"), "2026-11-21")).toBe("21/11/2026");
  expect(textOf(field("datetime"), "2026-07-21T13:30:00Z")).toBe("21/07/2026 14:30");
  expect(textOf(field("boolean"), true)).toBe("Yes");
  expect(textOf(field("select", { options: [{ value: 3, label: "Good" }] }), 3)).toBe("Good");
  expect(textOf(field("richtext"), "<p>one</p>")).toBe("one");
  expect(textOf(field("text"), null)).toBe("");
});
