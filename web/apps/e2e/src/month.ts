import type { Locator, Page } from "@playwright/test";
import { button, choose, editor, expect, londonDay } from "./fixtures";

const figureNames = [
  "Sub-total",
  "Discount",
  "VAT",
  "Total",
  "Paid",
  "Credited",
  "Small balance write-off",
  "Outstanding",
] as const;
type Figures = Partial<Record<(typeof figureNames)[number], string>>;

export const card = (page: Page, title: string): Locator =>
  editor(page)
    .locator(".fin-card")
    .filter({ has: page.getByRole("heading", { level: 2, name: title }) });
export const status = (page: Page): Locator => editor(page).locator(".fin-head .sr-tag");

export async function figures(page: Page, expected: Figures): Promise<void> {
  const shown = editor(page).getByLabel("Figures");
  for (const name of figureNames) {
    if (expected[name] !== undefined)
      await expect(
        shown
          .locator("div")
          .filter({ has: page.getByText(name, { exact: true }) })
          .locator("dd"),
        name,
      ).toHaveText(expected[name]);
  }
}

type Line = {
  kind?: string;
  type?: string;
  account: RegExp;
  sub: RegExp;
  text: string;
  amount: string;
  discount?: ["Percentage" | "Amount", string];
  total: string;
};

export async function addLine(page: Page, line: Line): Promise<void> {
  await button(editor(page), "Add item").click();
  const form = page.getByRole("region", { name: "New item" });
  if (line.kind) await choose(page, form, "Item type", line.kind);
  if (line.type) await choose(page, form, "Type", line.type);
  await choose(page, form, "Nominal code", line.account);
  await choose(page, form, "Sub account", line.sub);
  await form.getByRole("textbox", { name: /^Description/ }).fill(line.text);
  await form.getByLabel(/^Amount/).fill(line.amount);
  if (line.discount) {
    await choose(page, form, "Discount", line.discount[0]);
    await form.getByLabel(new RegExp(`^Discount ${line.discount[0]}`, "i")).fill(line.discount[1]);
  }
  await expect(form.getByLabel("Line total")).toContainText(`Total ${line.total}`);
  await form.getByRole("button", { name: "Add item" }).click();
  await expect(form).toBeHidden();
  await expect(editor(page).locator(".fin-lines tbody tr").filter({ hasText: line.text })).toContainText(line.total);
}

/** The day that is a number of days from today in London, in the typed format and in words. */
export function day(days: number, months = 0): { typed: string; spelled: string } {
  const today = new Date(`${londonDay()}T12:00:00Z`);
  today.setUTCDate(today.getUTCDate() + days);
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 0)).getUTCDate();
  const date = new Date(
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, Math.min(today.getUTCDate(), last)),
  );
  const inBritish = (options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
  return {
    typed: inBritish({ day: "2-digit", month: "2-digit", year: "2-digit" }),
    spelled: inBritish({ day: "numeric", month: "long", year: "numeric" }),
  };
}

/** The page of the accounting system. */
export function accountingUrl(): string {
  if (process.env.E2E_ACCOUNTING_URL) return process.env.E2E_ACCOUNTING_URL;
  const address = new URL(process.env.E2E_BASE_URL ?? "http://localhost:8080");
  address.port = String(Number(address.port || 80) + 108);
  return address.origin;
}

export async function payThere(page: Page, number: string, amount: string, left: string): Promise<void> {
  const there = await page.context().newPage();
  await there.goto(accountingUrl());
  await there.getByRole("link", { name: "Oxford" }).click();
  await there.getByLabel("Number", { exact: true }).fill(number);
  await there.getByRole("button", { name: "Find" }).click();
  await there.getByLabel(`Amount for ${number}`).fill(amount);
  await there.getByRole("button", { name: "Pay" }).click();
  await there.getByLabel("Number", { exact: true }).fill(number);
  await there.getByRole("button", { name: "Find" }).click();
  await expect(there.getByLabel(`Amount for ${number}`)).toHaveValue(left);
  await there.close();
}
