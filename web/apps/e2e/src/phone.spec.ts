import type { Locator, Page } from "@playwright/test";
import { expect, openAs, rowsOf, settled, test } from "./fixtures";

/** On a phone, the first view of a screen is visible, and nothing that opens is cut off. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Each visible one of `elements` is within the width of the window. */
async function isWhole(page: Page, elements: Locator): Promise<void> {
  await expect(elements.filter({ visible: true }).first()).toBeVisible();
  await expect(async () => {
    for (const box of await elements.evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right }) => ({ left, right })),
    )) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(390);
    }
  }).toPass();
}

test("a ticket opens with its conversation, and its details folded below", async ({ page, admin }) => {
  const resolved = await admin.get<{ id: number; messages: number }[]>("/v2/support/tickets", {
    status: "resolved",
    page: 1,
    pageSize: 10,
  });
  // A ticket that was merged into another has its messages there.
  const ticket = resolved.find(({ messages: written }) => written > 0);
  await openAs(page, "sysadmin", `/support/tickets/all?ticket=${ticket?.id}`);
  const messages = page.getByLabel("Messages");
  await expect(messages.getByRole("listitem").first()).toBeInViewport();
  const details = page.locator(".sr-ticket-fold");
  await expect(details.getByText("Raised")).toBeHidden();
  await details.locator("summary").tap();
  await expect(details.getByText("Raised")).toBeVisible();
});

test("the tab of the address is visible, in a list and on a record", async ({ page, admin }) => {
  await openAs(page, "sysadmin", "/accounts/invoices?orgId=1&status=credit");
  await settled(page);
  await expect(page.getByRole("tab", { name: "Credit" })).toBeInViewport({ ratio: 1 });
  const [student] = await admin.get<{ id: number }[]>("/students", { page: 1, pageSize: 10 });
  await page.goto(`/#/students/${student?.id}/comments`);
  await expect(page.getByRole("tab", { name: "Comments" })).toBeInViewport({ ratio: 1 });
});

test("a filter of dates and its calendar are within the window, whichever chip opens it", async ({ page }) => {
  await openAs(page, "sysadmin", "/accounts/invoices?orgId=1");
  for (const name of ["Date", "Due date"]) {
    await page.reload();
    await settled(page);
    await page.getByRole("button", { name: "Filters", exact: true }).tap();
    await page
      .locator(".sr-filter-open")
      .filter({ hasText: new RegExp(`^${name}`) })
      .tap();
    const days = page.locator(".sr-filter-range").getByRole("textbox");
    for (const day of [days.first(), days.last()]) {
      await day.tap();
      await isWhole(page, page.locator(".ant-picker-dropdown"));
      await isWhole(page, page.locator(".ant-popover"));
    }
  }
});

test("the tools of a list have labels, and the actions of a record are not cut off", async ({ page }) => {
  await openAs(page, "sysadmin", "/accounts/invoices?orgId=1");
  await settled(page);
  await page.getByRole("button", { name: "Tools", exact: true }).tap();
  const tools = page.getByRole("group", { name: "Tools" });
  for (const label of ["Export", "Columns", "Views"])
    await expect(tools.getByRole("button", { name: label })).toHaveText(label);
  await isWhole(page, tools.getByRole("button"));
  await rowsOf(page).getByRole("link").first().tap();
  // Its lines scroll sideways in their panel.
  await isWhole(page, page.locator(".fin-editor :is(.fin-head, .sr-foot)").getByRole("button"));
});
