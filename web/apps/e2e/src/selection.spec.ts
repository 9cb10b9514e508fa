import { button, dialog, expect, openAs, rowsOf, settled, test, unique } from "./fixtures";

test("a move on a selection is previewed first, and refused records stay selected", async ({ page, admin }) => {
  const supplier = unique();
  const bills: number[] = [];
  for (const reference of ["1", "2", "3"]) {
    bills.push(
      (
        await admin.post("/bills", {
          supplier,
          reference: `${supplier}-${reference}`,
          orgId: 1,
          currency: "GBP",
          date: "2026-10-01",
          net: 1000,
          VAT: 200,
        })
      ).id,
    );
  }
  await admin.post(`/bills/${bills[2]}/cancel`);
  await openAs(page, "accounting", `/accounts/bills?search=${supplier}`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  const bar = page.locator(".sr-selection");
  await button(bar, "Set status").click();
  await page.getByRole("menuitem", { name: "Approve 2", exact: true }).click();
  const ask = dialog(page, "Approve");
  await expect(ask).toContainText("2 of 3 records will be changed; refused:");
  await expect(ask).toContainText("1 record: This is not possible while the status is Cancelled");
  await ask.getByRole("button", { name: "Go back" }).click();
  await expect(ask).toBeHidden();
  await expect(bar).toHaveText(/^3 record\(s\) selected of 3/);

  await button(bar, "Set status").click();
  await page.getByRole("menuitem", { name: "Approve 2", exact: true }).click();
  await ask.getByRole("button", { name: "Approve: 2 records" }).click();
  await expect(ask).toContainText("2 records changed, 1 refused.");
  await expect(
    ask.getByRole("row").filter({ hasText: "This is not possible while the status is Cancelled" }).getByRole("link"),
  ).toHaveAttribute("href", new RegExp(`bill=${bills[2]}$`));
  await ask.getByRole("button", { name: "Close" }).last().click();
  await expect(bar).toHaveText(/^1 record\(s\) selected of 3/);
  for (const [place, status] of ["approved", "approved", "cancelled"].entries()) {
    expect(await admin.get(`/bills/${bills[place]}`)).toMatchObject({ status });
  }
  const { approvedBy } = await admin.get<{ approvedBy: string }>(`/bills/${bills[0]}`);
  expect(approvedBy).not.toBe("");
});

test("a selection survives Back from a record and a reload, and ends with the next visit", async ({ page }) => {
  await openAs(page, "staff", "/students/list?pageSize=10");
  await settled(page);
  await rowsOf(page).nth(0).getByRole("checkbox").check();
  await rowsOf(page).nth(2).getByRole("checkbox").check();
  const selection = page.locator(".sr-selection");
  await expect(selection).toHaveText(/^2 record\(s\) selected/);
  await rowsOf(page).nth(1).locator(".sr-row-link").click();
  await expect(page).toHaveURL(/#\/students\/\d+$/);
  await page.goBack();
  await expect(selection).toHaveText(/^2 record\(s\) selected/);
  await page.reload();
  await expect(selection).toHaveText(/^2 record\(s\) selected/);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await expect(selection).toHaveText(/^([\d,]+\+?) record\(s\) selected of \1/);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByTestId("range")).toHaveText(/^11-20 of /);
  await expect(selection).toHaveText(/^([\d,]+\+?) record\(s\) selected of \1/);
});
