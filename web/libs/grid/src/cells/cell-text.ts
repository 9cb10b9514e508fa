import type { Field, Option } from "@staffroom/contract";
import { isRealDate, messages, toDraft, toWire, validateField } from "@staffroom/form";
import { locale } from "@staffroom/language";
import { plainText, zone } from "@staffroom/ui";
import dayjs from "dayjs";

/** A value of a cell's type, or a text that is not one, with the reason. */
export type Read = { value: unknown } | { text: string; problem: string };

const numbers = new Set<Field["type"]>(["integer", "decimal", "money", "percent"]);
/** Types that are typed as one line of text. */
export const isLine = ({ type }: Field): boolean => numbers.has(type) || ["text", "email", "phone"].includes(type);
/** Types whose editor needs more room than a cell. */
export const isLong = ({ type }: Field): boolean =>
  ["textarea", "richtext", "multiselect", "table", "files", "address"].includes(type);
/** Types whose first key is read as text: a day is typed, not picked. */
export const isTypedAsText = ({ type }: Field): boolean => type === "date" || type === "datetime";

/**
 * Parses a number as spreadsheets write it: currency, percent and thousands signs are dropped; a single comma before
 * one or two digits is a decimal comma.
 */
export function plainNumber(text: string): string {
  const bare = text.replace(/[\s\u00A0\u202F'£€$%]/g, "").replace(/^\u2212/, "-");
  const signed = /^\(.+\)$/.test(bare) ? `-${bare.slice(1, -1)}` : bare;
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(signed)) return signed.replaceAll(",", "");
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(signed)) return signed.replaceAll(".", "").replace(",", ".");
  return /^[+-]?\d+,\d{1,2}$/.test(signed) ? signed.replace(",", ".") : signed;
}

const dates = [
  "DD/MM/YYYY",
  "D/M/YYYY",
  "DD/MM/YY",
  "D/M/YY",
  "DD.MM.YYYY",
  "D.M.YYYY",
  "DD.MM.YY",
  "D-M-YYYY",
  "D MMM YYYY",
  "D MMMM YYYY",
  "D MMM YY",
  "D-MMM-YY",
  "D-MMM-YYYY",
];
const spoken = (text: string) => text.replace(/^(\d{1,2})(?:st|nd|rd|th) /i, "$1 ");

/**
 * Parses a day as ISO: from DD/MM/YY, with a short or long year, with the month's name, or from ISO; null if it is not
 * a day.
 */
function isoDate(text: string): string | null {
  if (isRealDate(text)) return text;
  const day = dayjs(spoken(text), dates, "en", true);
  return day.isValid() ? day.format("YYYY-MM-DD") : null;
}

/** Converts a London time to ISO in UTC; a day alone gets its usual time. */
function isoMoment(text: string, usual = "00:00"): string | null {
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  const [, day = "", time = usual] = /^(.+?)(?:[ T](\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? [];
  const date = isoDate(day);
  return (
    date &&
    dayjs
      .tz(`${date}T${time.padStart(5, "0")}:00`, zone)
      .utc()
      .format("YYYY-MM-DDTHH:mm:ss[Z]")
  );
}

const yes = new Set(["yes", "y", "true", "1", "x", "✓"]);
const no = new Set(["no", "n", "false", "0", ""]);

const folded = (text: unknown) =>
  String(text ?? "")
    .trim()
    .toLocaleLowerCase(locale);
/** Returns the option that a text names: by its label, else by its value. */
const optionOfText = (options: readonly Option[], text: string) =>
  options.find(({ label }) => folded(label) === folded(text)) ??
  options.find(({ value }) => folded(value) === folded(text));

const notAmong = (options: readonly Option[]) =>
  options.length <= 6
    ? `Please choose one of ${options.map(({ label }) => label).join(", ")}`
    : "Please choose one of the list";

/** Return the draft that a text means for a field, before the field's rules are checked, or a problem. */
function draftOfText(field: Field, text: string): { draft: unknown } | { problem: string } {
  const { options = [], type } = field;
  if (type === "boolean") {
    const word = folded(text);
    return yes.has(word) ? { draft: true } : no.has(word) ? { draft: false } : { problem: "Please enter Yes or No" };
  }
  if (type === "richtext")
    return {
      draft: text
        .split(/\n/)
        .map((line) => (line ? `<p>${line.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>` : ""))
        .join(""),
    };
  if (!text.trim()) return { draft: toDraft(field, null) };
  if (numbers.has(type)) return { draft: plainNumber(text) };
  switch (type) {
    case "date": {
      const date = isoDate(text.trim());
      return date ? { draft: date } : { problem: "Please enter a date as DD/MM/YY" };
    }
    case "datetime": {
      const moment = isoMoment(text.trim(), field.time);
      return moment ? { draft: moment } : { problem: "Please enter a date and time as DD/MM/YY HH:mm" };
    }
    case "select": {
      const option = optionOfText(options, text);
      return option ? { draft: option.value } : { problem: notAmong(options) };
    }
    case "multiselect": {
      const chosen = text
        .split(/[,;\n]/)
        .filter((part) => part.trim())
        .map((part) => optionOfText(options, part));
      return chosen.every((option) => option)
        ? { draft: chosen.map((option) => option?.value) }
        : { problem: notAmong(options) };
    }
    case "table":
    case "files":
    case "address":
      return { problem: "This cannot be pasted. Please open it" };
    default:
      return { draft: text };
  }
}

/** Checks a control's draft against the rules of its field. */
export function readDraft(field: Field, draft: unknown): Read {
  const problem = validateField(field, draft);
  return problem ? { text: String(draft ?? ""), problem } : { value: toWire(field, draft) };
}

/** Checks a value of another cell of the same type against this one's rules. */
export function readValue(field: Field, value: unknown): Read {
  const isChoice =
    field.type === "select" && field.options?.length && value !== null && value !== undefined && value !== "";
  if (isChoice && !field.options?.some((option) => option.value === value))
    return { text: String(value), problem: notAmong(field.options ?? []) };
  return readDraft(field, toDraft(field, value));
}

/** Reads a typed or pasted text as a value of the field. */
export function readText(field: Field, text: string): Read {
  const read = draftOfText(field, text);
  if ("problem" in read) return { text, problem: read.problem };
  const problem = validateField(field, read.draft);
  return problem ? { text, problem } : { value: toWire(field, read.draft) };
}

/** Returns the value of an emptied cell. */
export const readEmpty = (field: Field): Read =>
  field.required && field.type !== "boolean"
    ? { text: "", problem: messages.required }
    : readDraft(field, toDraft(field, null));

const inLondon = (value: string, format: string) =>
  dayjs(value).isValid() ? dayjs.utc(value).tz(zone).format(format) : value;

/** Formats a value for spreadsheets: bare numbers, days with four-digit years, options by their labels. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const labelOf = (one: unknown) => field.options?.find((option) => option.value === one)?.label ?? String(one);
  switch (field.type) {
    case "integer":
    case "decimal":
    case "money":
    case "percent":
      return String(toDraft(field, value));
    case "boolean":
      return value === true ? "Yes" : "No";
    case "date": {
      const text = String(toDraft(field, value));
      return isRealDate(text.slice(0, 10)) ? dayjs(text.slice(0, 10)).format("DD/MM/YYYY") : text;
    }
    case "datetime":
      return inLondon(String(value), "DD/MM/YYYY HH:mm");
    case "select":
      return labelOf(value);
    case "multiselect":
      return Array.isArray(value) ? value.map(labelOf).join(", ") : "";
    case "richtext":
      return plainText(String(value));
    case "address":
      return Object.values(value as object)
        .filter(Boolean)
        .join(", ");
    case "table":
    case "files":
      return Array.isArray(value) && value.length ? `${value.length}` : "";
    default:
      return String(value);
  }
}

/** Returns the option that a key chooses directly: that of this value, else the next whose label begins with it. */
export function optionOfKey({ options = [] }: Field, key: string, now: unknown): Option | undefined {
  const byValue = options.find(({ value }) => String(value) === key);
  if (byValue) return byValue;
  const after = options.findIndex(({ value }) => value === now) + 1;
  return [...options.slice(after), ...options.slice(0, after)].find(({ label }) =>
    folded(label).startsWith(folded(key)),
  );
}
