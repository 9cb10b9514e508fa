import { api, invalidate } from "@staffroom/api";
import type { Answer, Field, Shape } from "@staffroom/contract";

export const path = "/invoices/reminders";
export type Mail = Shape<"finance", "MailPreview">;
export type Rung = Answer<"finance", "/invoices/reminders/ladder">[number];
export type WaitingInvoice = Answer<"finance", "/invoices/reminders/ladder/{id}/waiting">[number];
export const reload = () => void invalidate(path);

/** The scope of a stop: an invoice, or a client with all invoices. */
type Whose = { invoiceId: unknown } | { clientId: unknown };

export const reason: Field = { name: "reason", title: "Reason", type: "text", required: true, maxLength: 500 };
/** Returns the address of a reminder's text, open on the screen of email texts. */
export const textOf = ({ text }: Rung) => `/accounts/mail-texts?text=${text.id}`;
export const stop = (whose: Whose, why: unknown) => api.post(`${path}/stop`, { ...whose, reason: why });
export const resume = (whose: Whose) => api.post(`${path}/resume`, whose);
