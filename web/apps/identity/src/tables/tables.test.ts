import { ApiError } from "@staffroom/api";
import type { Column } from "@staffroom/contract";
import { expect, it } from "vitest";
import { computedOf, declaredFormula, freeName, isSame, listOf, tintOf, type ColorRule } from "./definition";
import { suggestionsFor, wordAt } from "./formula-input";
import { faultsOf, isGrouped, isSummed } from "./set-up";

const column = (name: string, title: string): Column => ({ name, title, type: "money", sortable: true, hidden: false });
const columns = [column("total", "Total"), column("dueDate", "Due date")];
const functions = [
  { name: "today", shape: "today()", text: "The date of today" },
  { name: "daysBetween", shape: "daysBetween(date, date)", text: "The days" },
];
const rules: ColorRule[] = [
  { name: "rule1", formula: "total > 5", color: "red" },
  { name: "rule2", formula: "total > 1", color: "orange" },
];

it("a table's list is split into its path and fixed filters", () => {
  expect(listOf("/locations?type=room&open=true")).toEqual({
    path: "/locations",
    fixed: { type: "room", open: "true" },
  });
  expect(listOf("/students")).toEqual({ path: "/students", fixed: {} });
});

it("computed columns and rules are requested together, without those left out", () => {
  const definition = {
    computed: [
      { name: "formula1", title: "Paid", formula: "[Total]" },
      { name: "formula2", title: "", formula: " " },
    ],
    colors: rules,
  };
  expect(JSON.parse(computedOf(definition))).toEqual([
    { name: "formula1", title: "Paid", formula: "[Total]" },
    { name: "rule1", title: "", formula: "total > 5" },
    { name: "rule2", title: "", formula: "total > 1" },
  ]);
  expect(JSON.parse(computedOf(definition, new Set(["formula1", "rule1"])))).toHaveLength(1);
  expect(computedOf({})).toBe("");
});

it("the first matching rule colours a row", () => {
  expect(tintOf(rules, { rule1: true, rule2: true })).toBe("sr-tint-red");
  expect(tintOf(rules, { rule1: false, rule2: true })).toBe("sr-tint-orange");
  expect(tintOf(rules, {})).toBe("");
});

it("the order of filters does not count as a change", () => {
  expect(isSame({ query: { a: "1", b: "2" } }, { query: { b: "2", a: "1" }, columns: [], view: "table" })).toBe(true);
  expect(isSame({ columns: [{ name: "a", hidden: true }] }, { columns: [{ name: "a" }] })).toBe(false);
});

it("a new column gets the first free number", () => {
  expect(freeName("formula", [{ name: "formula1" }, { name: "formula3" }])).toBe("formula2");
});

it("columns and functions are suggested for the typed word", () => {
  expect(wordAt("[Total] - [Du", 13)).toBe("[Du");
  expect(wordAt("1 + to", 6)).toBe("to");
  expect(wordAt("[Total] ", 8)).toBe("");
  expect(suggestionsFor("to", columns, functions).map(({ insert }) => insert)).toEqual(["[Total]", "today()"]);
  expect(suggestionsFor("[du", columns, functions).map(({ insert }) => insert)).toEqual(["[Due date]"]);
  expect(suggestionsFor("da", columns, functions).map(({ insert }) => insert)).toEqual([
    "daysBetween(",
    "[Due date]",
    "today()",
  ]);
});

it("columns have the titles that the services declare, in any language of the page", () => {
  const shown = [
    { ...column("status", "Estado"), declaredTitle: "Status" },
    { ...column("dueDate", "Vencimento"), declaredTitle: "Due date" },
    column("total", "Total"),
  ];
  expect(suggestionsFor("[ven", shown, functions).map(({ label, insert }) => [label, insert])).toEqual([
    ["Vencimento", "[Due date]"],
  ]);
  expect(
    declaredFormula('[estado] = "Draft" and [Vencimento] < today() and [Status] = [Total] and [Nada]', shown),
  ).toBe('[Status] = "Draft" and [Due date] < today() and [Status] = [Total] and [Nada]');
  expect(declaredFormula("[Vencimento", shown)).toBe("[Vencimento");
});

it("errors of formulas are read with their positions", () => {
  const refusal = new ApiError({
    status: 422,
    message: "Late: wrong",
    body: {
      error: "Late: wrong",
      code: "bad_formula",
      fields: { formula2: "wrong" },
      positions: { formula2: 7 },
    } as never,
    request: { method: "GET", path: "/x", headers: {}, body: "" },
  });
  expect(faultsOf(refusal)).toEqual({ formula2: { text: "wrong", position: 7 } });
  expect(faultsOf(new Error("other"))).toEqual({});
});

it("a column of another service can be neither grouped nor summed", () => {
  const column: Column = {
    name: "formula1",
    title: "Department > Size",
    type: "integer",
    sortable: false,
    hidden: false,
  };
  expect([isGrouped(column), isSummed(column)]).toEqual([true, true]);
  expect([isGrouped({ ...column, remote: true }), isSummed({ ...column, remote: true })]).toEqual([false, false]);
});
