import type { Answer, RecordData } from "@staffroom/contract";
import type { Condition } from "@staffroom/form";

/** A form's field types, with the builder's labels. */
export const fieldTypes = {
  text: "Short text",
  multiline: "Long text",
  richtext: "Formatted text",
  email: "E-mail address",
  phone: "Phone number",
  number: "Number",
  integer: "Whole number",
  decimal: "Decimal number",
  currency: "Amount of money",
  date: "Date",
  datetime: "Date and time",
  yesno: "Yes or no",
  agreement: "Agreement",
  select: "One of several",
  multiselect: "Several of several",
  file: "Files",
  signature: "Signature",
  heading: "Heading",
  note: "Text to read",
  calculated: "Calculated value",
  repeat: "Repeating group",
} as const;
export type FieldType = keyof typeof fieldTypes;

export const contents = {
  alpha: "Letters",
  alphaNum: "Letters and numbers",
  alphaSpace: "Letters and spaces",
  alphaNumSpace: "Letters, numbers and spaces",
  numeric: "Digits",
  integer: "Positive whole number",
  decimal: "Number",
  currency: "Amount",
  positiveCurrency: "Positive amount",
  phone: "Phone number",
} as const;

export type FormOption = { value: string; label: string };

/** A field of a form. Its id identifies it across all versions and is never reused. */
export type FormField = {
  id: string;
  type: FieldType;
  title: string;
  help?: string;
  required?: boolean;
  /** Width in columns of twelve; the full width when absent. */
  width?: 12 | 6 | 4;
  content?: keyof typeof contents | null;
  minLength?: number | null;
  maxLength?: number | null;
  /** In whole units, also for money. */
  minValue?: number | null;
  maxValue?: number | null;
  /** Minimum and maximum number of entries, choices or files. */
  least?: number | null;
  most?: number | null;
  sameAs?: string | null;
  options?: FormOption[];
  optionsFrom?: string | null;
  staffOnly?: boolean;
  /** The role that signs; the person who fills in the form when absent. */
  signer?: string | null;
  shownIf?: Condition | null;
  neededIf?: Condition | null;
  formula?: string | null;
  prefill?: string | null;
  writesBack?: boolean;
  holds?: "ordinary" | "personal" | "special";
  /** The fields of an entry of a repeating group. */
  fields?: FormField[];
};

export type FormPage = { id: string; title: string; help?: string; shownIf?: Condition | null; fields: FormField[] };

type FormSettings = {
  /** One person may send several. */
  several?: boolean;
  thanks?: string;
  notify?: string[];
  retainMonths?: number | null;
  retainPersonalMonths?: number | null;
  retainSpecialMonths?: number | null;
  reviewed?: boolean;
};

/** A form as it is filled in; a version of it never changes. */
export type Definition = { settings: FormSettings; pages: FormPage[] };

/** Answers by field id; for a repeating group a list of such records. Money is in minor units. */
export type Answers = Record<string, unknown>;
export type Problems = Record<string, string>;

export type Signature = { name: string; signed?: string; by?: number | null; drawing?: string | null };

type ServedEntry = Answer<"people", "/form/entry/{id}">;
/**
 * An entry with the version in which it is filled in. `can.sign` are the signature fields that the reader signs;
 * `can.note` lets staff answer the staff fields.
 */
export type Entry = Omit<ServedEntry, "answers" | "prefill" | "signatures" | "status" | "version"> & {
  answers: Answers;
  prefill?: Answers;
  signatures: Record<string, Signature>;
  status: "draft" | "received" | "inReview" | "accepted" | "returned";
  version: { number: number; definition: Definition };
};

/** A form with its draft. */
export type FormRecord = RecordData & Omit<Answer<"people", "/form/{id}">, "draft"> & { draft: Definition };

/** The forms of the signed-in user. */
export type Mine = Answer<"people", "/forms/mine">;
