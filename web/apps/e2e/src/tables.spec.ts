import type { Page } from "@playwright/test";
import { button, dialog, expect, heading, openAs, rowsOf, settled, test, unique, type Api } from "./fixtures";

const toasts = (page: Page) => page.locator(".sr-toast");

/** Three bills of £10 with £2 of VAT, of a supplier used by this test only. */
async function threeBills(calls: Api, supplier: string): Promise<number[]> {
  const bills: number[] = [];
  for (const reference of ["1", "2", "3"]) {
    bills.push(
      (
        await calls.post("/bills", {
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
  return bills;
}

test("a list with a computed column is shared as a table, changed for all, and restored", async ({ page, admin }) => {
  const supplier = unique();
  const bills = await threeBills(admin, supplier);
  await openAs(page, "accounting", `/accounts/bills?search=${supplier}`);
  await settled(page);
  await button(page.locator("main"), "Views").click();
  await page.getByRole("menuitem", { name: "Save as table…" }).click();
  const naming = dialog(page, "Save as table");
  await naming.getByRole("textbox", { name: "Name" }).fill(supplier);
  await button(naming, "Save as table").click();
  await expect(page).toHaveURL(/#\/table\//);
  await expect(heading(page, supplier)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(3);
  const address = new URL(page.url()).hash.slice(1).split("?")[0] ?? "";

  await page.getByRole("button", { name: "Set up…" }).click();
  const setUp = dialog(page, "Set up table");
  await button(setUp, "Compute a column").click();
  await setUp.getByRole("textbox", { name: "Title of column 1" }).fill("Twice the VAT");
  const formula = setUp.getByRole("textbox", { name: "Formula of column 1" });
  await formula.fill("[VAT] *");
  await expect(setUp.getByRole("alert")).toContainText(
    "The formula ends too early: a column, a number or a text is missing (character 8)",
  );
  await expect(button(setUp, "Use in table")).toBeDisabled();
  await formula.fill("[VAT] * 2");
  await expect(setUp.getByRole("alert")).toHaveCount(0);
  await button(setUp, "Colour rows").click();
  await setUp.getByRole("textbox", { name: "Formula of rule 1" }).fill("[Total] > 11");
  await button(setUp, "Use in table").click();
  await expect(page.getByRole("columnheader", { name: "Twice the VAT" })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText("£4.00");
  await expect(rowsOf(page).first()).toHaveClass(/sr-tint-red/);
  await page
    .getByRole("columnheader", { name: "Twice the VAT" })
    .getByRole("button", { name: /Twice the VAT/ })
    .click();
  await expect(page).toHaveURL(/sort=formula1/);
  await button(page.locator("main"), "Save for all").click();
  await expect(toasts(page).filter({ hasText: "was saved for all" })).toBeVisible();
  await expect(button(page.locator("main"), "Save for all")).toHaveCount(0);
  const [{ id: table } = { id: 0 }] = await admin.get<{ id: number }[]>("/tables", {
    search: supplier,
    page: 1,
    pageSize: 10,
  });
  await admin.put(`/tables/${table}`, "roles", ["finance"]);

  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.getByRole("button", { name: "Change field…" }).click();
  const change = dialog(page, "Change a field");
  await change.getByRole("combobox", { name: "Field" }).click();
  await page.getByTitle("Note", { exact: true }).click();
  await change.getByRole("textbox", { name: "Note" }).fill("Paper for the printers");
  await button(change, "Preview").click();
  await expect(change.getByRole("status")).toContainText("3 records will be changed.");
  await button(change, "Change 3 records").click();
  const toast = toasts(page).filter({ hasText: "3 records changed" });
  await expect(toast).toBeVisible();
  for (const id of bills) expect(await admin.get(`/bills/${id}`)).toMatchObject({ note: "Paper for the printers" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).filter({ hasText: "3 records undone" })).toBeVisible();
  for (const id of bills) expect(await admin.get(`/bills/${id}`)).toMatchObject({ note: "" });

  await openAs(page, "finance", address);
  await expect(page.getByRole("columnheader", { name: "Twice the VAT" })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(3);
  await admin.send("DELETE", `/tables/${table}`);
});

test("private changes of a table follow the user to another device, and rows are grouped with figures", async ({
  page,
  browser,
  admin,
}) => {
  const title = unique("Table ");
  const { id } = await admin.send<{ id: number }>("POST", "/tables", {
    data: {
      title,
      list: "/students",
      screen: "/students/list",
      definition: { groups: ["status"], query: { sort: "name" } },
      roles: ["academicOffice"],
    },
  });
  const address = `/table/${(await admin.get<{ slug: string }>(`/tables/${id}`)).slug}`;
  await openAs(page, "academic", address);
  await settled(page);
  const group = page.locator(".sr-row-group").first().getByRole("button");
  await expect(group).toHaveText(/\d rows$/);
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "false");
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith(`/tables/${id}/own`) && answer.request().method() === "PUT",
  );
  await page.getByRole("searchbox").first().fill("son");
  await expect(page).toHaveURL(/search=son/);
  await expect(button(page.locator("main"), "Back to the shared one")).toBeVisible();
  await kept;

  const elsewhere = await (await browser.newContext()).newPage();
  await openAs(elsewhere, "academic", address);
  await expect(elsewhere).toHaveURL(/search=son/);
  await button(elsewhere.locator("main"), "Back to the shared one").click();
  await expect(elsewhere).not.toHaveURL(/search=son/);
  await elsewhere.context().close();
  await admin.send("DELETE", `/tables/${id}`);
});

test("an import is undone later from the page of bulk changes, and a version of a table is restored", async ({
  page,
  admin,
}) => {
  const title = unique("Table ");
  const { id } = await admin.send<{ id: number }>("POST", "/tables", {
    data: { title, list: "/students", screen: "/students/list", definition: {} },
  });
  await admin.send("PUT", `/tables/${id}/definition`, { data: { definition: { groups: ["status"] }, version: 1 } });
  const { slug } = await admin.get<{ slug: string }>(`/tables/${id}`);
  await openAs(page, "sysadmin", `/table/${slug}`);
  await settled(page);
  await expect(page.locator(".sr-row-group").first()).toBeVisible();
  await button(page.locator("main"), "More of this table").click();
  await page.getByRole("menuitem", { name: "Versions…" }).click();
  const versions = dialog(page, `Versions of ${title}`);
  await button(versions, "Restore version 1").click();
  await expect(toasts(page).filter({ hasText: "Version 1 was saved for all again" })).toBeVisible();
  await expect(page.locator(".sr-row-group")).toHaveCount(0);
  await admin.send("DELETE", `/tables/${id}`);

  const supplier = unique();
  const bills = await threeBills(admin, supplier);
  const { id: job } = await admin.post<{ id: string }>("/bills/edits", { field: "note", value: supplier, ids: bills });
  await expect.poll(async () => (await admin.get<{ state: string }>(`/jobs/${job}`)).state).toBe("done");
  await openAs(page, "sysadmin", "/bulk-changes");
  await page.getByRole("button", { name: "Undo: Note changed, Bills" }).first().click();
  await button(dialog(page, "Undo this change?"), "Undo").click();
  await expect(toasts(page).filter({ hasText: "3 records undone" })).toBeVisible();
  for (const bill of bills) expect(await admin.get(`/bills/${bill}`)).toMatchObject({ note: "" });
});

test("a locked table allows private changes, and returns to the shared version", async ({ page }) => {
  await openAs(page, "staff", "/table/students-by-department");
  await settled(page);
  await expect(page.getByText("This table is locked: your changes stay your own.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "By department and status" })).toBeVisible();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").first().click();
  await expect(button(page.locator("main"), "Back to the shared one")).toBeVisible();
  await expect(button(page.locator("main"), "Save for all")).toHaveCount(0);
  await button(page.locator("main"), "Back to the shared one").click();
  await expect(button(page.locator("main"), "Back to the shared one")).toHaveCount(0);
});

test("a table shows a column of a referenced record", async ({ page }) => {
  await openAs(page, "academic", "/table/people-of-the-office");
  await settled(page);
  await expect(page.getByRole("columnheader", { name: "Organisation" })).toBeVisible();
  await button(page.locator("main"), "Set up…").click();
  const setUp = dialog(page, "Set up table");
  await setUp.getByRole("combobox", { name: "Column of another record" }).fill("Currency");
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .filter({ hasText: "Primary department > Currency" })
    .click();
  await button(setUp, "Use in table").click();
  await expect(page.getByRole("columnheader", { name: "Primary department > Currency" })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(/GBP|EUR/);
  await button(page.locator("main"), "Back to the shared one").click();
});
