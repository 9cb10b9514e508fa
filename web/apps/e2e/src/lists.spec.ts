import { readFile } from "node:fs/promises";
import { choose, expect, heading, openAs, rowsOf, settled, test, unique } from "./fixtures";
import { all } from "./sizes";

const search = (page: import("@playwright/test").Page) => page.getByRole("searchbox", { name: "Search Students" });

test("search, sort, page size and page are in the address and survive reload and Back", async ({ page }) => {
  await openAs(page, "staff", "/students/list");
  const range = page.getByTestId("range");
  await expect(range).toHaveText(/^1-50 of (\d{1,3}(,\d{3})*\+?)$/);
  const everyone = await range.textContent();

  await search(page).fill("ad");
  await expect(page.getByText("3 letters or more")).toBeVisible();
  await expect(page).toHaveURL(/search=ad$/);
  await expect(range).toHaveText(everyone ?? "");
  await search(page).fill("adeyemi");
  await expect(page).toHaveURL(/search=adeyemi/);
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Adeyemi");
  await search(page).fill("");
  await expect(page).not.toHaveURL(/search=/);

  await choose(page, page.locator("main"), "Rows a page", "10");
  await expect(page).toHaveURL(/pageSize=10\b/);
  await expect(range).toHaveText(/^1-10 of /);

  await page.getByRole("button", { name: "School", exact: true }).click();
  await expect(page).toHaveURL(/sort=school/);
  await page.getByRole("button", { name: "School", exact: true }).click();
  await expect(page).toHaveURL(/sort=-school/);
  await expect(page.getByRole("columnheader", { name: "School" })).toHaveAttribute("aria-sort", "descending");
  await settled(page);

  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2\b/);
  await expect(range).toHaveText(/^11-20 of /);
  await settled(page);
  const second = await rowsOf(page).first().textContent();

  await page.reload();
  await expect(range).toHaveText(/^11-20 of /);
  await expect(rowsOf(page).first()).toHaveText(second ?? "");

  await page.goBack();
  await expect(page).not.toHaveURL(/page=2\b/);
  await expect(range).toHaveText(/^1-10 of /);
  await page.goForward();
  await expect(range).toHaveText(/^11-20 of /);
  await expect(rowsOf(page).first()).toHaveText(second ?? "");
});

test("rows stay selected across pages, and all matching rows can be selected", async ({ page }) => {
  await openAs(page, "staff", "/students/list?pageSize=10");
  const selection = page.locator(".sr-selection");
  const box = (place: number) => rowsOf(page).nth(place).getByRole("checkbox");
  const place = await box(1).boundingBox();
  await box(0).check();
  await expect(selection).toBeVisible();
  expect(await box(1).boundingBox(), "the rows stay in their place when the bar comes").toEqual(place);
  await box(1).check();
  await expect(selection).toHaveText(/^2 record\(s\) selected of [\d,]+\+?/);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByTestId("range")).toHaveText(/^11-20 of /);
  await settled(page);
  await box(2).check();
  await expect(selection).toHaveText(/^3 record\(s\) selected of /);
  await page.getByRole("button", { name: "Page before" }).click();
  await expect(page.getByTestId("range")).toHaveText(/^1-10 of /);
  await expect(box(0)).toBeChecked();
  await expect(box(2)).not.toBeChecked();

  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await expect(selection).toHaveText(/^11 record\(s\) selected of /);
  await page.getByRole("button", { name: "Select all that match" }).click();
  await expect(selection).toHaveText(/^([\d,]+\+?) record\(s\) selected of \1/);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(selection).toBeHidden();
});

test("a double click opens the profile, Back returns to the view", async ({ page, admin }) => {
  const { id, lastName } = await admin.student();
  await openAs(page, "staff", `/students/list?search=${lastName}`);
  await expect(page.getByTestId("range")).toHaveText("1-1 of 1");
  await rowsOf(page).first().getByText(lastName).dblclick();
  await expect(page).toHaveURL(new RegExp(`#/students/${id}$`));
  await expect(heading(page, `Test ${lastName}`)).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue(lastName);
  await expect(rowsOf(page)).toHaveCount(1);
});

test("the list is exported as a spreadsheet, with progress and a real file", async ({ page, admin }) => {
  const { lastName } = await admin.student({ school: "=1+1" });
  await openAs(page, "academic", `/students/list?search=${lastName}`);
  await expect(page.getByTestId("range")).toHaveText("1-1 of 1");
  await page.getByRole("button", { name: "Export" }).click();
  const coming = page.waitForEvent("download");
  await page.getByText("Spreadsheet (XLSX)").click();
  const dialog = page.getByRole("dialog", { name: "Preparing the spreadsheet" });
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const bytes = await readFile(await file.path());
  // A zip begins with a local file header and ends with its directory, which names the sheet.
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  expect(bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))).toBeGreaterThan(0);
  expect(bytes.includes("xl/worksheets/sheet1.xml")).toBe(true);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("was downloaded")).toBeVisible();
});

test("selected rows are exported as PDF", all, async ({ page }) => {
  await openAs(page, "staff", "/students/list?pageSize=10");
  await rowsOf(page).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Export selected" }).click();
  const coming = page.waitForEvent("download");
  await page.getByText("PDF", { exact: true }).click();
  const bytes = await readFile(await (await coming).path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

test("an entry is added, edited in its row, and deleted after 'Delete entry?'", async ({ page, admin }) => {
  const title = unique("Dept ");
  await openAs(page, "sysadmin", "/departments");
  await page.getByRole("button", { name: "New department", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New department" });
  await form.getByLabel("Title").fill(title);
  await form.getByRole("button", { name: "Add department", exact: true }).click();
  const refusal = page.getByRole("dialog").filter({ hasText: "Please check for errors in the form" });
  await expect(refusal.locator(".ant-modal-confirm-title")).toHaveText("Form errors");
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(form.locator("[data-field='color']").getByRole("alert")).toHaveText("Field is required");
  await form.getByLabel("Colour").fill("#123456");
  for (const [label, choice] of [
    ["Currency", "GBP"],
    ["Organisation", "Oxford"],
  ] as const) {
    await form.getByRole("combobox", { name: label }).click();
    await page.locator(`.ant-select-dropdown:visible .ant-select-item-option[title='${choice}']`).click();
  }
  await form.getByRole("button", { name: "Add department", exact: true }).click();
  await expect(form).toBeHidden();
  const row = rowsOf(page).filter({ hasText: title });
  await expect(row).toBeVisible();

  await expect(row.getByRole("button", { name: "Edit Title" })).toHaveCount(0);
  await page.getByRole("switch", { name: "EDIT" }).click();
  await row.getByRole("button", { name: "Edit Title" }).click();
  const cell = page.locator(".sr-edit-cell input");
  await cell.fill(`${title} B`);
  await cell.press("Enter");
  await expect(row.getByRole("button", { name: "Edit Title" })).toContainText(`${title} B`);
  const kept = async () =>
    (await admin.get<{ id: number; title: string }[]>("/departments")).find((one) => one.title.startsWith(title))
      ?.title;
  expect(await kept()).toBe(`${title} B`);

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const ask = page.getByRole("dialog").filter({ hasText: "Delete entry?" });
  await expect(ask.getByText(`Are you sure you wish to delete ${title} B?`)).toBeVisible();
  await ask.getByRole("button", { name: "No, keep" }).click();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await ask.getByRole("button", { name: "Yes, delete" }).click();
  await expect(row).toHaveCount(0);
  expect(await kept()).toBeUndefined();
});

test("a filter narrows the list, is in the address, and can be cleared", async ({ page }) => {
  await openAs(page, "staff", "/students/list?pageSize=10");
  await page.locator(".sr-filters").getByRole("button", { name: "Student type", exact: true }).click();
  await page.getByRole("checkbox", { name: "Full time" }).check();
  await expect(page).toHaveURL(/studentType=fulltime/);
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Full time");
  await page.getByRole("tab", { name: "Alumni" }).click();
  await expect(page).toHaveURL(/status=alumni/);
  await page.getByRole("button", { name: "Clear Student type" }).click();
  await expect(page).not.toHaveURL(/studentType/);
  await expect(page).toHaveURL(/status=alumni/);
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Alumni");
});

test("a list turns into its figures, and a group leads to the rows that it counts", async ({ page }) => {
  await openAs(page, "academic", "/system/slips?status=approved");
  await page.getByRole("button", { name: "Figures" }).click();
  const figures = page.getByRole("region", { name: "Figures of Slips" });
  await expect(figures.locator(".sr-chart-box svg")).toBeVisible();
  for (const [kind, mark] of [
    ["PNG", "\x89PNG"],
    ["SVG", "<svg"],
  ] as const) {
    const downloaded = page.waitForEvent("download");
    await figures.getByRole("button", { name: kind }).click();
    const content = await readFile(await (await downloaded).path());
    expect(content.subarray(0, 4).toString("latin1")).toBe(mark);
    expect(content.length, kind).toBeGreaterThan(2_000);
  }
  await choose(page, figures, "By", "Type");
  const row = figures.getByRole("row").filter({ has: page.getByRole("button", { name: "Seminar: show rows" }) });
  const count = await row.getByRole("cell").last().textContent();
  await row.getByRole("button").click();
  await settled(page);
  await expect(page.getByTestId("range")).toContainText(`of ${count ?? ""}`);
  expect(page.url()).toContain("status=approved&type=seminar");
  await page.goBack();
  await expect(figures).toBeVisible();
});
