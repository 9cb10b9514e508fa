import type { ContentType, Field } from "@staffroom/contract";
import { isRealDate, isSpokenDate } from "./dates";

/** Messages of platform.md 5; those of content types it leaves open are the services' own. */
export const messages = {
  required: "Field is required",
  agreement: "You must agree before submission",
  integer: "Positive integer values only",
  numeric: "Numbers only",
  email: "Please enter a valid email address",
  minLength: (n: number) => `Field must have at least ${n} characters`,
  maxLength: (n: number) => `Field must have at most ${n} characters`,
  minValue: (n: number | string) => `Please enter a number greater than ${n}`,
  maxValue: (n: number | string) => `Please enter a number less than ${n}`,
  between: (n: number | string, m: number | string) => `Please enter a number between ${n} and ${m}`,
  minFiles: (n: number) => `Please upload at least ${n} files`,
  maxFiles: (n: number) => `Please upload at most ${n} files`,
  minEntries: (n: number) => `Please add at least ${n} entries`,
  maxEntries: (n: number) => `Please add at most ${n} entries`,
  unknown: "Unknown validation error (please contact system support)",
  alpha: "Letters only",
  alphaNum: "Letters and numbers only",
  alphaSpace: "Letters and spaces only",
  alphaNumSpace: "Letters, numbers and spaces only",
  phone: "Please enter digits and + only",
  date: "Please enter a date in the form 31st July 2020",
  sameAs: (title: string) => `Field must be the same as ${title}`,
} as const;

const patterns: Record<Exclude<ContentType, "date">, [RegExp, string]> = {
  alpha: [/^\p{L}+$/u, messages.alpha],
  alphaNum: [/^[\p{L}\p{N}]+$/u, messages.alphaNum],
  alphaSpace: [/^\p{L}+(?: +\p{L}+)*$/u, messages.alphaSpace],
  alphaNumSpace: [/^[\p{L}\p{N}]+(?: +[\p{L}\p{N}]+)*$/u, messages.alphaNumSpace],
  numeric: [/^\d+$/, messages.numeric],
  integer: [/^\d+$/, messages.integer],
  decimal: [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, messages.numeric],
  currency: [/^[+-]?(?:\d+(?:\.\d{1,2})?|\.\d{1,2})$/, messages.numeric],
  positiveCurrency: [/^\+?(?:\d+(?:\.\d{1,2})?|\.\d{1,2})$/, messages.numeric],
  phone: [/^[+\d][+\d ]*$/, messages.phone],
  email: [/^[^@\s<>"',;]+@[^@\s<>"',;.]+(?:\.[^@\s<>"',;.]+)+$/, messages.email],
};

function checkContent(content: ContentType, text: string): string | null {
  if (content === "date") return isSpokenDate(text) || isRealDate(text) ? null : messages.date;
  const rule = patterns[content];
  if (!rule) return messages.unknown;
  return rule[0].test(text) ? null : rule[1];
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") return Object.values(value).every(isBlank);
  return false;
}

function checkRange(value: number, min: number | undefined, max: number | undefined, scale = 1): string | null {
  const low = min === undefined ? undefined : min / scale;
  const high = max === undefined ? undefined : max / scale;
  const tooLow = low !== undefined && value < low;
  const tooHigh = high !== undefined && value > high;
  if (!tooLow && !tooHigh) return null;
  if (low !== undefined && high !== undefined) return messages.between(low, high);
  return tooLow ? messages.minValue(low ?? 0) : messages.maxValue(high ?? 0);
}

function checkLength(text: string, { minLength, maxLength }: Field): string | null {
  if (minLength && text.length < minLength) return messages.minLength(minLength);
  if (maxLength !== undefined && text.length > maxLength) return messages.maxLength(maxLength);
  return null;
}

function checkNumber(field: Field, draft: unknown): string | null {
  const text = String(draft).trim();
  const content: ContentType =
    field.content ??
    (field.type === "integer" ? ((field.min ?? 0) < 0 ? "decimal" : "integer") : field.type === "decimal" ? "decimal" : "currency");
  const wrong = checkContent(content, text);
  if (wrong) return wrong;
  if (field.type === "integer" && !/^[+-]?\d+$/.test(text)) return messages.numeric;
  // Money and percentages travel times 100; a person types and reads whole units.
  return checkRange(Number(text), field.min, field.max, field.type === "money" || field.type === "percent" ? 100 : 1);
}

function checkCount(count: number, { min, max }: Field, low: (n: number) => string, high: (n: number) => string): string | null {
  if (min !== undefined && count < min) return low(min);
  if (max !== undefined && count > max) return high(max);
  return null;
}

function checkTable(field: Field, rows: unknown[]): string | null {
  const count = checkCount(rows.length, field, messages.minEntries, messages.maxEntries);
  if (count) return count;
  for (const row of rows) {
    for (const column of field.columns ?? []) {
      const problem = validateField(column, (row as Record<string, unknown>)?.[column.name]);
      if (problem) return `${column.title}: ${problem}`;
    }
  }
  return null;
}

/**
 * What is wrong with what a person typed, or null. `draft` is the value as the input holds it: text for numbers and
 * money, `2026-11-21` for dates; `others` are the form's other drafts. `words` takes the words out of rich text.
 */
export function validateField(
  field: Field,
  draft: unknown,
  others: Record<string, unknown> = {},
  titleOf: (name: string) => string = (name) => name,
  words: (html: string) => string = (html) => html.replace(/<[^>]*>/g, "").trim(),
): string | null {
  if (field.type === "boolean") return field.agreement && draft !== true ? messages.agreement : null;
  const blank = field.type === "richtext" && typeof draft === "string" && !draft.includes("<iframe") ? words(draft) === "" : isBlank(draft);
  if (blank) {
    if (field.required) return messages.required;
    // A list may be empty only when nothing says how many it needs.
    if (field.type === "files") return field.min ? messages.minFiles(field.min) : null;
    if (field.type === "multiselect" || field.type === "table") return field.min ? messages.minEntries(field.min) : null;
  } else {
    const wrong = checkValue(field, draft, words);
    if (wrong) return wrong;
  }
  if (field.sameAs && (draft ?? "") !== (others[field.sameAs] ?? "")) return messages.sameAs(titleOf(field.sameAs));
  return null;
}

function checkValue(field: Field, draft: unknown, words: (html: string) => string): string | null {
  switch (field.type) {
    case "text":
    case "textarea":
    case "email":
    case "phone": {
      const text = String(draft).trim();
      const length = checkLength(text, field);
      if (length) return length;
      const content = field.content ?? (field.type === "email" || field.type === "phone" ? field.type : undefined);
      if (!content) return null;
      const wrong = checkContent(content, text);
      if (wrong) return wrong;
      return field.min === undefined && field.max === undefined ? null : checkRange(Number(text), field.min, field.max);
    }
    case "richtext":
      return checkLength(words(String(draft)), field);
    case "integer":
    case "decimal":
    case "money":
    case "percent":
      return checkNumber(field, draft);
    case "date":
      return isRealDate(String(draft).slice(0, 10)) || isSpokenDate(String(draft)) ? null : messages.date;
    case "datetime":
      return Number.isNaN(Date.parse(String(draft))) ? "Please enter a date and time" : null;
    case "files":
      return checkCount(asList(draft).length, field, messages.minFiles, messages.maxFiles);
    case "multiselect":
      return checkCount(asList(draft).length, field, messages.minEntries, messages.maxEntries);
    case "table":
      return checkTable(field, asList(draft));
    case "select":
    case "address":
    case "boolean":
      return null;
    default:
      return messages.unknown;
  }
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Every problem of a form by field name; empty when it may be sent. */
export function validateForm(fields: readonly Field[], drafts: Record<string, unknown>, words?: (html: string) => string): Record<string, string> {
  const titleOf = (name: string) => fields.find((field) => field.name === name)?.title ?? name;
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = validateField(field, drafts[field.name], drafts, titleOf, words);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}
