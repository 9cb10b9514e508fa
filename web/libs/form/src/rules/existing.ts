import type { Field } from "@staffroom/contract";

/** Returns the fields of a form whose conditions hold: `existing(name, isNew && email)`. */
export const existing = (...fields: readonly (Field | false)[]): Field[] => fields.filter((field) => field !== false);
