import { expect, heading, openAs, rowsOf, settled, test } from "./fixtures";

test("invoices by organisation, status and year, with the totals of what is shown, one of them in the editor", async ({ page, admin }) => {
  await openAs(page, "accounting", "/accounts/invoices");
  await expect(heading(page, "Invoices")).toBeVisible();
  const tabs = page.locator(".sr-list-tabs");
  await expect(tabs.first().getByRole("tab", { name: "Oxford" })).toBeVisible();
  await expect(page).toHaveURL(/orgId=\d/);
  await tabs.first().getByRole("tab", { name: "Portugal" }).click();
  await expect(page).toHaveURL(/orgId=3/);
  await page.getByRole("tab", { name: "Paid", exact: true }).click();
  await expect(page).toHaveURL(/status=paid/);
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Paid");

  const totals = page.locator(".fin-totals");
  const [told] = await admin.get<{ count: number; total: number; currency: string }[]>("/invoices/totals", { orgId: 3, status: "paid" });
  if (!told) throw new Error("The demo data has paid invoices of Portugal");
  await expect(totals).toContainText(told.count.toLocaleString("en-GB"));
  await expect(totals).toContainText("Total");
  await expect(totals).toContainText((told.total / 100).toLocaleString("en-GB", { style: "currency", currency: told.currency }));
  await expect(totals).toContainText("Outstanding");

  const years = tabs.last().getByRole("tab", { name: /^20\d\d-20\d\d$/ });
  await years.first().click();
  await expect(page).toHaveURL(/[?&]\w*[yY]ear\w*=/);
  await expect(years.first()).toHaveAttribute("aria-selected", "true");
  await tabs.last().getByRole("tab", { name: "All" }).click();

  await expect(page).not.toHaveURL(/[?&]\w*[yY]ear\w*=/);
  await expect(totals).toContainText(told.count.toLocaleString("en-GB"));
  await settled(page);
  const row = rowsOf(page).first();
  await expect(row).toContainText("Paid");
  const name = await row.locator(".ant-table-cell").nth(1).textContent();
  await row.locator(".ant-table-cell").nth(3).dblclick();
  await expect(page).toHaveURL(/invoice=\d+/);
  await expect(page.locator(".fin-editor h1")).toContainText(name ?? "");
  await page.reload();
  await expect(page.locator(".fin-editor h1")).toContainText(name ?? "");
  await page.keyboard.press("Escape");
  await expect(page.locator(".fin-editor")).toBeHidden();
  await expect(page).not.toHaveURL(/invoice=\d+/);
});

test("the editor leads to the invoice before and after in the list", async ({ page }) => {
  await openAs(page, "accounting", "/accounts/invoices?status=paid");
  await settled(page);
  const names = await rowsOf(page).locator(".ant-table-cell:nth-child(2)").allTextContents();
  await rowsOf(page).first().locator(".sr-row-link").click();
  const title = page.locator(".fin-editor h1");
  await expect(title).toContainText(names[0] ?? "");
  await expect(page.locator(".fin-editor").getByRole("button", { name: "Previous record" })).toBeDisabled();
  await page.locator(".fin-editor").getByRole("button", { name: "Next record" }).click();
  await expect(title).toContainText(names[1] ?? "");
  await page.goBack();
  await expect(page.locator(".fin-editor")).toHaveCount(0);
});
