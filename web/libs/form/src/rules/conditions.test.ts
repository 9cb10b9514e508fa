import type { Field } from "@staffroom/contract";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  holds,
  isShown,
  lacks,
  missingFor,
  requirementOf,
  titleOf,
  valueAt,
  type Condition,
  type Declared,
  type Requirement,
} from "./conditions";

interface Table {
  record: object;
  conditions: [Condition, boolean][];
  requirements: [unknown, Pick<Requirement, "least">, boolean][];
}
const file = path.join(import.meta.dirname, "../../../../../services/testing/src/staffroom_testing/conditions.json");
const table = JSON.parse(readFileSync(file, "utf8")) as Table;

it.each(table.conditions)("%j", (condition, expected) => {
  expect(holds(condition, (field) => valueAt(table.record, field))).toBe(expected);
});

it.each(table.requirements)("of %j, %j lacks: %s", (value, requirement, expected) => {
  expect(lacks(requirement, value)).toBe(expected);
});

const came: Condition = { field: "present", operator: "is", value: "present" };
const need = (text: string, more: Partial<Requirement> = {}): Requirement => ({
  moves: ["submit"],
  title: "Title",
  text,
  least: 1,
  ...more,
});
const fields: Field[] = [
  { name: "present", title: "Presence", type: "select", needed: [need("presence")] },
  {
    name: "comment",
    title: "Work",
    type: "richtext",
    shownIf: came,
    titles: [{ when: { field: "kind", operator: "is", value: "PT" }, title: "Progress" }],
    needed: [need("ten", { when: came, least: 10 })],
  },
  { name: "late", title: "Late", type: "boolean", needed: [need("late", { moves: ["review"] })] },
];
const declared: Declared = {
  fields: new Map(fields.map((field) => [field.name, field])),
  parts: [
    { name: "targets", at: "hasTargets", needed: [need("targets", { when: came })] },
    { name: "students", at: "", needed: [need("students")] },
  ],
  checks: ["present", "targets", "comment", "late", "students"],
};

it("missing values of a move follow the order of the checks, shown fields only", () => {
  const textsOf = (record: object, move = "submit") => missingFor(declared, record, move).map(({ text }) => text);
  expect(textsOf({ present: "" })).toEqual(["presence"]);
  expect(textsOf({ present: "present", comment: "<p>short</p>", hasTargets: null })).toEqual(["targets", "ten"]);
  expect(textsOf({ present: "present", comment: "<p>long enough</p>", hasTargets: true })).toEqual([]);
  expect(textsOf({ present: "away", late: null }, "review")).toEqual(["late"]);
  expect(isShown(declared, "comment", { present: "present" })).toBe(true);
  expect(isShown(declared, "comment", { present: "" })).toBe(false);
  expect(isShown(declared, "unknown", {})).toBe(false);
  expect(titleOf(declared, "comment", { kind: "PT" })).toBe("Progress");
  expect(titleOf(declared, "comment", {})).toBe("Work");
  expect(requirementOf(declared, "comment", { present: "present" }, "submit")?.least).toBe(10);
  expect(requirementOf(declared, "comment", { present: "present" }, "review")).toBeUndefined();
});
