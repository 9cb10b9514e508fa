import { faults } from "./axe";
import { expect, openAs, settled, test } from "./fixtures";
import { Faults, lookAt } from "./layout";

test("a reminder is switched on after its number of mails was shown, and off again", async ({ page }) => {
  await openAs(page, "accounting", "/accounts/reminders");
  await settled(page);
  const rung = page.getByRole("row").filter({ hasText: "30 days after" });
  const on = rung.getByRole("switch");
  await rung.getByRole("button", { name: /waiting/ }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting for the reminder 30 days after" });
  await waiting.getByRole("button", { name: "Preview" }).first().click();
  const mail = page.getByRole("dialog", { name: "Mail 30 days after" });
  await expect(mail).toContainText(/This is the last reminder that we send by email|Our proposal/);
  await mail.getByRole("button", { name: "Close" }).click();
  await waiting.getByRole("button", { name: "Close" }).click();
  await on.click();
  const ask = page.getByRole("dialog").filter({ hasText: "Send reminders 30 days after?" });
  await expect(ask).toContainText(/All that wait.*(\d+ invoices? at seven in the morning|Nobody now)/s);
  await ask.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(on).not.toBeChecked();
  await on.click();
  await ask.getByRole("button", { name: "Switch on", exact: true }).click();
  await expect(on).toBeChecked();
  await page.reload();
  await expect(on).toBeChecked();
  await on.click();
  await expect(on).not.toBeChecked();
  const layoutFaults = new Faults();
  await lookAt(page, "reminders", layoutFaults, [1440, 820, 390]);
  expect(layoutFaults.list()).toEqual([]);
  expect(await faults(page, ".sr-panel")).toEqual([]);
});

test("only accounting has the menu entry and the calls", async ({ page }) => {
  await openAs(page, "academic", "/accounts/reminders");
  await expect(page.getByText("Stopped", { exact: true })).toBeHidden();
  await expect(page.getByRole("switch")).toHaveCount(0);
});

test("reminders of an invoice are stopped and resumed on its page", async ({ page, admin }) => {
  const { id } = await admin.draft();
  await admin.line(id, 12_345);
  await admin.put(`/invoice/${id}`, "dueDate", "2026-12-01");
  await admin.post(`/invoice/${id}/mark/sent`, { date: "2026-11-01T09:00:00Z" });
  await openAs(page, "accounting", `/accounts/invoices?invoice=${id}`);
  const editor = page.locator(".fin-editor");
  await editor.getByRole("button", { name: "Stop reminders" }).click();
  const form = page.getByRole("dialog", { name: "Stop reminders" });
  await form.getByLabel("Reason").fill("They pay in cash");
  await form.getByRole("button", { name: "Stop reminders" }).click();
  await expect(editor.getByText(/^Stopped by .*: They pay in cash/)).toBeVisible();
  await page.goto("/#/accounts/reminders");
  await page.getByRole("tab", { name: /Stopped/ }).click();
  await expect(page.getByText("They pay in cash").first()).toBeVisible();
  await page.goto(`/#/accounts/invoices?invoice=${id}`);
  await editor.getByRole("button", { name: "Resume" }).click();
  await expect(editor.getByRole("button", { name: "Stop reminders" })).toBeVisible();
});
