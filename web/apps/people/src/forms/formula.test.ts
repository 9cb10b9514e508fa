import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { calculate, parseFormula, problemOfFormula } from "./formula";

type Table = { today: string; values: Record<string, unknown>; accepted: [string, number | null][]; refused: string[] };
const file = path.join(import.meta.dirname, "../../../../../services/testing/src/staffroom_testing/formulas.json");
const table = JSON.parse(readFileSync(file, "utf8")) as Table;

it.each(table.accepted)("%s is %s", (formula, expected) => {
  expect(problemOfFormula(formula)).toBeNull();
  expect(calculate(formula, (id) => table.values[id], table.today)).toBe(expected);
});

it.each(table.refused)("refuses '%s'", (formula) => {
  expect(problemOfFormula(formula)).toBeTypeOf("string");
  expect(calculate(formula, () => 1, table.today)).toBeNull();
});

it("the fields of a formula are named", () => {
  expect([...parseFormula("round(fa + sum(fb) * fa)").ids]).toEqual(["fa", "fb"]);
});

it("a formula that is too long or too deep is refused", () => {
  expect(problemOfFormula("1+".repeat(400) + "1")).toContain("500 characters");
  expect(problemOfFormula(`${"(".repeat(100)}1${")".repeat(100)}`)).toContain("20 levels");
});
