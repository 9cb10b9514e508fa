import type { Field, Option, RowOf } from "@staffroom/contract";
import { toWire, type Drafts } from "@staffroom/form";
import { itemKinds, lineTypes, optionsOf, ukOrganisations, type Invoice, type InvoiceItem } from "../types";

/** `GET /xero/org/{orgId}/accounts` and `/xero/org/1/sub-accounts`. */
export type Account = Pick<RowOf<"finance", "/xero/org/{orgId}/accounts">, "id" | "code" | "name">;
export type SubAccount = Account & Pick<RowOf<"finance", "/xero/org/{orgId}/sub-accounts">, "VATRate" | "accountId">;
export type Chart = { accounts: readonly Account[]; subAccounts: readonly SubAccount[] };
export type ItemBody = Partial<Omit<InvoiceItem, "account" | "subAccount">> & { accountId?: number | null; subAccountId?: number | null };

export const isUk = (invoice: Pick<Invoice, "organisation">): boolean => ukOrganisations.includes(invoice.organisation.id);

const discounts: Option[] = [
  { value: "none", label: "None" }, { value: "amount", label: "Amount" }, { value: "percentage", label: "Percentage" },
];
const accountOption = ({ id, code, name }: Account): Option => ({ value: id, label: `${code} ${name}` });

export const subAccountsOf = (chart: Chart, accountId: unknown): SubAccount[] =>
  chart.subAccounts.filter((one) => one.accountId === accountId);

/** The line item form of money.md 5, as it stands for what is typed. */
export function lineFields(invoice: Invoice, chart: Chart, drafts: Drafts): Field[] {
  const uk = isUk(invoice);
  const { metaType } = drafts;
  const subs = subAccountsOf(chart, drafts.accountId);
  const priced = metaType !== "title";
  // A title holds nothing: it cannot become a line, nor a line a title.
  const kinds = optionsOf(itemKinds).filter(({ value }) => !drafts.id || (value === "title") === !priced);
  const fields: (Field | false)[] = [
    { name: "metaType", title: "Item type", type: "select", required: true, options: kinds },
    { name: "type", title: "Type", type: "select", required: true, options: optionsOf(lineTypes) },
    priced && { name: "accountId", title: "Nominal code", type: "select", required: true, options: chart.accounts.map(accountOption) },
    uk && priced && { name: "subAccountId", title: "Sub account", type: "select", required: subs.length > 0, options: subs.map(accountOption) },
    { name: "description", title: "Description", type: "richtext", required: true },
    priced && {
      name: "amount", title: uk ? "Amount (ex VAT)" : "Amount", type: "money", required: true, content: "currency", currency: invoice.currency,
    },
    priced && { name: "discountType", title: "Discount", type: "select", required: true, options: discounts },
    priced && drafts.discountType === "amount" && {
      name: "discount", title: "Discount amount", type: "money", required: true, content: "positiveCurrency", currency: invoice.currency,
    },
    priced && drafts.discountType === "percentage" && {
      name: "discount", title: "Discount percentage", type: "percent", required: true, content: "positiveCurrency", max: 10_000,
    },
  ];
  return fields.filter((field) => field !== false);
}

const amountField: Field = { name: "amount", title: "", type: "money" };
const inWords = /^[+-]?(?:\d+(?:\.\d{1,2})?|\.\d{1,2})$/;
const pence = (draft: unknown): number => (typeof draft === "string" && inWords.test(draft.trim()) ? (toWire(amountField, draft) as number) : 0);

/** `value · part / whole` rounded half away from zero to a whole number, as the database rounds. */
export function share(value: number, part: number, whole: number): number {
  const product = Math.abs(value) * part;
  return Math.sign(value) * Math.floor((2 * product + whole) / (2 * whole)) || 0;
}

export type Sums = { amount: number; discount: number; VAT: number; total: number };

/** What the line will come to, with the server's own rounding: discount and VAT once each (`docs/finance.md`). */
export function lineSums(drafts: Drafts, rate: number): Sums {
  if (drafts.metaType === "title") return { amount: 0, discount: 0, VAT: 0, total: 0 };
  const typed = pence(drafts.amount);
  const amount = drafts.metaType === "credit" ? -Math.abs(typed) : typed;
  const off = pence(drafts.discount);
  const discount =
    drafts.discountType === "percentage" ? share(amount, off, 10_000) : drafts.discountType === "amount" ? Math.sign(amount) * off || 0 : 0;
  const VAT = share(amount - discount, rate, 10_000);
  return { amount, discount, VAT, total: amount - discount + VAT };
}

/** The form's values as the call takes them. */
export function bodyOf(values: Record<string, unknown>): ItemBody {
  const { discountType = "none", discount = 0, ...rest } = values as ItemBody;
  const amount = Number(values.amount ?? 0);
  return {
    ...rest,
    subAccountId: (values.subAccountId as number | null | undefined) ?? null,
    // A credit is typed as what is given and stored as what is taken off.
    amount: values.metaType === "credit" ? -Math.abs(amount) || 0 : amount,
    discountType,
    discount: discountType === "none" ? 0 : discount,
  };
}

const emptyLine = { metaType: "standalone", type: "fulltime", discountType: "none" };

/** What the form begins with: an item, a sample, or the usual. */
export function lineStart(item: ItemBody | null): Record<string, unknown> {
  if (!item) return { ...emptyLine, metaType: "standalone" };
  const { metaType, type, accountId = null, subAccountId = null, description, amount, discountType, discount } = { ...emptyLine, ...item };
  return {
    metaType, type, accountId, subAccountId, description, discountType,
    amount: metaType === "credit" && amount ? Math.abs(amount) : amount,
    discount: discountType === "none" ? undefined : discount,
  };
}

/** What follows from a choice: another account has other sub accounts, another discount another measure. */
export function lineFollows(chart: Chart): (drafts: Drafts, name: string) => Drafts {
  return (drafts, name) => {
    if (name === "accountId") {
      const subs = subAccountsOf(chart, drafts.accountId);
      return { ...drafts, subAccountId: subs.length === 1 ? subs[0]?.id : "" };
    }
    if (name === "discountType") return { ...drafts, discount: "" };
    if (name === "metaType" && drafts.metaType !== "title") {
      return { ...drafts, amount: drafts.amount ?? "", discountType: drafts.discountType ?? "none" };
    }
    return drafts;
  };
}

export type ItemChange = { field: keyof ItemBody; newValue: unknown; oldValue?: unknown };

/** What the server sets along with another field: its former value holds no longer when its own turn comes. */
const along: Partial<Record<keyof ItemBody, keyof ItemBody>> = { subAccountId: "accountId", amount: "metaType", discount: "discountType" };

/** The changes of an item, field by field, in an order in which every step holds by itself. */
export function changesOf(before: ItemBody, after: ItemBody): ItemChange[] {
  const differs = (name: keyof ItemBody, from = before) => (from[name] ?? null) !== (after[name] ?? null);
  // A discount in pounds never exceeds its amount, not even between two steps.
  const falls = Math.abs(after.amount ?? 0) < Math.abs(before.amount ?? 0) && !differs("discountType");
  const order: (keyof ItemBody)[] = [
    "description", "type", "accountId", "subAccountId", "metaType", "discountType", ...(falls ? ["discount", "amount"] as const : ["amount", "discount"] as const),
  ];
  // What stands there once the leaders are written: another discount type begins at 0, to and from a credit the sign turns.
  const held = { ...before };
  if (differs("discountType")) held.discount = 0;
  if (differs("metaType")) held.amount = turned(before, after);
  return order.filter((field) => differs(field, held)).map((field) => {
    const leader = along[field];
    const change = { field, newValue: after[field] ?? null };
    return leader && differs(leader) ? change : { ...change, oldValue: before[field] ?? null };
  });
}

function turned({ metaType, amount }: ItemBody, after: ItemBody): number | undefined {
  if (amount === undefined) return amount;
  if (after.metaType === "credit") return -Math.abs(amount) || 0;
  return metaType === "credit" ? Math.abs(amount) : amount;
}
