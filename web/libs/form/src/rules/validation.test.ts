import type { ContentType, Field } from "@staffroom/contract";
import { describe, expect, it } from "vitest";
import { isSpokenDate } from "./dates";
import { messages } from "./rules";
import { validateField, validateForm } from "./validation";

const field = (more: Partial<Field>): Field => ({ name: "x", title: "X", type: "text", ...more });

describe("rules of platform.md 5, word for word", () => {
  const cases: [what: string, field: Field, draft: unknown, said: string | null][] = [
    ["required, missing", field({ required: true }), undefined, "Field is required"],
    ["required, spaces", field({ required: true }), "   ", "Field is required"],
    ["required, given", field({ required: true }), "a", null],
    ["required, empty rich text", field({ type: "richtext", required: true }), "<p></p>", "Field is required"],
    [
      "required, rich text of a film",
      field({ type: "richtext", required: true }),
      '<iframe src="https://player.vimeo.com/1"></iframe>',
      null,
    ],
    [
      "required, empty address",
      field({ type: "address", required: true }),
      { line1: "", city: null },
      "Field is required",
    ],
    ["required, no file", field({ type: "files", required: true }), [], "Field is required"],
    ["not required, empty", field({ type: "email" }), "", null],
    ["agreement, not ticked", field({ type: "boolean", agreement: true }), false, "You must agree before submission"],
    ["agreement, ticked", field({ type: "boolean", agreement: true }), true, null],
    ["boolean without agreement", field({ type: "boolean", required: true }), false, null],
    ["integer with a sign", field({ type: "integer" }), "-3", "Positive integer values only"],
    ["integer with a point", field({ type: "integer" }), "1.5", "Positive integer values only"],
    ["integer that may be negative", field({ type: "integer", min: -5, max: 5 }), "-3", null],
    ["integer that may be negative, with a point", field({ type: "integer", min: -5, max: 5 }), "-3.5", "Numbers only"],
    ["decimal with letters", field({ type: "decimal" }), "1,5a", "Numbers only"],
    ["decimal", field({ type: "decimal" }), "-1.25", null],
    ["email without a host", field({ type: "email" }), "a@b", "Please enter a valid email address"],
    ["email with a space", field({ type: "email" }), "a b@c.org", "Please enter a valid email address"],
    ["email, trimmed", field({ type: "email" }), " a.b+c@d-e.co.uk ", null],
    ["minLength", field({ minLength: 3 }), "ab", "Field must have at least 3 characters"],
    ["minLength, after trimming", field({ minLength: 3 }), " ab ", "Field must have at least 3 characters"],
    ["maxLength", field({ maxLength: 3 }), "abcd", "Field must have at most 3 characters"],
    ["maxLength counts words of rich text", field({ type: "richtext", maxLength: 3 }), "<p><b>abc</b></p>", null],
    ["minValue", field({ type: "decimal", min: 5 }), "4", "Please enter a number greater than 5"],
    ["minValue, the bound itself", field({ type: "decimal", min: 5 }), "5", null],
    ["maxValue", field({ type: "decimal", max: 5 }), "6", "Please enter a number less than 5"],
    ["between", field({ type: "decimal", min: 1, max: 5 }), "6", "Please enter a number between 1 and 5"],
    [
      "money in whole units against minor bounds",
      field({ type: "money", min: 0, max: 10_000 }),
      "100.01",
      "Please enter a number between 0 and 100",
    ],
    [
      "percent against hundredths",
      field({ type: "percent", min: 0, max: 10_000 }),
      "101",
      "Please enter a number between 0 and 100",
    ],
    ["min files", field({ type: "files", min: 2 }), [1], "Please upload at least 2 files"],
    ["min files, none", field({ type: "files", min: 2 }), [], "Please upload at least 2 files"],
    ["max files", field({ type: "files", max: 1 }), [1, 2], "Please upload at most 1 files"],
    ["min entries", field({ type: "multiselect", min: 2 }), ["a"], "Please add at least 2 entries"],
    ["max entries", field({ type: "table", max: 1 }), [{}, {}], "Please add at most 1 entries"],
    [
      "a table's cell",
      field({ type: "table", columns: [field({ name: "n", title: "Hours", type: "integer" })] }),
      [{ n: "x" }],
      "Hours: Positive integer values only",
    ],
    ["date of the picker", field({ type: "date" }), "2026-02-28", null],
    [
      "day that does not exist",
      field({ type: "date" }),
      "2026-02-30",
      "Please enter a date in the form 31st July 2020",
    ],
    ["datetime", field({ type: "datetime" }), "2026-02-28T10:00:00Z", null],
    [
      "unknown type",
      field({ type: "hologram" as Field["type"] }),
      "x",
      "Unknown validation error (please contact system support)",
    ],
    [
      "unknown content",
      field({ content: "runes" as ContentType }),
      "x",
      "Unknown validation error (please contact system support)",
    ],
  ];
  it.each(cases)("%s", (_, one, draft, said) => expect(validateField(one, draft)).toBe(said));

  it("sameAs compares with the other field", () => {
    const fields = [field({ name: "a", title: "Email" }), field({ name: "b", sameAs: "a" })];
    expect(validateForm(fields, { a: "1", b: "2" })).toEqual({ b: "Field must be the same as Email" });
    expect(validateForm(fields, { a: "1", b: "" })).toEqual({ b: "Field must be the same as Email" });
    expect(validateForm(fields, { a: "1", b: "1" })).toEqual({});
  });
});

describe("content types", () => {
  const good: Record<ContentType, string[]> = {
    alpha: ["abc", "Éloïse"],
    alphaNum: ["abc1"],
    alphaSpace: ["Anna Maria"],
    alphaNumSpace: ["Room 12"],
    numeric: ["007"],
    integer: ["12"],
    decimal: ["1.5", "-1.5", "+.5", "3."],
    currency: ["12", "-12.50", "+0.5"],
    positiveCurrency: ["12.50", "+1"],
    phone: ["+447700900123", "07700 900123"],
    email: ["a@b.org"],
    date: ["31st July 2020", "2nd March 2024", "2020-07-31"],
  };
  const bad: Record<ContentType, [string, string][]> = {
    alpha: [
      ["a1", messages.alpha],
      ["a b", messages.alpha],
    ],
    alphaNum: [
      ["a b", messages.alphaNum],
      ["a_b", messages.alphaNum],
    ],
    alphaSpace: [["a1 b", messages.alphaSpace]],
    alphaNumSpace: [["a-b", messages.alphaNumSpace]],
    numeric: [
      ["1.0", "Numbers only"],
      ["-1", "Numbers only"],
    ],
    integer: [["1.0", "Positive integer values only"]],
    decimal: [
      ["1.2.3", "Numbers only"],
      [".", "Numbers only"],
    ],
    currency: [
      ["1.234", "Numbers only"],
      ["£1", "Numbers only"],
    ],
    positiveCurrency: [["-1", "Numbers only"]],
    phone: [["0123-456", messages.phone]],
    email: [["a@@b.org", messages.email]],
    date: [
      ["31th July 2020", messages.date],
      ["31st June 2020", messages.date],
      ["July 2020", messages.date],
    ],
  };
  const accepted = Object.entries(good).flatMap(([content, texts]) =>
    texts.map((text) => [content as ContentType, text] as const),
  );
  const refused = Object.entries(bad).flatMap(([content, texts]) =>
    texts.map(([text, said]) => [content as ContentType, text, said] as const),
  );
  it.each(accepted)("%s accepts %s", (content, text) => expect(validateField(field({ content }), text)).toBeNull());
  it.each(refused)("%s refuses %s", (content, text, said) =>
    expect(validateField(field({ content }), text)).toBe(said),
  );
});

it.each([
  "1st May 2021",
  "11th May 2021",
  "12th May 2021",
  "13th May 2021",
  "21st May 2021",
  "22nd May 2021",
  "23rd May 2021",
  "29th February 2024",
])("%s is a date", (text) => expect(isSpokenDate(text)).toBe(true));
it.each(["11st May 2021", "29th February 2023", "0th May 2021", "1st Mai 2021", "1st May 21"])(
  "%s is not a date",
  (text) => expect(isSpokenDate(text)).toBe(false),
);
