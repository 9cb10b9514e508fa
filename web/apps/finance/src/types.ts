import { useApi, useListMeta } from "@staffroom/api";
import type { Answer, Column, Option, Shape } from "@staffroom/contract";

/** `GET /invoice/{id}`. Amounts are in minor units; fields for staff may be absent. */
export type Invoice = Answer<"finance", "/invoice/{id}">;
export type InvoiceItem = Shape<"finance", "InvoiceLine">;
export type TextItem = Shape<"finance", "InvoiceText">;
export type SentEmail = Shape<"finance", "SentEmail">;
/** The buttons of the editor's footer, each with its own condition (money.md 2). */
export type Action = NonNullable<Invoice["actions"]>[number];
export type Instalment = Shape<"finance", "PlanPart">;
export type Payment = Shape<"finance", "PaymentMade">;

/** Path of the forms and choices of an invoice's other parts: plan, payments, emails. */
export const parts = "/invoice/parts";
export const partChoices = `${parts}/fields`;

/** The invoice list's column with the labels and colours of a status. */
export function useStatusColumn(): Column | undefined {
  return useListMeta("/invoices").data?.columns.find(({ name }) => name === "status");
}

/** Returns the kind of the record, for the beginning of a sentence. */
export const kindText = ({ isCreditNote }: { isCreditNote: boolean }): string =>
  isCreditNote ? "Credit note" : "Invoice";

/** Returns the number of an invoice, or its name while it has none. */
export const nameOf = ({ id, number }: { id: number; number: string | null }): string => number ?? `Draft ${id}`;

/** Returns the billing years that the server offers today, latest first (money.md 6). */
export function useBillingYears(): Option[] | undefined {
  const { data } = useApi<Answer<"finance", "/invoices/billingyears">>("/invoices/billingyears");
  return data?.map(({ id, title }) => ({ value: id, label: title }));
}
