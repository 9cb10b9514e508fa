import type { Locator } from "@playwright/test";
import { choose, dialog, expect, heading, openAnewAs, openAs, rowsOf, settled, test, unique } from "./fixtures";

const message = (inside: Locator): Locator => inside.getByRole("textbox", { name: "Message" });

test("an invoice's Help raises a ticket; tech support answers and resolves it; the invoice shows it", async ({
  page,
  admin,
}) => {
  test.slow();
  const { id: invoice } = await admin.draft();
  const title = unique("Help with ");
  const editor = page.locator(".fin-editor");

  // Accounts ask.
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&invoice=${invoice}`);
  await editor.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Help" }).click();
  const form = dialog(page, "New support ticket");
  await form.getByRole("button", { name: "Raise ticket" }).click();
  await expect(page.getByText("Please check for errors in the form")).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await choose(page, form, "Support team", "Tech support");
  await choose(page, form, "Category", "Bug");
  await form.getByRole("textbox", { name: /^Title/ }).fill(title);
  await message(form).fill("The VAT is missing");
  await form.getByRole("button", { name: "Raise ticket" }).click();
  await expect(page.locator(".sr-toast")).toContainText("Support ticket raised");
  await expect(form).toBeHidden();

  // Support finds it, answers it, and cannot resolve it before that.
  await openAnewAs(page, "techsupport", "/support/tickets/techSupport");
  await expect(heading(page, "Support tickets")).toBeVisible();
  await settled(page);
  const row = rowsOf(page).filter({ hasText: title });
  await expect(row).toContainText("Submitted");
  await row.dblclick();
  const ticket = dialog(page, new RegExp(title));
  await expect(ticket).toContainText("The VAT is missing");
  await expect(ticket.getByRole("button", { name: "Resolved" })).toHaveCount(0);
  await message(ticket).fill("It is there now");
  await ticket.getByRole("button", { name: "Send" }).click();
  await expect(ticket.locator(".sr-ticket-title")).toContainText("In progress");
  await expect(ticket.locator(".sr-ticket-message").last()).toContainText("It is there now");
  await ticket.getByRole("button", { name: "Resolved" }).click();
  await expect(ticket).toBeHidden();
  // A resolved ticket no longer waits.
  await page.getByRole("tab", { name: "Resolved" }).click();
  await expect(row).toContainText("Resolved");

  // The invoice shows the ticket; nobody can write on it until it is reopened.
  await openAnewAs(page, "accounting", `/accounts/invoices?orgId=1&invoice=${invoice}`);
  await editor.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "View support ticket" }).click();
  await expect(ticket).toContainText("This ticket is resolved");
  await expect(message(ticket)).toHaveCount(0);
  await ticket.getByRole("button", { name: "Reopen" }).click();
  await expect(message(ticket)).toBeVisible();
  await ticket.getByRole("button", { name: "View invoice" }).click();
  await expect(ticket).toBeHidden();
  await expect(editor).toBeVisible();
});
