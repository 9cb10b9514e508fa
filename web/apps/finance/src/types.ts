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
};
export type TextItem = { id: number; tag: string; description: string };
export type Instalment = { id: number; amount: number; dueDate: Dated; isPaid: boolean; paidDate: Dated; paymentType: string | null };
export type Payment = { id: number; type: string; amount: number; datePaid: Dated };
export type LinkedInvoice = { id: number; number: string | null; title: string; status: string; total: number; currency: string };

export type Invoice = {
  id: number;
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
  emailSent?: Dated;
  emailSentBy?: { name: string } | null;
  createdBy?: { id: number; name: string };
  created: string;
  modified: string;
  organisation: { id: number; title: string | null; currency: string | null };
  invoicedEntity: { kind: "client" | "student" | "candidate"; ids: { clientId: number | null; studentId: number | null; candidateId: number | null } };
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

/** 2122 as 2021-2022. */
export function billingYearText(code: number | null): string {
  if (!code) return "Not set";
  return `20${String(Math.floor(code / 100)).padStart(2, "0")}-20${String(code % 100).padStart(2, "0")}`;
}
