import { choose, expect, heading, openAs, rowsOf, settled, test } from "./fixtures";

test("invoices are filtered by organisation, status and year, with their totals, and one opens in the editor", async ({
  page,
  admin,
}) => {
  await openAs(page, "accounting", "/accounts/invoices");
  await expect(heading(page, "Invoices")).toBeVisible();
  await expect(page.locator(".sr-title-choice")).toContainText("Oxford");
  await expect(page).toHaveURL(/orgId=\d/);
  await choose(page, page.locator("main"), "Organisation", "Portugal");
  await expect(page).toHaveURL(/orgId=3/);
  await page.getByRole("tab", { name: "Paid", exact: true }).click();
  await expect(page).toHaveURL(/status=paid/);
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Paid");

  const totals = page.locator(".fin-totals");
  const [told] = await admin.get<{ count: number; total: number; currency: string }[]>("/invoices/totals", {
    orgId: 3,
    status: "paid",
  });
  if (!told) throw new Error("The demo data has paid invoices of Portugal");
  await expect(totals).toContainText(told.count.toLocaleString("en-GB"));
  await expect(totals).toContainText("Total");
  await expect(totals).toContainText(
    (told.total / 100).toLocaleString("en-GB", { style: "currency", currency: told.currency }),
  );
  await expect(totals).toContainText("Outstanding");

  await page.locator(".sr-filters").getByRole("button", { name: "Billing year", exact: true }).click();
  await page
    .getByRole("checkbox", { name: /^20\d\d-20\d\d$/ })
    .first()
    .check();
  await expect(page).toHaveURL(/[?&]\w*[yY]ear\w*=/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear Billing year" }).click();

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

test("the editor leads to the previous and the next invoice in the list", async ({ page }) => {
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

test("at 1280 × 720 the list shows sixteen whole rows under its filters", async ({ page }) => {
  await openAs(page, "accounting", "/accounts/invoices");
  await settled(page);
  await expect(page.locator(".sr-filter")).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Add filter" })).toBeVisible();
  await expect(page.getByRole("tablist")).toHaveCount(1);
  const whole = await page.locator(".sr-grid .ant-table-tbody-virtual-holder").evaluate((holder) => {
    const { top, bottom } = holder.getBoundingClientRect();
    const end = Math.min(bottom, window.innerHeight);
    return [...holder.querySelectorAll(".ant-table-row")]
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.top >= top - 1 && row.bottom <= end + 1).length;
  });
  expect(whole).toBeGreaterThanOrEqual(16);
  await expect(page.getByRole("button", { name: "New invoice" })).toBeVisible();
});
