import type { Field } from "@staffroom/contract";
import type { Drafts } from "@staffroom/form";
import type { Instalment, Invoice } from "../../types";

export type InstalmentForm = "add" | "edit" | "pay";

/** Today in London. */
export const today = (): string => new Date().toLocaleDateString("sv", { timeZone: "Europe/London" });

type Situation = {
  kind: InstalmentForm;
  invoice: Pick<Invoice, "currency" | "actions" | "readonly">;
  part: Instalment | null;
  /** The declared fields of an instalment. */
  declared: ReadonlyMap<string, Field>;
};

/**
 * The instalment form of money.md 5: paid date and payment type are required once Paid is ticked. On a read-only
 * invoice only a payment's date and type can change; a paid instalment keeps its amount. Paid is for users who book
 * payments.
 */
export function instalmentFields(drafts: Drafts, { kind, invoice, part, declared }: Situation): Field[] {
  const field = (name: string, more: Partial<Field> = {}): Field[] => {
    const one = declared.get(name);
    return one ? [{ ...one, ...more }] : [];
  };
  const plan = [
    ...field("amount", { content: "currency", currency: invoice.currency }),
    ...field("dueDate"),
    ...field("isPaid"),
  ];
  const payment = [...field("paidDate", { required: true }), ...field("paymentType", { required: true })];
  if (kind === "pay" || invoice.readonly) return payment;
  const shown = plan.filter(({ name }) =>
    name === "amount" ? !part?.isPaid : name !== "isPaid" || invoice.actions?.includes("bookInstalments"),
  );
  return drafts.isPaid === true && shown.some(({ name }) => name === "isPaid") ? [...shown, ...payment] : shown;
}

/** Converts an instalment for a call, with plain dates. */
export const bodyOfInstalment = ({ amount, dueDate, isPaid, paidDate, paymentType }: Instalment) => ({
  amount,
  dueDate: dueDate?.date ?? null,
  isPaid,
  paidDate: paidDate?.date ?? null,
  paymentType,
});

/** Splits `total` into `count` equal parts; each of the first ones gets a penny of the remainder. */
export function split(total: number, count: number): number[] {
  const base = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => base + (index < total - base * count ? 1 : 0));
}
