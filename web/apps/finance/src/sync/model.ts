import type { Answer, Field, Shape } from "@staffroom/contract";

/** The state of the document in the accounting system: `sync` of `GET /invoice/{id}`. */
export type Side = {
  state?: string;
  total?: number;
  date?: string;
  dueDate?: string | null;
  lines?: unknown[];
  payment?: string;
  amount?: number;
  credited?: number;
  number?: string;
};
export type Sync = Omit<Shape<"finance", "InvoiceSync">, "ours" | "theirs"> & {
  ours?: Side | null;
  theirs?: Side | null;
};

export type Overview = Answer<"finance", "/xero/sync">;
export type Tenant = Shape<"finance", "Tenant">;
export type Proof = Shape<"finance", "Proof">;

/** Returns the fields of a conflict that differ, with our value and theirs. */
export function differences(
  fields: Iterable<Field>,
  ours: Side | null | undefined,
  theirs: Side | null | undefined,
): [Field, unknown, unknown][] {
  const of = (side: Side | null | undefined, { name }: Field) => side?.[name as keyof Side];
  return [...fields]
    .map((field): [Field, unknown, unknown] => [field, of(ours, field), of(theirs, field)])
    .filter(([, here, there]) => JSON.stringify(here ?? null) !== JSON.stringify(there ?? null));
}

/** True for a proof without differences, missing documents and duplicates. */
export function provedRight({ difference, missing, duplicates }: Proof): boolean {
  return difference === 0 && missing === 0 && duplicates === 0;
}
