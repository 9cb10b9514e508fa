/** Shapes of the wire contract, `docs/api.md`. Ids are integers, money is minor units, times are UTC ISO 8601. */

export type OptionValue = string | number | boolean;
export type Option = { value: OptionValue; label: string; color?: string };

export type ColumnType =
  | "text" | "id" | "integer" | "decimal" | "money" | "percent" | "boolean" | "date" | "datetime"
  | "select" | "tags" | "email" | "richtext";

export type Column = {
  name: string;
  title: string;
  type: ColumnType;
  sortable?: boolean;
  hidden?: boolean;
  width?: number;
  options?: Option[];
  /** Name of the column that holds the currency of a money column. */
  currency?: string;
};

export type FilterType = "select" | "boolean" | "range";
export type Filter = {
  name: string;
  title: string;
  type: FilterType;
  options?: Option[];
  optionsFrom?: string;
  /** What a range ranges over; dates when absent. */
  of?: "date" | "number";
};
export type TabRow = { name: string; title: string; options: Option[] };

export type FieldType =
  | "text" | "textarea" | "richtext" | "integer" | "decimal" | "money" | "percent" | "date" | "datetime"
  | "boolean" | "select" | "multiselect" | "address" | "email" | "phone" | "files" | "table";

export type ContentType =
  | "alpha" | "alphaNum" | "alphaSpace" | "alphaNumSpace" | "numeric" | "integer" | "decimal"
  | "currency" | "positiveCurrency" | "phone" | "email" | "date";

export type Field = {
  name: string;
  title: string;
  type: FieldType;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  content?: ContentType;
  options?: Option[];
  /** Of a money field; pounds when absent. */
  currency?: string;
  /** Path that answers `[{id, title}]`, `[{value, label}]` or strings. */
  optionsFrom?: string;
  help?: string;
  /** Name of another field that must hold the same value. */
  sameAs?: string;
  /** A box that must be ticked before the form may be sent. */
  agreement?: boolean;
  /** Columns of a table field. */
  columns?: Field[];
};
export type FieldSection = { name: string; title: string; fields: Field[] };

export type ListMeta = {
  name: string;
  title: string;
  rowKey: string;
  /** Route of a row, for example `/students/{id}`. */
  target?: string | null;
  columns: Column[];
  filters?: Filter[];
  tabs?: TabRow[];
  searchable?: boolean;
  defaultSort?: string;
  pageSizes?: number[];
  defaultPageSize?: number;
  may: { add?: boolean; edit?: boolean; delete?: boolean; export?: boolean };
  add?: { path: string; fields: Field[] } | null;
  edit?: { path: string; fields: Field[] } | null;
  delete?: { path: string } | null;
};

export type Row = Record<string, unknown>;
export type Page = { data: Row[]; total: number; totalIsExact: boolean; next: string | null };

export type Move = {
  name: string;
  title: string;
  style: "primary" | "default" | "danger";
  confirm: { title: string; text: string } | null;
  path: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  needs: Field[];
};

/** A record as a detail call answers it. */
export type RecordData = {
  id: number;
  version?: number;
  may?: { edit?: string[]; delete?: boolean; [right: string]: unknown };
  moves?: Move[];
  [field: string]: unknown;
};
export type FieldSaved = { field: string; value: unknown; modified?: string | boolean; version?: number };
export type FieldChange = {
  id: number;
  field: string;
  oldValue: unknown;
  newValue: unknown;
  changed: string;
  userId: number;
  userName: string;
  actingUserId: number | null;
};

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";
export type Job = {
  id: string;
  kind?: string;
  state: JobState;
  done: number;
  total: number | null;
  result: { fileId: number; name: string; rows: number } | null;
  error: string | null;
};

export type ErrorBody = {
  error?: string;
  title?: string;
  code?: string;
  fields?: Record<string, string>;
  requestId?: string;
  value?: unknown;
  message?: string;
  exception?: string;
};

export type User = {
  id: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  roleIds: string[];
  roles: { id: string; title: string }[];
  avatar: string | null;
  avatarOffset: { x: number; y: number } | null;
  primaryDepartment: { id: number; title: string } | null;
  organisationId: number | null;
  staffId: number | null;
  tutorId: number | null;
  studentId: number | null;
  clientId: number | null;
  candidateId: number | null;
  invigilatorId: number | null;
  agentId: number | null;
  impersonatedBy: { id: number; name: string } | null;
};
export type SignIn = { authToken: string; timeStamp: string; expiresAt: string; user: User };

export type Notice = {
  number: number;
  kind: string;
  title: string;
  text?: string;
  target?: string | null;
  created: string;
  read?: boolean;
};

export type Comment = {
  id: number;
  author: { id: number; name: string };
  type: string;
  comment: string;
  createdDate: string;
  modifiedDate: string | null;
  pinned: boolean;
  locked: boolean;
  color: string | null;
  may?: { edit?: boolean; delete?: boolean };
};
