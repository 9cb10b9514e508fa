import { defineRecordDrawer, defineRoom, type Answer, type Row } from "@staffroom/contract";
import { MergeFields } from "@staffroom/ui";
import { BillingOfExam } from "./billing-of-exam";
import type { Letterhead } from "./letterhead-logo";

type MailText = Answer<"finance", "/invoices/templates/{id}">;

const ofEntries = {
  icon: "clipboard",
  route: "/invoices/exams",
  roles: ["accounting", "examsOffice"],
  list: "/invoices/exams",
  since: "changed",
} as const;

/** The set-up of invoices: samples, fees, texts, letterheads, accounts, rates and lock dates. */
export const setup = defineRoom({
  routes: [
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
        emptyText: "Entries for public exams appear here with how they are billed.",
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
      // All staff read them when they send an invoice; none can be added.
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
      path: "/accounts/lock-dates",
      title: "Lock dates",
      call: "/invoices/lockdates",
      load: () => import("./lock-dates"),
    },
  ],
  menu: [
    { route: "/accounts/samples", group: "Setup", icon: "copy", order: 130 },
    { route: "/accounts/exam-fees", group: "Setup", icon: "graduation", order: 140 },
    { route: "/accounts/mail-texts", group: "Setup", icon: "mail", order: 150 },
    { route: "/accounts/letterheads", group: "Setup", icon: "file-text", order: 160 },
    { route: "/accounts/bank-accounts", group: "Setup", icon: "building", order: 170 },
    { route: "/accounts/exchange-rates", group: "Setup", icon: "percent", order: 172 },
    { route: "/accounts/lock-dates", group: "Setup", icon: "lock", order: 175 },
  ],
  waiting: [
    {
      ...ofEntries,
      title: "Entered, not invoiced",
      query: { status: "open" },
      shows: ["candidate", "title", "reason"],
    },
    {
      ...ofEntries,
      title: "Invoiced, not entered",
      query: { status: "notEntered" },
      shows: ["candidate", "title"],
    },
  ],
});
