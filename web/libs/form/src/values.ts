import type { Field } from "@staffroom/contract";

/** A value of the wire as the input holds it: numbers as text, money and percentages in whole units. */
export function toDraft(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) {
    if (field.type === "boolean") return false;
    return field.type === "files" || field.type === "multiselect" || field.type === "table" ? [] : "";
  }
  switch (field.type) {
    case "money":
    case "percent":
      return typeof value === "number" ? (value / 100).toFixed(field.type === "money" || value % 100 ? 2 : 0) : String(value);
    case "integer":
    case "decimal":
      return String(value);
    case "boolean":
      return value === true || value === "true";
    case "table":
      return mapRows(field, value, toDraft);
    default:
      return value;
  }
}

/** What the person entered as the wire wants it; blank is null. */
export function toWire(field: Field, draft: unknown): unknown {
  if (field.type === "table") return mapRows(field, draft, toWire);
  // The record keeps ids; what the uploader answered beside them is for showing.
  if (field.type === "files" && Array.isArray(draft)) return draft.map((file: number | { id: number }) => (typeof file === "number" ? file : file.id));
  if (typeof draft !== "string") return draft ?? null;
  const text = field.type === "richtext" ? draft : draft.trim();
  switch (field.type) {
    case "integer":
    case "decimal":
      return text === "" ? null : Number(text);
    case "money":
    case "percent":
      // By text, not by multiplying: 19.99 * 100 is 1998.9999999999998.
      return text === "" ? null : hundredths(text);
    case "select":
    case "date":
    case "datetime":
      return text === "" ? null : text;
    default:
      return text;
  }
}

/** A table's cells are fields themselves. */
function mapRows(field: Field, rows: unknown, change: (column: Field, value: unknown) => unknown): unknown {
  if (!Array.isArray(rows)) return [];
  return rows.map((row: Record<string, unknown>) => ({
    ...row,
    ...Object.fromEntries((field.columns ?? []).map((column) => [column.name, change(column, row[column.name])])),
  }));
}

function hundredths(text: string): number {
  const match = /^([+-]?)(\d*)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return Math.round(Number(text) * 100);
  const amount = Number(match[2] || 0) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" ? -amount : amount;
}

export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
