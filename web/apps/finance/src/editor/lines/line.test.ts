import { describe, expect, it } from "vitest";
import type { Invoice } from "../../types";
import { exampleLineFields } from "../example-fields";
import { bodyOf, lineChanges, lineFields, lineFollows, lineStart, lineSums, share, type SubAccount } from "./line";

const subAccounts: SubAccount[] = [
  { id: 4, value: 4, label: "T0 exempt", VATRate: 0, accountId: 100 },
  { id: 5, value: 5, label: "T2 standard", VATRate: 2000, accountId: 100 },
];
/** The form of an invoice of an organisation with sub accounts, or without. */
const known = (isUk = true) => ({
  invoice: { currency: "GBP" } as Invoice,
  declared: new Map(exampleLineFields(isUk).map((field) => [field.name, field])),
  subAccounts,
});
const named = (fields: ReturnType<typeof lineFields>, name: string) => fields.find((field) => field.name === name);

describe("the form of a line", () => {
  it("amounts are ex VAT with a sub account if the server declares them", () => {
    const fields = lineFields(known(), { accountId: 100 });
    expect(named(fields, "amount")?.title).toBe("Amount (ex VAT)");
    expect(named(fields, "subAccountId")).toMatchObject({
      required: true,
      options: [
        { value: 4, label: "T0 exempt" },
        { value: 5, label: "T2 standard" },
      ],
    });
  });
  it("there is neither VAT nor sub account if the server declares none", () => {
    const fields = lineFields(known(false), { accountId: 100 });
    expect(named(fields, "amount")?.title).toBe("Amount");
    expect(named(fields, "subAccountId")).toBeUndefined();
  });
  it("a sub account is only needed if the account has any", () => {
    expect(named(lineFields(known(), { accountId: 101 }), "subAccountId")?.required).toBe(false);
  });
  it("a discount is asked for in its own type, and must be positive", () => {
    expect(named(lineFields(known(), { discountType: "none" }), "discount")).toBeUndefined();
    expect(named(lineFields(known(), { discountType: "amount" }), "discount")).toMatchObject({
      type: "money",
      content: "positiveCurrency",
      required: true,
    });
    expect(named(lineFields(known(), { discountType: "percentage" }), "discount")).toMatchObject({
      type: "percent",
      content: "positiveCurrency",
      max: 10_000,
    });
  });
  it("a title has no amounts", () => {
    const fields = lineFields(known(), { metaType: "title" });
    expect(fields.map(({ name }) => name)).not.toContain("amount");
    expect(bodyOf({ metaType: "title", description: "x" })).toMatchObject({
      amount: 0,
      discountType: "none",
      discount: 0,
    });
  });
  it("the only sub account is taken, and another account's is cleared", () => {
    const one = subAccounts.slice(0, 1);
    expect(lineFollows(one)({ accountId: 100, subAccountId: 9 }, "accountId").subAccountId).toBe(4);
    expect(lineFollows(subAccounts)({ accountId: 100, subAccountId: 9 }, "accountId").subAccountId).toBe("");
  });
});

describe("the sums of a line", () => {
  it.each([
    // amount, discount type, discount, rate, expected discount, VAT, total
    ["100.00", "none", "", 2000, 0, 2000, 12_000],
    ["19.99", "none", "", 2000, 0, 400, 2399],
    ["0.05", "percentage", "50", 0, 3, 0, 2],
    ["0.01", "percentage", "50", 0, 1, 0, 0],
    ["-0.05", "percentage", "50", 0, -3, 0, -2],
    ["1009.00", "percentage", "12.5", 2000, 12_613, 17_657, 105_944],
    ["80", "amount", "5.5", 2000, 550, 1490, 8940],
    ["-80", "amount", "5.5", 2000, -550, -1490, -8940],
    ["12x", "none", "", 2000, 0, 0, 0],
    ["1.005", "none", "", 0, 0, 0, 0],
    ["9999999999.99", "percentage", "99.99", 2000, 999_899_999_999, 20_000_000, 120_000_000],
  ])("%s less %s %s at %i", (amount, discountType, discount, rate, off, VAT, total) => {
    expect(lineSums({ metaType: "standalone", amount, discountType, discount }, rate)).toMatchObject({
      discount: off,
      VAT,
      total,
    });
  });
  it("a credit is subtracted, however it is typed", () => {
    for (const amount of ["50", "-50"]) {
      expect(lineSums({ metaType: "credit", amount, discountType: "none" }, 2000)).toEqual({
        amount: -5000,
        discount: 0,
        VAT: -1000,
        total: -6000,
      });
    }
    expect(bodyOf({ metaType: "credit", amount: 5000, discountType: "none" }).amount).toBe(-5000);
    expect(lineStart({ metaType: "credit", amount: -5000 }).amount).toBe(5000);
  });
  it("halves are rounded away from zero, as in the database", () => {
    expect([share(5, 5000, 10_000), share(-5, 5000, 10_000), share(4, 5000, 10_000), share(0, 2000, 10_000)]).toEqual([
      3, -3, 2, 0,
    ]);
  });
});

it("only changes are sent, with the values that were seen", () => {
  const before = {
    metaType: "standalone",
    amount: 100,
    description: "<p>a</p>",
    accountId: 1,
    subAccountId: null,
  } as const;
  expect(lineChanges(before, { ...before, amount: 200 })).toEqual([{ field: "amount", newValue: 200, oldValue: 100 }]);
  expect(lineChanges(before, { ...before })).toEqual([]);
  expect(lineChanges(before, { ...before, accountId: 2, subAccountId: 7 })).toEqual([
    { field: "accountId", newValue: 2, oldValue: 1 },
    { field: "subAccountId", newValue: 7, oldValue: null },
  ]);
  expect(lineChanges(before, { ...before, metaType: "credit", amount: -100 }).map(({ field }) => field)).toEqual([
    "metaType",
    "amount",
  ]);
});

it("a discount is sent again after its type changed, even with the same number, and none if there is none", () => {
  const before = { metaType: "standalone", amount: 10_000, discountType: "amount", discount: 2500 } as const;
  expect(lineChanges(before, { ...before, discountType: "percentage" })).toEqual([
    { field: "discountType", newValue: "percentage", oldValue: "amount" },
    { field: "discount", newValue: 2500, oldValue: 2500 },
  ]);
  expect(lineChanges(before, { ...before, discountType: "none", discount: 0 })).toEqual([
    { field: "discountType", newValue: "none", oldValue: "amount" },
  ]);
});
