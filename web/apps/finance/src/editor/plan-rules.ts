import type { Field } from "@staffroom/contract";
import type { Drafts } from "@staffroom/form";
import { optionsOf, paymentTypes, type Instalment, type Invoice } from "../types";

export type InstalmentForm = "add" | "edit" | "pay";

/** The day it is in London. */
export const today = (): string => new Date().toLocaleDateString("sv", { timeZone: "Europe/London" });

type Situation = { kind: InstalmentForm; invoice: Pick<Invoice, "currency" | "actions" | "readonly">; part: Instalment | null };

/** The instalment form of money.md 5: paid date and payment type are required once Paid is ticked. Of a read-only invoice
 * only what was paid when and how can change; what is paid keeps its amount. Paid is for who books payments. */
export function instalmentFields(drafts: Drafts, { kind, invoice, part }: Situation): Field[] {
  const plan: Field[] = [
    { name: "amount", title: "Amount", type: "money", required: true, content: "currency", min: 1, currency: invoice.currency },
    { name: "dueDate", title: "Due date", type: "date", required: true },
    { name: "isPaid", title: "Paid", type: "boolean" },
  ];
  const payment: Field[] = [
    { name: "paidDate", title: "Paid date", type: "date", required: true },
    { name: "paymentType", title: "Payment type", type: "select", required: true, options: optionsOf(paymentTypes) },
  ];
  if (kind === "pay" || invoice.readonly) return payment;
  const shown = plan.filter(({ name }) => (name === "amount" ? !part?.isPaid : name !== "isPaid" || invoice.actions?.includes("bookInstalments")));
  return drafts.isPaid === true && shown.some(({ name }) => name === "isPaid") ? [...shown, ...payment] : shown;
}

/** An instalment with its dates plain, as forms and calls take it. */
export const bodyOfInstalment = ({ amount, dueDate, isPaid, paidDate, paymentType }: Instalment) => ({
  amount, dueDate: dueDate?.date ?? null, isPaid, paidDate: paidDate?.date ?? null, paymentType,
});

export const intervals: Record<string, string> = { month: "Every month", week: "Every week", fortnight: "Every two weeks", quarter: "Every three months" };

/** `total` in `count` equal parts; what does not divide is on the first ones, a penny each. */
export function split(total: number, count: number): number[] {
  const base = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => base + (index < total - base * count ? 1 : 0));
}
