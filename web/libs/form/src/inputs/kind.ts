import type { Field } from "@staffroom/contract";
import { formatCount } from "@staffroom/ui";
import type { ComponentType, ReactNode } from "react";

export type FieldInputProps = {
  field: Field;
  /** The draft, as `toDraft` makes it. */
  value: unknown;
  onChange: (draft: unknown) => void;
  onBlur?: () => void;
  id: string;
  disabled?: boolean;
  invalid?: boolean;
  autoFocus?: boolean;
  /** Shows its choices at once. */
  opens?: boolean;
  describedBy?: string;
};

/** The behaviour of one type of field. */
export type Kind = {
  Input: ComponentType<FieldInputProps>;
  /** The value as a change names it, where a record wraps it. */
  unwrap?: (value: unknown) => unknown;
  /** The value of a record for reading; null where there is nothing to read. */
  show: (value: unknown, field: Field) => ReactNode;
  /** The value of a record as the input holds it. */
  draft: (value: unknown, field: Field) => unknown;
  /** The draft of a field without a value. */
  empty: unknown;
  /** The draft as it is sent; blank is null. */
  parse: (draft: unknown, field: Field) => unknown;
  /** The error of a draft that is not blank, or null. */
  check: (draft: unknown, field: Field) => string | null;
  /** True for an empty draft; `isBlank` of the rules by default. */
  isBlank?: (draft: unknown) => boolean;
  /** The error of a blank draft that is not required, or null. */
  checkBlank?: (field: Field) => string | null;
  /** Takes the whole width of a record's section. */
  isWide?: boolean;
  /** Needs a wider dialog than others. */
  isWiderDialog?: boolean;
  /** The moment of autosave: at each change, or after a debounce; on leaving the field when absent. */
  saves?: "changed" | "rested";
  /** A read-only field is shown in its control, disabled, instead of as text. */
  isReadInInput?: boolean;
};

/** Text is trimmed; a blank one is `blank`. */
export function parseText(draft: unknown, blank: string | null = ""): unknown {
  if (typeof draft !== "string") return draft ?? null;
  return draft.trim() || blank;
}

/** The number of entries of a list, for reading. */
export function countText(value: unknown): string | null {
  return Array.isArray(value) && value.length ? formatCount(value.length, "entry", "entries") : null;
}
