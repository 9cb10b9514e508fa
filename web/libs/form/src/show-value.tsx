import type { Field, Option } from "@staffroom/contract";
import { formatDate, formatDateTime, formatMoney, formatPercent, RichTextView } from "@staffroom/ui";
import type { ReactNode } from "react";
import { useOptions } from "./options";

const labelOf = (options: readonly Option[], value: unknown) =>
  options.find((option) => option.value === value)?.label ?? (value === null || value === undefined ? "" : String(value));

function Chosen({ field, value }: { field: Field; value: unknown }) {
  const { options } = useOptions(field, { chosen: value });
  return Array.isArray(value) ? value.map((entry) => labelOf(options, entry)).join(", ") : labelOf(options, value);
}

function shown(field: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === "") return null;
  switch (field.type) {
    case "date": return formatDate(value);
    case "datetime": return formatDateTime(value);
    case "money": return formatMoney(value);
    case "percent": return formatPercent(value);
    case "boolean": return value === true || value === "true" ? "Yes" : "No";
    case "select":
    case "multiselect": return <Chosen field={field} value={value} />;
    case "richtext": return <RichTextView html={String(value)} />;
    case "email": return <a href={`mailto:${String(value)}`}>{String(value)}</a>;
    case "phone": return <a href={`tel:${String(value).replace(/\s/g, "")}`}>{String(value)}</a>;
    case "address": return Object.values(value as object).filter(Boolean).join(", ");
    case "files":
    case "table": return Array.isArray(value) && value.length ? `${value.length} ${value.length === 1 ? "entry" : "entries"}` : null;
    default: return String(value);
  }
}

/** A field's value for reading. */
export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  return shown(field, value) ?? <span className="sr-muted">–</span>;
}
