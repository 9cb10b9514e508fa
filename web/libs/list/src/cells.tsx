import type { Column, Option, Row } from "@staffroom/contract";
import { formatDate, formatDateTime, formatMoney, formatNumber, formatPercent, Icon, plainText, StatusTag } from "@staffroom/ui";
import type { ReactNode } from "react";

const optionOf = (column: Column, value: unknown): Option | undefined =>
  column.options?.find((option) => option.value === value || String(option.value) === String(value));

function tag(column: Column, value: unknown): ReactNode {
  const option = optionOf(column, value);
  const label = option?.label ?? String(value);
  return <StatusTag key={String(value)} label={label} color={option?.color} value={String(value)} />;
}

/** A cell's value by its column's type. */
export function cellContent(column: Column, row: Row): ReactNode {
  const value = row[column.name];
  if (value === null || value === undefined || value === "") return null;
  switch (column.type) {
    case "id": return <span className="sr-cell-id">{String(value)}</span>;
    case "integer":
    case "decimal": return formatNumber(value) || String(value);
    case "money": return formatMoney(value, column.currency ? row[column.currency] : undefined);
    case "percent": return formatPercent(value);
    case "boolean": return value === true ? <span title="Yes"><Icon name="check" size={15} /><span className="sr-visually-hidden">Yes</span></span> : null;
    case "date": return formatDate(value);
    case "datetime": return formatDateTime(value);
    case "select": return tag(column, value);
    case "tags": return Array.isArray(value) ? <span className="sr-cell-tags">{value.map((one) => tag(column, one))}</span> : tag(column, value);
    case "email": return <a href={`mailto:${String(value)}`} onClick={(event) => event.stopPropagation()}>{String(value)}</a>;
    case "richtext": return plainText(String(value));
    default: return typeof value === "object" ? String((value as { title?: string; name?: string }).title ?? (value as { name?: string }).name ?? "") : String(value);
  }
}

export const isRightAligned = (column: Column): boolean => ["integer", "decimal", "money", "percent"].includes(column.type);

const usualWidths: Partial<Record<Column["type"], number>> = {
  id: 84, integer: 96, decimal: 96, money: 112, percent: 84, boolean: 84, date: 92, datetime: 128, select: 136, tags: 190, email: 220, richtext: 260,
};

/** Seven figures. */
const longestId = 84;

export function columnWidth(column: Column): number {
  const width = column.width || usualWidths[column.type] || 160;
  // Half a number says nothing.
  return column.type === "id" ? Math.max(width, longestId) : width;
}

/** What to call a row in a sentence. */
export function rowName(columns: readonly Column[], row: Row, key: string): string {
  for (const name of ["name", "title", "fullName"]) if (typeof row[name] === "string" && row[name]) return row[name] as string;
  const whole = [row.firstName, row.lastName].filter(Boolean).join(" ");
  if (whole) return whole;
  const text = columns.find((column) => column.type === "text" && row[column.name]);
  return text ? String(row[text.name]) : String(row[key]);
}
