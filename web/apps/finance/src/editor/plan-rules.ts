import type { Field } from "@staffroom/contract";
import { optionsOf, paymentTypes, type Instalment } from "../types";
import type { Drafts } from "./use-form";

export type InstalmentForm = "add" | "edit" | "pay";

/** The day it is in London. */
export const today = (): string => new Date().toLocaleDateString("sv", { timeZone: "Europe/London" });

/** An unpaid instalment whose day has passed; days as `2026-11-21`. */
export const overdue = (part: Instalment, today: string): boolean => !part.isPaid && !!part.dueDate && part.dueDate.date < today;

/** The instalment form of money.md 5: paid date and payment type are required once Paid is ticked. */
export function instalmentFields(drafts: Drafts, currency: string): Field[] {
  const paid = drafts.isPaid === true;
  const fields: Field[] = [
    { name: "amount", title: "Amount", type: "money", required: true, content: "currency", currency },
    { name: "dueDate", title: "Due date", type: "date", required: true },
    { name: "isPaid", title: "Paid", type: "boolean" },
  ];
  return paid
    ? [
        ...fields,
        { name: "paidDate", title: "Paid date", type: "date", required: true },
        { name: "paymentType", title: "Payment type", type: "select", required: true, options: optionsOf(paymentTypes) },
      ]
    : fields;
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
