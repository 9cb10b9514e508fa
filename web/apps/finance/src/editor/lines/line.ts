import type { Field, Option, RowOf } from "@staffroom/contract";
import { changesOf, toWire, type Change, type Drafts } from "@staffroom/form";
import type { Invoice, InvoiceItem } from "../../types";

/** An option of `subAccountId`. */
export type SubAccount = Pick<
  RowOf<"finance", "/xero/org/{orgId}/sub-accounts">,
  "id" | "value" | "label" | "VATRate" | "accountId"
>;
export type ItemBody = Partial<Omit<InvoiceItem, "account" | "subAccount">> & {
  accountId?: number | null;
  subAccountId?: number | null;
};

const optionOf = ({ value, label }: SubAccount): Option => ({ value, label });

const subAccountsOf = (subAccounts: readonly SubAccount[], accountId: unknown): SubAccount[] =>
  subAccounts.filter((one) => one.accountId === accountId);

type Known = {
  invoice: Pick<Invoice, "currency">;
  /** The form that the server declares for the invoice. */
  declared: ReadonlyMap<string, Field>;
  subAccounts: readonly SubAccount[];
};

/** Returns the fields of the line item form (money.md 5) for the current entries. */
export function lineFields({ invoice: { currency }, declared, subAccounts }: Known, drafts: Drafts): Field[] {
  const { metaType, discountType } = drafts;
  const isPriced = metaType !== "title";
  const field = (name: string, more: Partial<Field> = {}): Field[] => {
    const known = declared.get(name);
    return known ? [{ ...known, ...more }] : [];
  };
  // A title has no amounts: it cannot become a line, nor a line a title.
  const kinds = declared
    .get("metaType")
    ?.options?.filter(({ value }) => !drafts.id || (value === "title") === !isPriced);
  const priced = (name: string, more: Partial<Field>) => (isPriced ? field(name, more) : []);
  const subs = subAccountsOf(subAccounts, drafts.accountId);
  const discount = { required: true, content: "positiveCurrency", currency, min: undefined, help: undefined } as const;
  return [
    ...field("metaType", { options: kinds }),
    ...field("type"),
    ...priced("accountId", { required: true }),
    ...priced("subAccountId", { required: subs.length > 0, options: subs.map(optionOf), optionsFrom: undefined }),
    ...field("description"),
    ...priced("amount", { required: true, content: "currency", currency }),
    ...priced("discountType", { required: true }),
    ...(discountType === "amount"
      ? priced("discount", { ...discount, type: "money", title: "Discount amount", max: undefined })
      : []),
    ...(discountType === "percentage"
      ? priced("discount", { ...discount, type: "percent", title: "Discount percentage", max: 10_000 })
      : []),
  ];
}

const amountField: Field = { name: "amount", title: "", type: "money" };
const inWords = /^[+-]?(?:\d+(?:\.\d{1,2})?|\.\d{1,2})$/;
const pence = (draft: unknown): number =>
  typeof draft === "string" && inWords.test(draft.trim()) ? (toWire(amountField, draft) as number) : 0;

/** Returns `value · part / whole`, rounded half away from zero to a whole number, as the database does. */
export function share(value: number, part: number, whole: number): number {
  const product = Math.abs(value) * part;
  return Math.sign(value) * Math.floor((2 * product + whole) / (2 * whole)) || 0;
}

export type Sums = { amount: number; discount: number; VAT: number; total: number };

/** Returns the sums of the line, rounded as the server does: discount and VAT once each (`docs/finance.md`). */
export function lineSums(drafts: Drafts, rate: number): Sums {
  if (drafts.metaType === "title") return { amount: 0, discount: 0, VAT: 0, total: 0 };
  const typed = pence(drafts.amount);
  const amount = drafts.metaType === "credit" ? -Math.abs(typed) : typed;
  const off = pence(drafts.discount);
  const discount =
    drafts.discountType === "percentage"
      ? share(amount, off, 10_000)
      : drafts.discountType === "amount"
        ? Math.sign(amount) * off || 0
        : 0;
  const VAT = share(amount - discount, rate, 10_000);
  return { amount, discount, VAT, total: amount - discount + VAT };
}

/** Builds the body of the call from the form's values. */
export function bodyOf(values: Record<string, unknown>): ItemBody {
  const { discountType = "none", discount = 0, ...rest } = values as ItemBody;
  const amount = Number(values.amount ?? 0);
  return {
    ...rest,
    subAccountId: (values.subAccountId as number | null | undefined) ?? null,
    // A credit is typed as a positive number and stored as a negative one.
    amount: values.metaType === "credit" ? -Math.abs(amount) || 0 : amount,
    discountType,
    discount: discountType === "none" ? 0 : discount,
  };
}

const emptyLine = { metaType: "standalone", type: "fulltime", discountType: "none" };

/** Returns the initial values of the form: of an item, a sample, or the defaults. */
export function lineStart(item: ItemBody | null): Record<string, unknown> {
  if (!item) return { ...emptyLine, metaType: "standalone" };
  const {
    metaType,
    type,
    accountId = null,
    subAccountId = null,
    description,
    amount,
    discountType,
    discount,
  } = { ...emptyLine, ...item };
  return {
    metaType,
    type,
    accountId,
    subAccountId,
    description,
    discountType,
    amount: metaType === "credit" && amount ? Math.abs(amount) : amount,
    discount: discountType === "none" ? undefined : discount,
  };
}

/** Resets drafts that depend on another: sub accounts on the account, the discount on its type. */
export function lineFollows(subAccounts: readonly SubAccount[]): (drafts: Drafts, name: string) => Drafts {
  return (drafts, name) => {
    if (name === "accountId") {
      const subs = subAccountsOf(subAccounts, drafts.accountId);
      return { ...drafts, subAccountId: subs.length === 1 ? subs[0]?.id : "" };
    }
    if (name === "discountType") return { ...drafts, discount: "" };
    if (name === "metaType" && drafts.metaType !== "title") {
      return { ...drafts, amount: drafts.amount ?? "", discountType: drafts.discountType ?? "none" };
    }
    return drafts;
  };
}

const sent = ["description", "type", "accountId", "subAccountId", "metaType", "amount", "discountType", "discount"];

/** Returns the changes of an item; a discount of another type is sent even if its number stays. */
export function lineChanges(before: ItemBody, after: ItemBody): Change[] {
  const names = after.discountType === "none" ? sent.filter((name) => name !== "discount") : sent;
  return changesOf(names, before, after, before.discountType === after.discountType ? [] : ["discount"]);
}
