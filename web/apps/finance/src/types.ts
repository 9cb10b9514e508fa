import { useApi, useListMeta } from "@staffroom/api";
import type { Answer, Column, Option, Shape } from "@staffroom/contract";

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

/** Forms and choices of what an invoice has beside its fields and lines. */
export const parts = "/invoice/parts";
export const partChoices = `${parts}/fields`;

/** The column of the invoice list that has the words and colours of a status. */
export function useStatusColumn(): Column | undefined {
  return useListMeta("/invoices").data?.columns.find(({ name }) => name === "status");
}

/** What the record is, at the beginning of a sentence. */
export const kindText = ({ isCreditNote }: { isCreditNote: boolean }): string => (isCreditNote ? "Credit note" : "Invoice");

/** How a person names an invoice that may have no number yet. */
export const nameOf = ({ id, number }: { id: number; number: string | null }): string => number ?? `Draft ${id}`;

/** The years that are offered today, the latest first (money.md 6): the server has the one rule. */
export function useBillingYears(): Option[] | undefined {
  const { data } = useApi<Answer<"finance", "/invoices/billingyears">>("/invoices/billingyears");
  return data?.map(({ id, title }) => ({ value: id, label: title }));
}
