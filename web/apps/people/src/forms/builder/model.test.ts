import { expect, it } from "vitest";
import type { Definition, FormField } from "../types";
import {
  changeField,
  conditionFields,
  copyOf,
  differences,
  insertField,
  moveField,
  newField,
  newId,
  optionsOf,
  problemsById,
  removeField,
  sentenceOf,
  stepField,
} from "./model";

const field = (id: string, more: Partial<FormField> = {}): FormField => ({ id, type: "text", title: id, ...more });
const form: Definition = {
  settings: {},
  pages: [
    {
      id: "p1",
      title: "One",
      fields: [field("fa"), field("fb", { type: "repeat", fields: [field("fc"), field("fd", { type: "integer" })] })],
    },
    { id: "p2", title: "Two", fields: [field("fe", { type: "yesno", title: "Stay?" })] },
  ],
};
const order = (definition: Definition) =>
  definition.pages.map(({ fields }) =>
    fields.map((one) => (one.fields ? [one.id, ...one.fields.map(({ id }) => id)] : one.id)),
  );

it("fields move within a page, across its end, and into a group", () => {
  expect(order(stepField(form, "fa", 1))).toEqual([[["fb", "fc", "fd"], "fa"], ["fe"]]);
  expect(order(stepField(form, "fb", 1))).toEqual([["fa"], [["fb", "fc", "fd"], "fe"]]);
  expect(order(stepField(form, "fe", -1))).toEqual([["fa", ["fb", "fc", "fd"], "fe"], []]);
  expect(order(stepField(form, "fd", -1))).toEqual([["fa", ["fb", "fd", "fc"]], ["fe"]]);
  expect(order(moveField(form, "fa", { page: 0, index: 1, group: "fb" }))).toEqual([
    [["fb", "fc", "fa", "fd"]],
    ["fe"],
  ]);
  expect(moveField(form, "fb", { page: 0, index: 0, group: "fb" })).toBe(form);
});

it("fields are added, changed, copied and removed", () => {
  expect(order(insertField(form, newField("text", "fnew"), { page: 1, index: 0 }))[1]).toEqual(["fnew", "fe"]);
  expect(changeField(form, "fd", { title: "Nights" }).pages[0]?.fields[1]?.fields?.[1]?.title).toBe("Nights");
  expect(order(removeField(form, "fc"))[0]).toEqual(["fa", ["fb", "fd"]]);
  const copy = copyOf(form.pages[0]?.fields[1] ?? field("x"));
  expect(copy.id).not.toBe("fb");
  expect(copy.fields?.map(({ id }) => id)).not.toContain("fc");
  expect(newId()).toMatch(/^[a-z][a-z0-9]{7}$/);
});

it("options are read from lines and keep existing values", () => {
  expect(optionsOf("Oxford\n\n ox2 = Oxford\nFull board", [{ value: "1", label: "Full board" }])).toEqual([
    { value: "oxford", label: "Oxford" },
    { value: "ox2", label: "Oxford" },
    { value: "1", label: "Full board" },
  ]);
  expect(optionsOf("A\nA").map(({ value }) => value)).toEqual(["a", "a-2"]);
});

it("conditions are described in sentences, and readable fields are offered", () => {
  expect(
    sentenceOf(form, {
      all: [
        { field: "fe", operator: "is", value: true },
        {
          any: [
            { field: "fd", operator: "atLeast", value: 2 },
            { field: "fa", operator: "empty" },
          ],
        },
      ],
    }),
  ).toBe("“Stay?” is yes and (“fd” is at least 2 or “fa” is not answered)");
  expect(conditionFields(form, "fa").map(({ id }) => id)).toEqual(["fb", "fe"]);
  expect(conditionFields(form, "fd").map(({ id }) => id)).toEqual(["fa", "fb", "fc", "fe"]);
});

it("the server's problems are assigned to their fields", () => {
  const byId = problemsById(form, {
    "pages.0.fields.1.fields.0.title": "Field is required",
    "pages.1.shownIf": "no",
    "settings.retainMonths": "wrong",
    "pages.0.fields.0.options.3.label": "twice",
  });
  expect(Object.fromEntries(byId)).toEqual({
    fc: { title: "Field is required" },
    p2: { shownIf: "no" },
    settings: { retainMonths: "wrong" },
    fa: { options: "twice" },
  });
});

it("differences between two versions are named", () => {
  const after = stepField(changeField(removeField(form, "fc"), "fa", { title: "Name", required: true }), "fe", -1);
  expect(differences(form, after).map(({ text }) => text)).toEqual([
    "“fa” is called “Name”; also changed: required",
    "“Stay?” is on page 1",
    "“fc” is left out",
  ]);
});
