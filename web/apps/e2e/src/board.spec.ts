import { expect, openAs, test, unique } from "./fixtures";

test("a bill is dragged to the lane of its next state, and stays if its move is cancelled", async ({ page, admin }) => {
  const supplier = unique();
  await admin.post("/bills", {
    supplier,
    reference: "B-1",
    orgId: 1,
    currency: "GBP",
    date: "2026-10-01",
    net: 10000,
    VAT: 2000,
  });
  await openAs(page, "accounting", `/accounts/bills?view=board&search=${supplier}`);
  const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name},`) });
  const card = page.locator(".sr-board-card", { hasText: supplier });
  await expect(lane("Entered").locator(card)).toBeVisible();
  await card.dragTo(lane("Approved"));
  await page.getByRole("button", { name: "Approve bill" }).click();
  await expect(lane("Approved").locator(card)).toBeVisible();
  await expect(lane("Entered")).toContainText("Nothing here");
  await card.getByRole("link").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Move to Paid" }).click();
  await page
    .getByRole("dialog", { name: `Mark bill B-1 of ${supplier} for £120.00 as paid?` })
    .getByRole("button", { name: "Go back" })
    .click();
  await expect(lane("Approved").locator(card)).toBeVisible();
  await card.getByRole("link").click();
  await expect(page.getByRole("dialog").locator(".sr-record-title")).toContainText(supplier);
});
