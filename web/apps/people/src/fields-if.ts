import type { Field } from "@staffroom/contract";

/** Returns the fields of a form whose conditions hold: `fieldsIf(name, isNew && email)`. */
export const fieldsIf = (...fields: readonly (Field | false)[]): Field[] => fields.filter((field) => field !== false);
