import type { Field, FieldType } from "@staffroom/contract";
import { isBlank, messages } from "../rules/rules";
import { address } from "./address";
import { boolean, multiselect, select } from "./choice";
import { colour } from "./colour";
import { date, datetime } from "./date";
import { files } from "./files";
import type { FieldInputProps, Kind } from "./kind";
import { decimal, integer, money, percent } from "./number";
import { tableOf, type Cells } from "./table";
import { email, phone, richtext, text, textarea } from "./text";

export type { FieldInputProps } from "./kind";

/** An unknown type: shown as text, never sent. */
const unknown: Kind = { ...text, check: () => messages.unknown };

/** The functions of a field by its type. */
function registryOf(kinds: Partial<Record<FieldType, Kind>>) {
  const kindOf = ({ type }: Field): Kind => kinds[type] ?? unknown;
  return {
    kindOf,
    Input: function FieldInput(props: FieldInputProps) {
      const { Input } = kindOf(props.field);
      return <Input {...props} />;
    },
    unwrap: (field: Field, value: unknown): unknown => kindOf(field).unwrap?.(value) ?? value,
    toDraft: (field: Field, value: unknown): unknown => {
      const kind = kindOf(field);
      return value === null || value === undefined ? kind.empty : kind.draft(value, field);
    },
    toWire: (field: Field, draft: unknown): unknown => kindOf(field).parse(draft, field),
    problemOf: (field: Field, draft: unknown): string | null => {
      const kind = kindOf(field);
      if (!(kind.isBlank ?? isBlank)(draft)) return kind.check(draft, field);
      return field.required ? messages.required : (kind.checkBlank?.(field) ?? null);
    },
  };
}

const single = {
  text,
  textarea,
  richtext,
  integer,
  decimal,
  money,
  percent,
  date,
  datetime,
  boolean,
  select,
  multiselect,
  address,
  email,
  phone,
  files,
  colour,
} satisfies Record<Exclude<FieldType, "table">, Kind>;
const cells: Cells = registryOf(single);

/** The types of fields (`docs/api.md`, Records): a new one needs an entry here, and a type of the server. */
const registry = registryOf({ ...single, table: tableOf(cells) } satisfies Record<FieldType, Kind>);

/** The control of a field of any type. */
export const FieldInput = registry.Input;
/** Returns the kind of a field's type. */
export const kindOf = registry.kindOf;
/** Returns a record's value as a change names it in `newValue` and `oldValue`. */
export const unwrap = registry.unwrap;
/** Converts a value from the wire for the input: numbers as text, money and percentages in whole units. */
export const toDraft = registry.toDraft;
/** Converts a draft for sending; blank is null. */
export const toWire = registry.toWire;
/** Returns the error of a single draft, or null. */
export const problemOf = registry.problemOf;
