import type { Field } from "@staffroom/contract";
import { formatCount } from "@staffroom/ui";
import type { ComponentType, ReactNode } from "react";

export type FieldInputProps = {
  field: Field;
  /** The draft, as `toDraft` returns it. */
  value: unknown;
  onChange: (draft: unknown) => void;
  onBlur?: () => void;
  id: string;
  disabled?: boolean;
  invalid?: boolean;
  autoFocus?: boolean;
  /** Opens its choices immediately. */
  opens?: boolean;
  describedBy?: string;
};

/** The behaviour of one type of field. */
export type Kind = {
  Input: ComponentType<FieldInputProps>;
  /** Returns the value as a change names it, if a record wraps it. */
  unwrap?: (value: unknown) => unknown;
  /** Draws a record's value for reading; null if there is nothing to read. */
  show: (value: unknown, field: Field) => ReactNode;
  /** Converts a record's value for the input. */
  draft: (value: unknown, field: Field) => unknown;
  /** The draft of a field without a value. */
  empty: unknown;
  /** Converts the draft for sending; blank is null. */
  parse: (draft: unknown, field: Field) => unknown;
  /** Returns the error of a draft that is not blank, or null. */
  check: (draft: unknown, field: Field) => string | null;
  /** True for an empty draft; `isBlank` of the rules by default. */
  isBlank?: (draft: unknown) => boolean;
  /** Returns the error of a blank draft that is not required, or null. */
  checkBlank?: (field: Field) => string | null;
  /** Takes the full width of a record's section. */
  isWide?: boolean;
  /** Needs a wider dialog than others. */
  isWiderDialog?: boolean;
  /** When to autosave: at each change, or after a debounce; on leaving the field when absent. */
  saves?: "changed" | "rested";
  /** A read-only field is shown in its control, disabled, instead of as text. */
  isReadInInput?: boolean;
};

/** Trims text; a blank one becomes `blank`. */
export function parseText(draft: unknown, blank: string | null = ""): unknown {
  if (typeof draft !== "string") return draft ?? null;
  return draft.trim() || blank;
}

/** Returns the number of entries of a list, for reading. */
export function countText(value: unknown): string | null {
  return Array.isArray(value) && value.length ? formatCount(value.length, "entry", "entries") : null;
}
