/**
 * Shapes of the wire contract, `docs/api.md`, that every service answers, under short names. Ids are integers, money is
 * minor units, times are UTC ISO 8601.
 */
import type { Answer, Shape } from "./calls";

export type Option = Shape<"finance", "Option">;
export type OptionValue = Option["value"];

/** `declaredTitle` is the title that the service declares, if the page shows it in another language. */
export type Column = Partial<Shape<"finance", "ListColumn">> &
  Pick<Shape<"finance", "ListColumn">, "name" | "title" | "type"> & { declaredTitle?: string };
export type Filter = Shape<"finance", "ListFilter">;
/** Which quick ranges of days suit a filter: past days, due days, both or none. */
export type QuickDays = NonNullable<Filter["quick"]>;

type ServedField = Shape<"finance", "FormField">;
export type FieldType = ServedField["type"];
export type ContentType =
  | NonNullable<ServedField["content"]>
  | "integer"
  | "decimal"
  | "currency"
  | "positiveCurrency"
  | "email"
  | "date";

/** A field of a form, declared by a service or by a page. */
export type Field = Omit<ServedField, "required" | "content" | "columns"> & {
  required?: boolean;
  content?: ContentType;
  /** Of a money field; pounds when absent. */
  currency?: string;
  /** Name of another field that must hold the same value. */
  sameAs?: string;
  /** A box that must be ticked before the form can be sent. */
  agreement?: boolean;
  /** The time that a day gets until another is chosen: `23:59`. */
  time?: string;
  /** The content type of uploads to a file field, and the record they belong to. */
  upload?: { kind?: string; entityType?: string; entityTypeId?: number };
  /** An example entry, for a format that the title cannot explain. */
  placeholder?: string;
  /** Columns of a table field. */
  columns?: Field[];
};
export type FieldSection = Omit<Shape<"finance", "FormSection">, "fields"> & { fields: Field[] };

/** Placement of a filter: as a row of tabs (the default), as a choice next to the title, or among the filters. */
export type ListTabs = Omit<Shape<"finance", "ListTabs">, "shown"> &
  Partial<Pick<Shape<"finance", "ListTabs">, "shown">>;

type ServedList = Shape<"finance", "ListColumns">;
type ListForm = { path: string; fields: Field[] };
export type ListMeta = Pick<ServedList, "name" | "title" | "one" | "rowKey"> &
  Partial<
    Omit<ServedList, "columns" | "filters" | "tabs" | "may" | "add" | "edit" | "moves" | "changes" | "imports">
  > & {
    columns: Column[];
    filters?: Filter[];
    tabs?: ListTabs[];
    may: Partial<ServedList["may"]>;
    add?: ListForm | null;
    edit?: ListForm | null;
    moves?: SelectionMove[];
    /** The fields that can be changed on a selection, and those that the columns of a file can fill. */
    changes?: { fields: Field[] };
    imports?: { fields: Field[] };
  };

/** A move that a list offers for a selection, and what it would do. */
export type SelectionMove = Omit<Shape<"finance", "SelectionMove">, "needs"> & { needs: Field[] };
export type MovePreview = Shape<"finance", "MovePreview">;
export type EditPreview = Shape<"finance", "MovePreview"> & { unchanged: number };
export type MoveOutcome = Shape<"finance", "MoveOutcome">;

export type Row = Record<string, unknown>;
/** The `may` of a row whose record has moves; `moves` of the row names those that the user can make now. */
export type RowRights = { edit: string[]; delete: boolean };
/** Selected rows in a bulk call: rows by id, or all that match the query with exceptions. */
export type Choice =
  | { ids: readonly (string | number)[] }
  | { query: Record<string, string>; except?: readonly (string | number)[] };
export type Page = { data: Row[]; total: number; totalIsExact: boolean; next: string | null };

export type Move = Omit<Shape<"finance", "Move">, "needs"> & { needs: Field[] };

/** A record in a detail response. */
export type RecordData = {
  id: number;
  version?: number;
  may?: { edit?: string[]; delete?: boolean; [right: string]: unknown };
  moves?: Move[];
  [field: string]: unknown;
};
export type FieldSaved = { field: string; value: unknown; modified?: string | boolean; version?: number };
export type FieldChange = Shape<"finance", "FieldChange">;

/** A job; the result of an export names its file. */
export type Job<Result = { fileId: number; name: string; rows: number }> = Omit<Shape<"finance", "Job">, "result"> & {
  result: Result | null;
};
/** The result of a move on a selection. */
export type Moved = { moved: number; refusals: MovePreview["refusals"] };

/** The body of an error; foreign servers may send `message` or `exception`. */
export type ErrorBody = Partial<
  Pick<Shape<"finance", "Refusal">, "error" | "title" | "code" | "fields" | "requestId" | "value" | "values">
> & {
  message?: string;
  exception?: string;
  /** The buttons of a question: repeating the call with `confirm: true` means yes. */
  question?: { yes: string; no: string };
};

export type SignIn = Answer<"identity", "/auth/login", "post">;
export type User = SignIn["user"];
export type Notice = Shape<"support", "Notice">;
export type Comment = Shape<"support", "Comment">;
