import type { Field } from "@staffroom/contract";
import { kindOf } from "../inputs";

/** The value of a field as text. */
export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  const shown = value === null || value === undefined || value === "" ? null : kindOf(field).show(value, field);
  return shown ?? <span className="sr-muted">–</span>;
}
