import type { Field } from "@staffroom/contract";
import { expect, it } from "vitest";
import { toDraft, toWire, unwrap } from "./index";

const field = (type: Field["type"], more: Partial<Field> = {}): Field => ({ name: "x", title: "X", type, ...more });

it.each<[Field, unknown, unknown]>([
  [field("money"), 1999, "19.99"],
  [field("money"), -50, "-0.50"],
  [field("percent"), 2000, "20"],
  [field("percent"), 1750, "17.50"],
  [field("integer"), 7, "7"],
  [field("date"), "2026-11-21", "2026-11-21"],
  [field("boolean"), true, true],
  [field("colour"), "#1d4f91", "#1d4f91"],
  [field("multiselect"), ["a"], ["a"]],
  [field("table", { columns: [field("decimal", { name: "h" })] }), [{ h: 1.5 }], [{ h: "1.5" }]],
])("%o: %o is shown as %o and sent back unchanged", (one, wire, draft) => {
  expect(toDraft(one, wire)).toEqual(draft);
  expect(toWire(one, draft)).toEqual(wire);
});

it("a wrapped date is read by its day", () => {
  expect(toDraft(field("date"), { date: "2026-11-21" })).toBe("2026-11-21");
  expect(unwrap(field("date"), { date: "2026-11-21" })).toBe("2026-11-21");
  expect(unwrap(field("date"), null)).toBeNull();
  expect(unwrap(field("address"), { line1: "1 High Street" })).toEqual({ line1: "1 High Street" });
});

it("hundredths that binary fractions would distort are sent exactly", () => {
  for (const text of ["19.99", "1.15", "8.2", "1234567.89"])
    expect(toWire(field("money"), text)).toBe(
      Number(
        text.replace(".", "").padEnd(text.includes(".") && text.split(".")[1]?.length === 1 ? text.length : 0, "0"),
      ),
    );
});

it("blank is null for values and an empty string for texts", () => {
  expect(toWire(field("money"), " ")).toBeNull();
  expect(toWire(field("date"), "")).toBeNull();
  expect(toWire(field("text"), "  a ")).toBe("a");
  expect(toDraft(field("boolean"), "true")).toBe(true);
  expect(toDraft(field("files"), null)).toEqual([]);
});
