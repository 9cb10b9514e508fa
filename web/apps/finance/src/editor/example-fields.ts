import type { Field } from "@staffroom/contract";

const text = (name: string, title: string, maxLength = 255) => ({
  name,
  title,
  type: "text",
  required: false,
  maxLength,
});
const years = [2526, 2627, 2728].map((value) => ({ value, label: `20${Math.floor(value / 100)}-20${value % 100}` }));
const titles = ["Proposal", "Invoice", "Credit"].map((value) => ({
  value,
  label: value === "Credit" ? "Credit note" : value,
}));
const choice = (name: string, title: string, options: Record<string, string>, more: Partial<Field> = {}): Field => ({
  name,
  title,
  type: "select",
  required: false,
  options: Object.entries(options).map(([value, label]) => ({ value, label })),
  ...more,
});

/** The fields of `GET /invoice/7/item/fields`; sub accounts are the UK's. */
export const exampleLineFields = (isUk = true): Field[] => [
  choice(
    "metaType",
    "Item type",
    { title: "Title", standalone: "Line item", subitem: "Sub item", credit: "Credit" },
    { required: true },
  ),
  choice(
    "type",
    "Type",
    { fulltime: "Full time", asp: "ASP", supp: "Supplementary", exams: "Exams", other: "Other" },
    { required: true },
  ),
  { name: "accountId", title: "Nominal code", type: "select", required: false, optionsFrom: "/xero/org/1/accounts" },
  ...(isUk
    ? [
        {
          name: "subAccountId",
          title: "Sub account",
          type: "select",
          required: false,
          optionsFrom: "/xero/org/1/sub-accounts",
        } as const,
      ]
    : []),
  {
    name: "amount",
    title: isUk ? "Amount (ex VAT)" : "Amount",
    type: "money",
    required: false,
    min: -1_000_000_000,
    max: 1_000_000_000,
  },
  choice("discountType", "Discount", { none: "None", amount: "Amount", percentage: "Percentage" }),
  {
    name: "discount",
    title: "Discount",
    type: "integer",
    required: false,
    min: 0,
    max: 1_000_000_000,
    help: "Pence, or percentage times 100",
  },
  { name: "description", title: "Description", type: "richtext", required: true, maxLength: 20_000 },
];

/** `GET /invoiceInstallment/fields`. */
export const exampleInstalmentFields: Field[] = [
  { name: "amount", title: "Amount", type: "money", required: true, min: 1, max: 1_000_000_000 },
  { name: "dueDate", title: "Due date", type: "date", required: true },
  { name: "paidDate", title: "Paid date", type: "date", required: false },
  choice("paymentType", "Payment type", {
    bankTransfer: "bank transfer",
    creditCard: "credit card",
    flywire: "flywire",
    other: "other",
  }),
  { name: "isPaid", title: "Paid", type: "boolean", required: false },
];

const section = (name: string, ...fields: Field[]) => ({ name, title: name, fields });

/** `GET /invoice/parts/fields`. */
export const exampleParts = {
  sections: [
    section(
      "plan",
      { name: "count", title: "Number of instalments", type: "integer", required: true, min: 2, max: 24 },
      { name: "first", title: "First due date", type: "date", required: true },
      choice("every", "Interval", { month: "Every month", week: "Every week" }, { required: true }),
    ),
    section(
      "payment",
      { name: "amount", title: "Amount", type: "money", required: true, min: 1 },
      choice(
        "type",
        "Payment method",
        { bankTransfer: "bank transfer", creditCard: "credit card" },
        { required: true },
      ),
      { name: "datePaid", title: "Received date", type: "date", required: true },
      text("note", "Note") as Field,
    ),
    section(
      "email",
      choice("kind", "Kind", { invoice: "Invoice", receipt: "Receipt", reminder: "Reminder" }),
      choice("state", "State", { queued: "Waiting", sent: "Sent", failed: "Failed", unknown: "Not known" }),
    ),
    section(
      "bulk",
      choice("kind", "Kind", { invoice: "Invoice", receipt: "Receipt", reminder: "Reminder" }),
      choice("state", "State", {
        queued: "Waiting",
        sent: "Sent",
        failed: "Failed",
        unknown: "Not known",
        printed: "Printed",
        skipped: "Left out",
      }),
    ),
    section(
      "sync",
      choice("state", "State", { waiting: "Waiting", inStep: "In step", failed: "Refused", conflict: "Conflict" }),
    ),
    section(
      "compared",
      { name: "total", title: "Total", type: "money" },
      { name: "date", title: "Date", type: "date" },
      { name: "lines", title: "Lines", type: "integer" },
    ),
    section("payTry", choice("outcome", "Outcome", { right: "opened", wrong: "wrong passcode" })),
  ],
};

/** `GET /invoices/columns`, the column of the status. */
export const exampleColumns = {
  columns: [
    {
      ...choice("status", "Status", {}),
      sortable: true,
      hidden: false,
      options: [
        { value: "draft", label: "Draft", color: "grey" },
        { value: "proposed", label: "Proposed", color: "blue" },
      ],
      labels: { isCreditNote: { proposed: "Issued" } },
    },
  ],
};

/** `GET /invoice/fields`. */
export const exampleFields = {
  sections: [
    {
      name: "invoice",
      title: "Invoice",
      fields: [
        { name: "title", title: "Title", type: "select", required: true, options: titles },
        { name: "email", title: "Email", type: "email", required: false },
        { name: "billingYear", title: "Billing year", type: "select", required: false, options: years },
        { name: "date", title: "Date", type: "date", required: true },
        { name: "dueDate", title: "Due date", type: "date", required: false },
        text("NIF", "NIF", 20),
        {
          name: "description",
          title: "Description",
          type: "richtext",
          required: false,
          help: "Internal: never on the invoice",
        },
      ],
    },
    {
      name: "address",
      title: "Address",
      fields: [
        text("line1", "Line 1"),
        text("line2", "Line 2"),
        text("line3", "Line 3"),
        text("postcode", "Postcode", 20),
      ],
    },
  ],
};

/** The accounts and sub accounts of organisation 1. */
