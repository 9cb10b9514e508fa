import type { Field } from "@staffroom/contract";
import { kindOf } from "./inputs";

/** A field's value for reading. */
export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  const shown = value === null || value === undefined || value === "" ? null : kindOf(field).show(value, field);
  return shown ?? <span className="sr-muted">–</span>;
}
