import type { Answer, Shape } from "@staffroom/contract";

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

export const stateLabel: Record<Sync["state"], string> = {
  notSent: "Not sent: a draft stays here", waiting: "Waiting to be sent", inStep: "In step", failed: "Refused", conflict: "Conflict",
};
export const stateColor: Record<Sync["state"], string> = {
  notSent: "grey", waiting: "blue", inStep: "green", failed: "red", conflict: "amber",
};

/** What is compared of a conflict: only what stands on either side, and differs. */
export function differences(ours: Side | null | undefined, theirs: Side | null | undefined): [keyof Side, unknown, unknown][] {
  const names: (keyof Side)[] = ["state", "number", "total", "amount", "credited", "date", "dueDate", "lines"];
  return names
    .map((name): [keyof Side, unknown, unknown] => [name, ours?.[name], theirs?.[name]])
    .filter(([, here, there]) => JSON.stringify(here ?? null) !== JSON.stringify(there ?? null));
}

export const sideLabel: Record<string, string> = {
  state: "State", number: "Number", total: "Total", amount: "Payment", credited: "Credited", date: "Date", dueDate: "Due date", lines: "Lines",
};

/** Differing pence of a proof and all else that is wrong with it. */
export function provedRight({ difference, missing, duplicates }: Proof): boolean {
  return difference === 0 && missing === 0 && duplicates === 0;
}
