import type { ContentType, Field } from "@staffroom/contract";
import { storedEmail } from "@staffroom/ui";
import { isRealDate, isSpokenDate } from "./dates";

/** Messages of platform.md 5; content types without one there use those of the services. */
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

const patterns: Record<Exclude<ContentType, "date" | "email">, [RegExp, string]> = {
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
};

/** True if a trimmed text has this content type. */
export function checkContent(content: ContentType, text: string): string | null {
  if (content === "date") return isSpokenDate(text) || isRealDate(text) ? null : messages.date;
  if (content === "email") return storedEmail(text) === null ? messages.email : null;
  const rule = patterns[content];
  if (!rule) return messages.unknown;
  return rule[0].test(text) ? null : rule[1];
}

/** A visible character: no space, control, format, mark or filler. */
const visible = /(?![\u115F\u1160\u2800\u3164\uFFA0])[^\s\p{Z}\p{C}\p{M}]/u;

/** True for an empty draft: no text, no entry, no line of an address. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return !visible.test(value);
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") return Object.values(value).every(isBlank);
  return false;
}

/** `min` and `max` are divided by `scale`: money and percentages are sent times 100 and typed in whole units. */
export function checkRange(value: number, min: number | undefined, max: number | undefined, scale = 1): string | null {
  const low = min === undefined ? undefined : min / scale;
  const high = max === undefined ? undefined : max / scale;
  const tooLow = low !== undefined && value < low;
  const tooHigh = high !== undefined && value > high;
  if (!tooLow && !tooHigh) return null;
  if (low !== undefined && high !== undefined) return messages.between(low, high);
  return tooLow ? messages.minValue(low ?? 0) : messages.maxValue(high ?? 0);
}

/** Checks the length of a text. */
export function checkLength(text: string, { minLength, maxLength }: Field): string | null {
  if (minLength && text.length < minLength) return messages.minLength(minLength);
  if (maxLength !== undefined && text.length > maxLength) return messages.maxLength(maxLength);
  return null;
}

/** Checks the number of entries of a list; `low` and `high` are the messages. */
export function checkCount(
  count: number,
  { min, max }: Field,
  low: (n: number) => string,
  high: (n: number) => string,
): string | null {
  if (min !== undefined && count < min) return low(min);
  if (max !== undefined && count > max) return high(max);
  return null;
}
