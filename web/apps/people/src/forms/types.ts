import type { Move, RecordData } from "@staffroom/contract";
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

/** The person or course that an entry is about. */
export type Subject = { kind?: string; id: number; name: string };

export type Entry = {
  id: number;
  form: { id: number; title: string; generation: number };
  version: { number: number; definition: Definition };
  about?: Subject | null;
  filledName?: string | null;
  answers: Answers;
  prefill?: Answers;
  /** The kinds of people who have yet to sign. */
  awaited?: string[];
  status: "draft" | "received" | "inReview" | "accepted" | "returned";
  reason?: string | null;
  /** The kinds of data whose answers were deleted at the end of their retention period. */
  emptied?: ("personal" | "special")[];
  submitted?: string | null;
  deadline?: string | null;
  /** The note of the request that it answers. */
  note?: string;
  signatures: Record<string, Signature>;
  /** `sign` are the signature fields that the reader signs, `note` lets staff answer the staff fields. */
  can: {
    edit: boolean;
    submit: boolean;
    review: boolean;
    sign: string[];
    note?: boolean;
    delete?: boolean;
    write?: boolean;
  };
  moves?: Move[];
  entryVersion: number;
};

export type FormRecord = RecordData & {
  title: string;
  slug?: string;
  kind: string;
  generation: number;
  status: "draft" | "published" | "retired";
  draft: Definition;
  version: number;
  published?: { number: number; published: string; publishedByName?: string } | null;
};

export type Mine = {
  toFill: {
    requestId?: number | null;
    formId: number;
    title: string;
    generation: number;
    deadline?: string | null;
    about?: Subject | null;
    entryId?: number | null;
    reason?: string | null;
    note?: string;
    state: string;
  }[];
  open: {
    formId: number;
    title: string;
    generation: number;
    description?: string | null;
    about?: string;
    several?: boolean;
    entryId?: number | null;
  }[];
  sent: {
    entryId: number;
    formId: number;
    title: string;
    generation: number;
    about?: Subject | null;
    state: string;
    submitted?: string | null;
    reason?: string | null;
  }[];
};
