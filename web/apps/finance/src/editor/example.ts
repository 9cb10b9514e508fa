import type { Field } from "@staffroom/contract";
import type { Invoice } from "../types";

const line = (id: number, more: object) => ({
  id,
  metaType: "standalone",
  type: "fulltime",
  account: { id: 100, code: "200", name: "Tuition, full time" },
  accountId: 100,
  subAccount: { id: 5, code: "T2", name: "Tuition, standard rate", VATRate: 2000 },
  subAccountId: 5,
  description: `<p>Line ${id}</p>`,
  amount: 10_000,
  discountType: "none",
  discount: 0,
  discountAmount: 0,
  VAT: 2000,
  total: 12_000,
  currency: "GBP",
  displayOrder: id,
  examId: null,
  ...more,
});

const move = (name: string, title: string, more: object = {}) => ({
  name,
  title,
  style: "default",
  confirm: null,
  path: `/invoice/7/mark/${name}`,
  method: "POST",
  needs: [],
  ...more,
});

const example = {
  id: 7,
  title: "Invoice",
  shownTitle: "Pro-forma Invoice",
  number: "INV-10007",
  name: "Freya Campbell",
  email: "freya@staffroom.example",
  status: "proposed",
  shownStatus: "Proposed",
  readonly: false,
  billingYear: 2627,
  date: "2026-10-15",
  dueDate: { date: "2026-11-14" },
  NIF: "",
  currency: "GBP",
  description: "<p>Agreed with the mother by telephone.</p>",
  line1: "102 Park Crescent",
  line2: "Oxford",
  line3: "",
  postcode: "OX9 8EU",
  address: { line1: "102 Park Crescent", line2: "Oxford", line3: "", postcode: "OX9 8EU" },
  amount: 420_300,
  discount: 4200,
  VAT: 82_420,
  total: 498_520,
  paid: 166_174,
  credited: 0,
  writtenOff: 0,
  outstanding: 332_346,
  isCreditNote: false,
  hasInstallmentPlan: true,
  created: "2026-10-15T12:00:00Z",
  modified: "2026-10-15T12:00:00Z",
  version: 3,
  createdBy: { id: 3, name: "Alan Accounts" },
  modifiedBy: null,
  emailSent: { date: "2026-10-16T12:00:00Z" },
  emailSentBy: { name: "Alan Accounts" },
  organisation: { id: 1, title: "Oxford", currency: "GBP" },
  student: { id: 345, name: "Florence Campbell" },
  invoicedEntity: {
    kind: "client",
    person: {},
    ids: { enquiryWithTypeId: 1345, clientId: 195, studentId: 345, candidateId: null },
  },
  passcode: "482913",
  paymentLink: "http://localhost:8080/#/invoice/0e9d755d-063d-4d9c-b132-4ec5ec638944",
  items: [
    line(1, {
      metaType: "title",
      description: "<p><b>Autumn term</b></p>",
      account: null,
      accountId: null,
      subAccount: null,
      subAccountId: null,
      amount: 0,
      VAT: 0,
      total: 0,
    }),
    line(2, {
      description: "<p>Full-time tuition, A-level Mathematics, Further Mathematics and Physics</p>",
      amount: 378_300,
      discountType: "percentage",
      discount: 100,
      discountAmount: 3783,
      VAT: 74_903,
      total: 449_420,
    }),
    line(3, {
      metaType: "subitem",
      type: "supp",
      account: { id: 102, code: "220", name: "Tuition, supplementary" },
      accountId: 102,
      description: "<p>Supplementary lessons, 6 hours</p>",
      amount: 42_000,
      discountType: "amount",
      discount: 417,
      discountAmount: 417,
      VAT: 7517,
      total: 49_100,
    }),
  ],
  headerItems: [{ id: 21, tag: "custom", description: "<p>For the autumn term 2026.</p>", displayOrder: 0 }],
  footerItems: [{ id: 22, tag: "sample", description: "<p>Please pay by the due date.</p>", displayOrder: 0 }],
  installmentPlan: [
    {
      id: 31,
      amount: 166_174,
      dueDate: { date: "2026-11-14" },
      isPaid: true,
      paidDate: { date: "2026-11-12" },
      paymentType: "bankTransfer",
      left: 0,
      overdue: false,
    },
    {
      id: 32,
      amount: 166_173,
      dueDate: { date: "2026-11-20" },
      isPaid: false,
      paidDate: null,
      paymentType: null,
      left: 166_173,
      overdue: true,
    },
    {
      id: 33,
      amount: 166_173,
      dueDate: { date: "2099-01-14" },
      isPaid: false,
      paidDate: null,
      paymentType: null,
      left: 166_173,
      overdue: false,
    },
  ],
  payment: { type: "bankTransfer", amount: 166_174, currency: "GBP", datePaid: { date: "2026-11-12" } },
  payments: [
    {
      id: 41,
      type: "bankTransfer",
      amount: 166_174,
      currency: "GBP",
      datePaid: { date: "2026-11-12" },
      source: "manual",
      note: "",
      reversed: false,
      kind: "payment",
      reversible: true,
    },
  ],
  sums: [
    { name: "subTotal", label: "Sub-total", amount: 420_300 },
    { name: "discount", label: "Discount", amount: -4200 },
    { name: "VAT", label: "VAT", amount: 82_420 },
    { name: "total", label: "Total", amount: 498_520 },
    { name: "paid", label: "Paid", amount: -166_174 },
    { name: "outstanding", label: "Outstanding", amount: 332_346 },
  ],
  parent: null,
  children: [{ id: 8, number: "CN-10008", title: "Credit", status: "draft", total: -5000, currency: "GBP" }],
  emails: [
    {
      id: 51,
      kind: "invoice",
      to: "freya@staffroom.example",
      subject: "Your invoice",
      state: "sent",
      error: null,
      date: "2026-10-16T12:00:00Z",
      by: "Alan Accounts",
      fileId: 77,
    },
    {
      id: 50,
      kind: "invoice",
      to: "freya@staffroom.exampel",
      subject: "Your invoice",
      state: "failed",
      error: "550 No such user",
      date: "2026-10-15T12:00:00Z",
      by: "Alan Accounts",
      fileId: 76,
    },
  ],
  planMismatch: null,
  actions: ["sendEmail", "markSent", "creditNote", "delete", "bookInstalments", "editLines", "turnCredit"],
  moves: [move("proposed", "Proposed"), move("cancelled", "Cancelled", { style: "danger" })],
  may: {
    edit: ["title", "email", "billingYear", "date", "dueDate", "line1", "line2", "line3", "postcode", "description"],
    delete: false,
  },
};

/** An invoice as `GET /invoice/7` answers it, for tests. */
export const exampleInvoice = (more: object = {}) => ({ ...structuredClone(example), ...more }) as unknown as Invoice;

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
const exampleInstalmentFields: Field[] = [
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
const exampleColumns = {
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
const exampleFields = {
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
const exampleAccounts = [
  { id: 100, value: 100, label: "200 Tuition, full time" },
  { id: 102, value: 102, label: "220 Tuition, supplementary" },
  { id: 103, value: 103, label: "290 Other" },
];
const exampleSubAccounts = [
  { id: 4, value: 4, label: "T0 Tuition, exempt", VATRate: 0, accountId: 100 },
  { id: 5, value: 5, label: "T2 Tuition, standard rate", VATRate: 2000, accountId: 100 },
  { id: 8, value: 8, label: "T0 Tuition, exempt", VATRate: 0, accountId: 102 },
];

const sample = {
  id: 1,
  metaType: "standalone",
  type: "other",
  accountId: 103,
  description: "<p>Registration fee</p>",
  amount: 5000,
  discountType: "none",
  discount: 0,
};

/** Answers that the editor needs in addition to the invoice, by path. */
export const exampleAnswers: Record<string, unknown> = {
  "/invoice/fields": exampleFields,
  "/invoice/parts/fields": exampleParts,
  "/invoice/item/samples": [sample],
  "/invoices/columns": exampleColumns,
  "/invoice/7/item/fields": { sections: [{ name: "item", title: "Item", fields: exampleLineFields() }] },
  "/invoiceInstallment/fields": {
    sections: [{ name: "instalment", title: "Instalment", fields: exampleInstalmentFields }],
  },
  "/xero/org/1/accounts": exampleAccounts,
  "/xero/org/1/sub-accounts": exampleSubAccounts,
  "/invoice/footerHeader/header/samples": [{ id: 1, description: "<p>With thanks</p>" }],
  "/invoice/footerHeader/footer/samples": [{ id: 1, description: "<p>With thanks</p>" }],
};

/** Buttons by name; queries by role compute the styles of the whole screen, which takes jsdom seconds. */
export const buttons = (name: string | RegExp, within: ParentNode = document) =>
  [...within.querySelectorAll("button")].filter((one) => {
    const called = one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "";
    return typeof name === "string" ? called === name : name.test(called);
  });
