import { defineRecordDrawer, defineRoom, type Answer } from "@staffroom/contract";
import { Facts, formatDate, formatMoney } from "@staffroom/ui";

type Claim = Answer<"finance", "/expenses/{id}">;
type Bill = Answer<"finance", "/bills/{id}">;
type Recharge = Answer<"finance", "/recharges/{id}">;

/** Outgoing payments: bills, tutors and invigilators, claims, and recharges. */
export const payouts = defineRoom({
  routes: [
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
      load: () => import("./tutor-payments"),
    },
    {
      path: "/finance/tutorpayments/:list?",
      title: "Tutor payments",
      call: "/tutorpayments",
      load: () => import("./tutor-payments"),
    },
    {
      path: "/finance/invigilation-pay",
      title: "Pay of invigilators",
      under: "/finance/tutorpayments/:list?",
      only: ["accounting", "finance"],
      list: { path: "/invigilationpay", emptyText: "Hours appear here once the exams office has approved them." },
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
      load: () => import("./my-bank-details"),
    },
    {
      // A tutor has only their own, at another address.
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
          load: () => import("./claim"),
        }),
      },
    },
  ],
  menu: [
    { route: "/accounts/bills", group: "Money", icon: "file-text", order: 40 },
    { route: "/finance/tutorpayments/:list?", group: "Money", icon: "pound", order: 50 },
    { route: "/finance/recharge/:type?", group: "Money", icon: "share", order: 60 },
    { route: "/my/bank-details", group: "Work", icon: "pound", order: 90 },
    { route: "/accounts/tutor-bank-details", group: "Setup", icon: "pound", order: 180 },
    { route: "/system/expenses", group: "Money", icon: "receipt", order: 45 },
  ],
  waiting: [
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
    { title: "New claim", route: "/system/expenses", call: "POST /expenses" },
    { title: "New bill", route: "/accounts/bills", call: "POST /bills" },
  ],
  widgets: { "bank-details": () => import("./bank-details") },
});
