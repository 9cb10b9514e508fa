import { useApi } from "@staffroom/api";
import type { Answer, Option, Shape } from "@staffroom/contract";

/** `GET /invoice/{id}`. Amounts are in minor units; what only staff see may be absent. */
export type Invoice = Answer<"finance", "/invoice/{id}">;
export type InvoiceItem = Shape<"finance", "InvoiceLine">;
export type TextItem = Shape<"finance", "InvoiceText">;
export type SentEmail = Shape<"finance", "SentEmail">;
/** The buttons of the editor's foot, each under its own condition (money.md 2). */
export type Action = NonNullable<Invoice["actions"]>[number];
export type Instalment = Shape<"finance", "PlanPart">;
export type Payment = Shape<"finance", "PaymentMade">;
export type LinkedInvoice = Shape<"finance", "LinkedInvoice">;

export const ukOrganisations = [1, 4, 5];
export const portugal = 3;
export const statusColor: Record<string, string> = {
  draft: "grey", proposed: "blue", final: "orange", booked: "grey", partPaid: "amber", paid: "green", cancelled: "red",
};
export const statusLabel: Record<string, string> = {
  draft: "Draft", proposed: "Proposed", final: "Final", booked: "Booked", partPaid: "Part paid", paid: "Paid", cancelled: "Cancelled",
};
/** A credit note is issued and refunded, where an invoice is proposed and paid. */
const creditStatus: Record<string, string> = { proposed: "Issued", final: "Issued", booked: "Issued", partPaid: "Part refunded", paid: "Refunded" };
export const statusText = (status: string, isCredit: boolean): string => (isCredit && creditStatus[status]) || statusLabel[status] || status;

export const lineTypes: Record<string, string> = {
  fulltime: "Full time", asp: "ASP", supp: "Supplementary", exams: "Exams", other: "Other",
};
export const itemKinds: Record<InvoiceItem["metaType"], string> = {
  title: "Title", standalone: "Line item", subitem: "Sub item", credit: "Credit",
};
export const paymentTypes: Record<string, string> = {
  bankTransfer: "bank transfer", creditCard: "credit card", flywire: "flywire", other: "other",
};

export const optionsOf = (labels: Record<string, string>): Option[] => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a credit note is called differs from what the record says. */
export const titleText = (title: string): string => (title === "Credit" ? "Credit note" : title);

/** What the record is, at the beginning of a sentence. */
export const kindText = ({ isCreditNote }: { isCreditNote: boolean }): string => (isCreditNote ? "Credit note" : "Invoice");

/** How a person names an invoice that may have no number yet. */
export const nameOf = ({ id, number }: { id: number; number: string | null }): string => number ?? `Draft ${id}`;

/** The years that are offered today, the latest first (money.md 6): the server has the one rule. */
export function useBillingYears(): Option[] | undefined {
  const { data } = useApi<Answer<"finance", "/invoices/billingyears">>("/invoices/billingyears");
  return data?.map(({ id, title }) => ({ value: id, label: title }));
}

/** 2122 as 2021-2022. */
export function billingYearText(code: number | null): string {
  if (!code) return "Not set";
  return `20${String(Math.floor(code / 100)).padStart(2, "0")}-20${String(code % 100).padStart(2, "0")}`;
}

/** The sub accounts of every UK organisation stand in the chart of organisation 1 (money.md 7). */
export const charts = { subAccounts: "/xero/org/1/sub-accounts" };
