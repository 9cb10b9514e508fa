import { defineRoom, type DeclaredWaiting } from "@staffroom/contract";

/** Ages of an overdue balance, newest debts first. */
const overdueAges = [
  ["1-30", "up to 30 days"],
  ["31-60", "31 to 60 days"],
  ["61-90", "61 to 90 days"],
  ["over90", "over 90 days"],
] as const;

const ofInvoices = {
  route: "/accounts/invoices/:ewtId?",
  open: "invoice",
  roles: ["accounting"],
  list: "/invoices",
  since: "date",
} as const;

/** Invoices and their unpaid balances. */
export const invoices = defineRoom({
  routes: [
    {
      path: "/accounts/invoices/:ewtId?",
      title: "Invoices",
      call: "/invoices",
      load: () => import("./screen"),
    },
    {
      path: "/caginvoicelist",
      title: "Unpaid invoices",
      call: "/invoices/unpaid",
      load: () => import("../unpaid/unpaid"),
    },
    {
      path: "/summerExams2020/listInvoices",
      title: "Unpaid exam invoices",
      under: "/caginvoicelist",
      call: "/invoices/unpaid",
      load: () => import("../unpaid/unpaid").then(({ UnpaidExams }) => ({ default: UnpaidExams })),
    },
  ],
  menu: [
    { route: "/accounts/invoices/:ewtId?", group: "Money", icon: "receipt", order: 10 },
    { route: "/caginvoicelist", group: "Money", icon: "clock", order: 20 },
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
      ...ofInvoices,
      title: "Drafts to send",
      icon: "send",
      query: { status: "draft" },
      shows: ["name", "title"],
      figure: { column: "total" },
    },
    {
      ...ofInvoices,
      title: "Small balances",
      icon: "receipt",
      query: { status: "partPaid", lowBalance: "true" },
      shows: ["name", "number"],
      figure: { column: "outstanding" },
    },
  ],
  commands: [{ title: "New invoice", route: "/accounts/invoices/:ewtId?", call: "POST /invoice" }],
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
  widgets: { invoices: () => import("./of-person") },
});
