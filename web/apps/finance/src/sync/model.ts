import type { Answer, Field, Shape } from "@staffroom/contract";

/** `GET /invoice/{id}`, its `sync`: where the document stands in the accounting system. */
export type Side = {
  state?: string; total?: number; date?: string; dueDate?: string | null; lines?: unknown[]; payment?: string; amount?: number;
  credited?: number; number?: string;
};
export type Sync = Omit<Shape<"finance", "InvoiceSync">, "ours" | "theirs"> & { ours?: Side | null; theirs?: Side | null };

export type Overview = Answer<"finance", "/xero/sync">;
export type Tenant = Shape<"finance", "Tenant">;
export type Proof = Shape<"finance", "Proof">;
export type ProofRow = Shape<"finance", "ProofRow">;

/** The fields of a conflict that stand on either side and differ, with ours and theirs. */
export function differences(fields: Iterable<Field>, ours: Side | null | undefined, theirs: Side | null | undefined): [Field, unknown, unknown][] {
  const of = (side: Side | null | undefined, { name }: Field) => side?.[name as keyof Side];
  return [...fields]
    .map((field): [Field, unknown, unknown] => [field, of(ours, field), of(theirs, field)])
    .filter(([, here, there]) => JSON.stringify(here ?? null) !== JSON.stringify(there ?? null));
}

/** Differing pence of a proof and all else that is wrong with it. */
export function provedRight({ difference, missing, duplicates }: Proof): boolean {
  return difference === 0 && missing === 0 && duplicates === 0;
}
