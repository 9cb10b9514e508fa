import { api, getSession, hasRole, readListMeta } from "@staffroom/api";
import {
  defineRecordDrawer,
  defineArea,
  type Answer,
  type DeclaredWaiting,
  type Row,
  type SearchHit,
} from "@staffroom/contract";
import { Facts, formatDate, formatMoney, MergeFields, optionOf } from "@staffroom/ui";
import client from "./client";
import { BillingOfExam } from "./draft-exam";
import type { Letterhead } from "./letterhead-logo";

type Claim = Answer<"finance", "/expenses/{id}">;
type Bill = Answer<"finance", "/bills/{id}">;
type Recharge = Answer<"finance", "/recharges/{id}">;
type MailText = Answer<"finance", "/invoices/templates/{id}">;

async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  if (!hasRole(getSession().user, "staff")) return [];
  const [rows, { columns }] = await Promise.all([
    api.get<Answer<"finance", "/invoices">>("/invoices", { query: { search: query, pageSize: 10 }, signal }),
    readListMeta("/invoices"),
  ]);
  const status = columns.find(({ name }) => name === "status");
  return rows.map((row) => ({
    title: `${row.number ?? `Draft ${row.id}`} ${row.name}`,
    detail: `${formatMoney(row.total, row.currency)}, ${(status && optionOf(status, row.status, row)?.label) ?? row.status}`,
    kind: "Invoice",
    target: `/accounts/invoices?invoice=${row.id}`,
  }));
}

/** Ages of an overdue balance, the latest debts first. */
const overdueAges = [
  ["1-30", "up to 30 days"],
  ["31-60", "31 to 60 days"],
  ["61-90", "61 to 90 days"],
  ["over90", "over 90 days"],
] as const;

export default defineArea({
  name: "finance",
  client,
  routes: [
    {
      path: "/accounts/invoices/:ewtId?",
      title: "Invoices",
      call: "/invoices",
      load: () => import("./screens/invoices"),
    },
    {
      path: "/accounts/invoicestatistics",
      title: "Invoice statistics",
      call: "/invoices/statistics",
      load: () => import("./statistics/statistics"),
    },
    {
      path: "/accounts/vat",
      title: "VAT figures",
      call: "/invoices/statistics/vat",
      load: () => import("./statistics/vat"),
    },
    {
      path: "/caginvoicelist",
      title: "Unpaid invoices",
      call: "/invoices/unpaid",
      load: () => import("./unpaid/unpaid"),
    },
    {
      path: "/summerExams2020/listInvoices",
      title: "Unpaid exam invoices",
      under: "/caginvoicelist",
      call: "/invoices/unpaid",
      load: () => import("./unpaid/unpaid").then(({ UnpaidExams }) => ({ default: UnpaidExams })),
    },
    {
      path: "/accounts/bills",
      title: "Bills",
      list: {
        path: "/bills",
        emptyText: "No bills here.",
        recordDrawer: defineRecordDrawer<Bill>({
          param: "bill",
          heading: "{supplier} {reference}",
          draw: ({ total, currency, enteredBy, approvedBy, paidDate }) => (
            <Facts
              facts={{
                Total: formatMoney(total, currency),
                "Entered by": enteredBy,
                "Approved by": approvedBy,
                Paid: paidDate && formatDate(paidDate),
              }}
            />
          ),
        }),
      },
    },
    {
      path: "/accounts/tutorpayments",
      title: "Tutor payments",
      under: "/finance/tutorpayments/:list?",
      call: "/tutorpayments",
      load: () => import("./payouts/tutor-payments"),
    },
    {
      path: "/finance/tutorpayments/:list?",
      title: "Tutor payments",
      call: "/tutorpayments",
      load: () => import("./payouts/tutor-payments"),
    },
    {
      path: "/finance/invigilation-pay",
      title: "Pay of invigilators",
      under: "/finance/tutorpayments/:list?",
      only: ["accounting", "finance"],
      list: { path: "/invigilationpay", emptyText: "Hours stand here once the exams office has approved them." },
    },
    {
      path: "/finance/invigilator-rates",
      title: "Rates of invigilators",
      under: "/finance/tutorpayments/:list?",
      list: {
        path: "/invigilationpay/rates",
        emptyText: "No rates yet: the hours of invigilators cannot be paid without.",
      },
    },
    {
      path: "/finance/recharge/:type?",
      title: "Recharges",
      list: {
        path: "/recharges",
        title: ({ type }) => (type ? `Recharges: ${type}` : "Recharges"),
        emptyText: "No recharges here.",
        recordDrawer: defineRecordDrawer<Recharge>({
          param: "recharge",
          heading: "{description}",
          draw: ({ enteredBy, agreedBy, settledDate }) => (
            <Facts
              facts={{
                "Entered by": enteredBy,
                "Agreed by": agreedBy,
                Settled: settledDate && formatDate(settledDate),
              }}
            />
          ),
        }),
      },
    },
    // Accounts have the list of all.
    {
      path: "/my/bank-details",
      title: "My bank details",
      call: "/tutorpayments/accounts",
      only: ["tutor", "invigilator"],
      load: () => import("./payouts/my-bank-details"),
    },
    {
      // A tutor has their own alone, at another address.
      path: "/accounts/tutor-bank-details",
      title: "Bank details",
      only: ["accounting"],
      list: {
        path: "/tutorpayments/accounts",
        readOnly: true,
        emptyText: "No bank details yet. Tutors and invigilators enter their own; you can enter them in their profile.",
      },
    },
    {
      path: "/system/expenses",
      title: "Expenses",
      list: {
        path: "/expenses",
        emptyText: "No claims here. Add one, then what you paid for with the receipts.",
        queue: { title: "title", lines: ["user", "total", "submitted"], only: ["accounting", "finance"] },
        recordDrawer: defineRecordDrawer<Claim>({
          param: "claim",
          heading: "{title}, {user.name}",
          called: "The claim",
          load: () => import("./payouts/claim"),
        }),
      },
    },
    {
      path: "/accounts/bank-accounts",
      title: "Bank accounts",
      call: "POST /invoices/bankaccounts",
      list: {
        path: "/invoices/bankaccounts",
        emptyText: "No accounts yet: the payment page cannot say where to pay to.",
        recordDrawer: { param: "account", heading: "{holder}, {currency}" },
      },
    },
    {
      path: "/accounts/exchange-rates",
      title: "Exchange rates",
      call: "POST /invoices/exchangerates",
      list: {
        path: "/invoices/exchangerates",
        emptyText: "No rates yet: an invoice of the UK in euros with VAT cannot be issued.",
        recordDrawer: { param: "rate", heading: "Rate for {currency}" },
      },
    },
    {
      path: "/accounts/samples",
      title: "Samples",
      call: "POST /invoice/samples",
      list: {
        path: "/invoice/samples",
        title: "Samples",
        emptyText: "No samples yet: every line and text is typed by hand.",
        recordDrawer: { param: "sample", heading: "{title}" },
      },
    },
    {
      path: "/invoices/exams",
      title: "Exam fees by entry",
      under: "/accounts/exam-fees",
      call: "/invoices/exams",
      list: {
        path: "/invoices/exams",
        emptyText: "Entries for public exams stand here with how they are billed.",
        rowActions: (row: Row) => <BillingOfExam {...(row as unknown as Parameters<typeof BillingOfExam>[0])} />,
      },
    },
    {
      path: "/invoices/examsnotentered",
      title: "Invoiced, not entered",
      under: "/accounts/exam-fees",
      call: "/invoices/examsnotentered",
      list: {
        path: "/invoices/examsnotentered",
        emptyText: "Everybody who was invoiced for an exam is entered for it.",
      },
    },
    {
      path: "/accounts/exam-fees",
      title: "Exam fees",
      call: "POST /invoice/examFees",
      list: {
        path: "/invoice/examFees",
        emptyText: "No fees yet: exams cannot be added to an invoice.",
        recordDrawer: { param: "fee", heading: "{title} ({board})" },
      },
    },
    {
      // All staff read them where they send an invoice; there is none to add.
      path: "/accounts/mail-texts",
      title: "Mail texts",
      only: ["accounting"],
      list: {
        path: "/invoices/templates",
        title: "Mail texts",
        recordDrawer: defineRecordDrawer<MailText>({
          param: "text",
          heading: "{kind}",
          draw: ({ words }) => <MergeFields fields={words} />,
        }),
      },
    },
    {
      path: "/accounts/letterheads",
      title: "Letterheads",
      call: "POST /invoices/letterheads",
      list: {
        path: "/invoices/letterheads",
        emptyText: "No letterheads yet: invoices have no head.",
        recordDrawer: defineRecordDrawer<Letterhead>({
          param: "letterhead",
          heading: "{name}",
          load: () => import("./letterhead-logo"),
        }),
      },
    },
    {
      path: "/accounts/xero-accounts",
      title: "Accounts",
      call: "POST /xero/org/accounts",
      list: { path: "/xero/org/accounts", emptyText: "This chart has no accounts yet." },
    },
    {
      path: "/accounts/xero-sub-accounts",
      title: "Sub accounts",
      call: "POST /xero/org/sub-accounts",
      list: { path: "/xero/org/sub-accounts", emptyText: "This chart has no sub accounts yet." },
    },
    {
      path: "/accounts/reminders",
      title: "Reminders",
      call: "/invoices/reminders",
      load: () => import("./reminders/reminders"),
    },
    {
      path: "/accounts/lock-dates",
      title: "Lock dates",
      call: "/invoices/lockdates",
      load: () => import("./screens/lock-dates"),
    },
    { path: "/accounts/sync", title: "Accounting system", call: "/xero/sync", load: () => import("./sync/accounting") },
  ],
  menu: [
    { route: "/accounts/invoices/:ewtId?", group: "Money", icon: "receipt", order: 10 },
    { route: "/caginvoicelist", group: "Money", icon: "clock", order: 20 },
    { route: "/accounts/invoicestatistics", group: "Insights", icon: "chart", order: 10 },
    { route: "/accounts/vat", group: "Insights", icon: "percent", order: 20 },
    { route: "/accounts/bills", group: "Money", icon: "file-text", order: 40 },
    { route: "/finance/tutorpayments/:list?", group: "Money", icon: "pound", order: 50 },
    { route: "/finance/recharge/:type?", group: "Money", icon: "share", order: 60 },
    { route: "/my/bank-details", group: "Work", icon: "pound", order: 90 },
    { route: "/accounts/tutor-bank-details", group: "Setup", icon: "pound", order: 180 },
    { route: "/system/expenses", group: "Money", icon: "receipt", order: 45 },
    { route: "/accounts/reminders", group: "Money", icon: "alarm", order: 65 },
    { route: "/accounts/sync", group: "Money", icon: "refresh", order: 70 },
    { route: "/accounts/xero-accounts", group: "Setup", icon: "hash", order: 110 },
    { route: "/accounts/xero-sub-accounts", group: "Setup", icon: "layers", order: 120 },
    { route: "/accounts/samples", group: "Setup", icon: "copy", order: 130 },
    { route: "/accounts/exam-fees", group: "Setup", icon: "graduation", order: 140 },
    { route: "/accounts/mail-texts", group: "Setup", icon: "mail", order: 150 },
    { route: "/accounts/letterheads", group: "Setup", icon: "file-text", order: 160 },
    { route: "/accounts/bank-accounts", group: "Setup", icon: "building", order: 170 },
    { route: "/accounts/exchange-rates", group: "Setup", icon: "percent", order: 172 },
    { route: "/accounts/lock-dates", group: "Setup", icon: "lock", order: 175 },
  ],
  waiting: [
    ...overdueAges.map(([age, words]): DeclaredWaiting<"/caginvoicelist"> => ({
      title: `Overdue ${words}`,
      icon: "clock",
      route: "/caginvoicelist",
      open: "invoice",
      roles: ["accounting"],
      list: "/invoices/unpaid",
      query: { age },
      since: "overdueSince",
      shows: ["name", "number"],
      figure: { column: "outstanding" },
    })),
    {
      title: "Entered, not invoiced",
      icon: "clipboard",
      route: "/invoices/exams",
      roles: ["accounting", "examsOffice"],
      list: "/invoices/exams",
      query: { status: "open" },
      since: "changed",
      shows: ["candidate", "title", "reason"],
    },
    {
      title: "Invoiced, not entered",
      icon: "clipboard",
      route: "/invoices/exams",
      roles: ["accounting", "examsOffice"],
      list: "/invoices/exams",
      query: { status: "notEntered" },
      since: "changed",
      shows: ["candidate", "title"],
    },
    {
      title: "Drafts to send",
      icon: "send",
      route: "/accounts/invoices/:ewtId?",
      open: "invoice",
      roles: ["accounting"],
      list: "/invoices",
      query: { status: "draft" },
      since: "date",
      shows: ["name", "title"],
      figure: { column: "total" },
    },
    {
      title: "Refused by the accounting system",
      icon: "refresh",
      route: "/accounts/sync",
      roles: ["accounting", "sysAdmin"],
      list: "/xero/sync/documents",
      query: { state: "failed" },
      since: "queued",
      shows: ["name", "number", "error"],
      figure: { column: "total" },
    },
    {
      title: "Small balances",
      icon: "receipt",
      route: "/accounts/invoices/:ewtId?",
      open: "invoice",
      roles: ["accounting"],
      list: "/invoices",
      query: { status: "partPaid", lowBalance: "true" },
      since: "date",
      shows: ["name", "number"],
      figure: { column: "outstanding" },
    },
    {
      title: "Claims to decide",
      icon: "receipt",
      route: "/system/expenses",
      open: "claim",
      view: "queue",
      roles: ["accounting", "finance"],
      list: "/expenses",
      query: { status: "submitted" },
      since: "submitted",
      sort: "id",
      shows: ["user", "title"],
      figure: { column: "total" },
    },
    {
      title: "Pay runs to approve",
      icon: "pound",
      route: "/finance/tutorpayments/:list?",
      open: "run",
      roles: ["finance"],
      list: "/tutorpayments",
      query: { status: "draft,checked" },
      since: "month",
      shows: ["organisation", "preparedBy"],
      figure: { column: "total" },
    },
    {
      title: "Bills to pay",
      icon: "file-text",
      route: "/accounts/bills",
      open: "bill",
      roles: ["accounting", "finance"],
      list: "/bills",
      query: { status: "entered,approved" },
      since: "dueDate",
      due: "dueDate",
      ahead: { filter: "dueDate", days: 14 },
      shows: ["supplier", "reference"],
      figure: { column: "total" },
    },
    {
      title: "Invigilation without a rate",
      icon: "warning",
      route: "/finance/invigilation-pay",
      roles: ["finance"],
      list: "/invigilationpay",
      query: { status: "withoutRate" },
      since: "day",
      shows: ["invigilator", "session"],
    },
    {
      title: "Slips without a rate",
      icon: "warning",
      route: "/finance/tutorpayments/:list?",
      params: { list: "slips" },
      roles: ["finance"],
      list: "/tutorpayments/slips",
      query: { withoutRate: "true" },
      since: "start",
      shows: ["tutor", "course"],
    },
  ],
  commands: [
    { title: "New invoice", route: "/accounts/invoices/:ewtId?", call: "POST /invoice" },
    { title: "New claim", route: "/system/expenses", call: "POST /expenses" },
    { title: "New bill", route: "/accounts/bills", call: "POST /bills" },
  ],
  timeline: [
    {
      of: {
        "/students": { studentId: "{id}" },
        "/clients": { clientId: "{id}" },
        "/candidates": { entityType: "candidate", entityTypeId: "{id}" },
      },
      kind: "Invoice",
      icon: "receipt",
      list: "/invoices",
      at: "date",
      shows: ["number", "total", "status"],
      target: "/accounts/invoices?invoice={id}",
    },
  ],
  summary: [
    {
      of: { "/students": { studentId: "{id}", unpaid: "true" }, "/clients": { clientId: "{id}", unpaid: "true" } },
      title: "Outstanding",
      list: "/invoices",
      sum: "outstanding",
      target: "{record}/invoices?unpaid=true",
    },
    {
      of: { "/students": { studentId: "{id}", overdue: "true" }, "/clients": { clientId: "{id}", overdue: "true" } },
      title: "Overdue",
      list: "/invoices",
      sum: "outstanding",
      target: "{record}/invoices?overdue=true",
      alert: true,
    },
  ],
  widgets: { "bank-details": () => import("./payouts/bank-details"), invoices: () => import("./of-person") },
  search,
});
