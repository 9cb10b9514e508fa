import { expect, it } from "vitest";
import { answerOf, controlOf, evaluate, problemsOf } from "./answers";
import type { Definition, FormField } from "./types";

const field = (id: string, more: Partial<FormField> = {}): FormField => ({ id, type: "text", title: id, ...more });
const form = (...fields: FormField[]): Definition => ({ settings: {}, pages: [{ id: "p1", title: "One", fields }] });
const yes = (id: string) => ({ field: id, operator: "is" as const, value: true });

it("hidden fields count as unanswered, along a chain of conditions", () => {
  const definition = form(
    field("a", { type: "yesno" }),
    field("b", { type: "yesno", shownIf: yes("a") }),
    field("c", { required: true, shownIf: yes("b") }),
  );
  expect(problemsOf(definition, { a: true, b: true }, false)).toEqual({ c: "Field is required" });
  expect(problemsOf(definition, { a: false, b: true }, false)).toEqual({});
});

it("pages and staff fields are hidden", () => {
  const definition: Definition = {
    settings: {},
    pages: [
      {
        id: "p1",
        title: "One",
        fields: [field("a", { type: "yesno" }), field("s", { staffOnly: true, required: true })],
      },
      { id: "p2", title: "Two", shownIf: yes("a"), fields: [field("b", { required: true })] },
    ],
  };
  expect(evaluate(definition, {}, false).pages.map(({ id }) => id)).toEqual(["p1"]);
  expect(problemsOf(definition, { a: true }, false)).toEqual({ b: "Field is required" });
  expect(Object.keys(problemsOf(definition, {}, true))).toEqual(["s"]);
});

it("a field is required by condition, with the texts of platform.md 5", () => {
  const definition = form(
    field("a", { type: "yesno" }),
    field("b", { neededIf: yes("a") }),
    field("agree", { type: "agreement", required: true }),
    field("mail", { type: "email" }),
    field("again", { type: "email", sameAs: "mail" }),
    field("count", { type: "integer", minValue: 1, maxValue: 5 }),
    field("cost", { type: "currency", minValue: 10 }),
    field("files", { type: "file", least: 2, required: true }),
    field("rows", { type: "repeat", least: 1, fields: [field("inner", { required: true })] }),
  );
  expect(problemsOf(definition, { a: true, mail: "a@b.co", again: "c@d.co", count: 7, cost: 999 }, false)).toEqual({
    b: "Field is required",
    agree: "You must agree before submission",
    again: "Field must be the same as mail",
    count: "Please enter a number between 1 and 5",
    cost: "Please enter a number greater than 10",
    files: "Please upload at least 2 files",
    rows: "Please add at least 1 entries",
  });
  expect(problemsOf(definition, { a: false, agree: true, files: [1, 2], rows: [{}] }, false)).toMatchObject({
    "rows.0.inner": "Field is required",
  });
});

it("sums run over a repeating group, with money in whole units", () => {
  const definition = form(
    field("rows", {
      type: "repeat",
      fields: [
        field("price", { type: "currency" }),
        field("count", { type: "integer" }),
        field("line", { type: "calculated", formula: "price * count" }),
      ],
    }),
    field("total", { type: "calculated", formula: "round(sum(line), 2)" }),
  );
  const { valueOf } = evaluate(
    definition,
    {
      rows: [
        { price: 1250, count: 2 },
        { price: 99, count: 1 },
      ],
    },
    false,
  );
  expect(valueOf("total")).toBe(25.99);
});

it("circular conditions and formulas terminate", () => {
  const definition = form(
    field("a", { shownIf: { field: "b", operator: "filled" } }),
    field("b", { shownIf: { field: "a", operator: "filled" } }),
    field("x", { type: "calculated", formula: "y + 1" }),
    field("y", { type: "calculated", formula: "x + 1" }),
  );
  const { isShown, valueOf } = evaluate(definition, { a: "1", b: "1" }, false);
  expect(isShown(field("a"))).toBe(true);
  expect(valueOf("x")).toBeNull();
});

it("an incomplete number stays text", () => {
  const control = controlOf(field("n", { type: "number" }));
  expect(answerOf(control, "12.5")).toBe(12.5);
  expect(answerOf(control, "12x")).toBe("12x");
  expect(answerOf(control, "")).toBeNull();
  expect(problemsOf(form(field("n", { type: "number" })), { n: "12x" }, false)).toEqual({ n: "Numbers only" });
});

const filled = (id: string) => ({ field: id, operator: "filled" as const });
const range = (count: number) => Array.from({ length: count }, (_, n) => n);

it("pages that depend on each other are evaluated once", () => {
  const pages = range(60).map((n) => ({
    id: `p${n}`,
    title: "",
    ...(n ? { shownIf: filled(`b${n - 1}`) } : {}),
    fields: [field(`a${n}`), field(`b${n}`, { required: true, shownIf: filled(`a${n}`) })],
  }));
  const answers = Object.fromEntries(
    range(60).flatMap((n) => [
      [`a${n}`, "x"],
      [`b${n}`, "x"],
    ]),
  );
  expect(evaluate({ settings: {}, pages }, answers, false).pages).toHaveLength(60);
  expect(problemsOf({ settings: {}, pages }, { ...answers, b30: "" }, false)).toEqual({ b30: "Field is required" });
});

it("formulas are evaluated once, even in chains as long as a form", () => {
  const doubled = form(
    field("c0", { type: "number" }),
    ...range(40).map((n) => field(`c${n + 1}`, { type: "calculated", formula: `c${n} + c${n}` })),
  );
  expect(evaluate(doubled, { c0: 1 }, false).valueOf("c40")).toBe(2 ** 40);
  const long = form(
    ...range(399)
      .map((n) => field(`c${n + 1}`, { type: "calculated", formula: `c${n} + 1` }))
      .toReversed(),
    field("c0", { type: "number" }),
  );
  expect(evaluate(long, { c0: 1 }, false).valueOf("c399")).toBe(400);
});

it("the values of each row are separate", () => {
  const definition = form(
    field("total", { type: "calculated", formula: "sum(twice)" }),
    field("rows", {
      type: "repeat",
      fields: [
        field("on", { type: "yesno" }),
        field("num", { type: "number", shownIf: yes("on") }),
        field("twice", { type: "calculated", formula: "num + num" }),
      ],
    }),
  );
  const { valueOf } = evaluate(
    definition,
    {
      rows: [
        { on: true, num: 2 },
        { on: false, num: 3 },
        { on: true, num: 4 },
      ],
    },
    false,
  );
  expect(valueOf("twice")).toEqual([4, null, 8]);
  expect(valueOf("total")).toBe(12);
});
