import type { Move, Option, RecordData } from "@staffroom/contract";
import type { Sync } from "./sync/model";

/** `GET /invoice/{id}`. Amounts are in minor units. */
type Dated = { date: string } | null;
type Named = { id: number; code: string; name: string };

export type InvoiceItem = {
  id: number;
  metaType: "title" | "standalone" | "subitem" | "credit";
  type: string;
  account: Named | null;
  subAccount: (Named & { VATRate: number }) | null;
  description: string;
  amount: number;
  discountType: "none" | "amount" | "percentage";
  discount: number;
  discountAmount: number;
  VAT: number;
  total: number;
  examId?: number | null;
  displayOrder: number;
};
export type TextItem = { id: number; tag: string; description: string };
export type SentEmail = {
  id: number; kind: string; to: string | string[]; subject: string; state: string; error: string | null; date: string; by: string | null; fileId: number | null;
};
/** The buttons of the editor's foot, each under its own condition (money.md 2). */
export type Action = "sendEmail" | "markSent" | "createPlan" | "sendReceipt" | "creditNote" | "writeOff" | "pay" | "delete";
export type Instalment = { id: number; amount: number; dueDate: Dated; isPaid: boolean; paidDate: Dated; paymentType: string | null };
export type Payment = { id: number; type: string; amount: number; datePaid: Dated; source?: string; note?: string; reversed?: boolean };
export type LinkedInvoice = { id: number; number: string | null; title: string; status: string; total: number; currency: string };

export type Invoice = RecordData & {
  id: number;
  title: string;
  readonly: boolean;
  writtenOff?: number;
  actions?: Action[];
  moves?: Move[];
  emails?: SentEmail[];
  sync?: Sync;
  planMismatch?: string | null;
  hasInstallmentPlan: boolean;
  supportTicket?: { id: number; status: string } | null;
  number: string | null;
  shownTitle: string;
  name: string;
  email: string;
  status: string;
  billingYear: number | null;
  date: string;
  dueDate: Dated;
  currency: string;
  amount: number;
  discount: number;
  VAT: number;
  total: number;
  paid: number;
  credited: number;
  outstanding: number;
  NIF: string;
  isCreditNote: boolean;
  address: { line1: string; line2: string; line3: string; postcode: string };
  description?: string;
  passcode?: string;
  paymentLink?: string | null;
  linkExpires?: string;
  payTries?: { date: string; address: string; outcome: string }[];
  emailSent?: Dated;
  emailSentBy?: { name: string } | null;
  createdBy?: { id: number; name: string };
  modifiedBy?: { id: number; name: string } | null;
  created: string;
  modified: string;
  organisation: { id: number; title: string | null; currency: string | null };
  invoicedEntity: { kind: "client" | "student" | "candidate"; ids: Record<"clientId" | "studentId" | "candidateId" | "enquiryWithTypeId", number | null> };
  student: { id: number; name: string | null } | null;
  items: InvoiceItem[];
  headerItems: TextItem[];
  footerItems: TextItem[];
  installmentPlan: Instalment[];
  payment: Payment[];
  parent: LinkedInvoice | null;
  children: LinkedInvoice[];
};

export const ukOrganisations = [1, 4, 5];
export const portugal = 3;
export const statusColor: Record<string, string> = {
  draft: "grey", proposed: "blue", final: "orange", booked: "grey", partPaid: "amber", paid: "green", cancelled: "red",
};
export const statusLabel: Record<string, string> = {
  draft: "Draft", proposed: "Proposed", final: "Final", booked: "Booked", partPaid: "Part paid", paid: "Paid", cancelled: "Cancelled",
};
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

/** How a person names an invoice that may have no number yet. */
export const nameOf = ({ id, number }: { id: number; number: string | null }): string => number ?? `Draft ${id}`;

/** Codes of the years from 2019-2020 on; after 1 August the year that begins next counts (money.md 6). */
export function billingYears(today = new Date()): Option[] {
  const last = today.getFullYear() - (today.getMonth() >= 7 ? 0 : 1);
  return Array.from({ length: last - 2019 + 1 }, (_, index) => {
    const first = (last - index) % 100;
    const code = first * 100 + ((first + 1) % 100);
    return { value: code, label: billingYearText(code) };
  });
}

/** 2122 as 2021-2022. */
export function billingYearText(code: number | null): string {
  if (!code) return "Not set";
  return `20${String(Math.floor(code / 100)).padStart(2, "0")}-20${String(code % 100).padStart(2, "0")}`;
}

/** The sub accounts of every UK organisation stand in the chart of organisation 1 (money.md 7). */
export const charts = { subAccounts: "/xero/org/1/sub-accounts" };
