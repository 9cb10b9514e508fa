import {
  choose,
  dialog,
  emptyInvoice,
  expect,
  heading,
  mainMenu,
  openAs,
  rowsOf,
  settled,
  test,
  unique,
  type Api,
} from "./fixtures";
import { all } from "./sizes";

/** Proposed invoices of one student, used by this test only; the last one has no due date. */
async function invoices(admin: Api, count: number): Promise<{ name: string; entity: string; ids: number[] }> {
  const {
    id: first,
    studentId,
    lastName,
  } = await admin.draft({ email: `${unique("mail").toLowerCase()}@staffroom.example` });
  const ids: number[] = [];
  for (let place = 1; place <= count; place += 1) {
    const id = place === 1 ? first : (await admin.post("/invoice", { ...emptyInvoice, entityTypeId: studentId })).id;
    await admin.line(id, 1000 * place);
    if (place < count) await admin.put(`/invoice/${id}`, "dueDate", "2026-12-01");
    await admin.post(`/invoice/${id}/mark/sent`, { date: "2026-11-01T09:00:00Z" });
    ids.push(id);
  }
  return { name: `Test ${lastName}`, entity: `entityType=student&entityTypeId=${studentId}`, ids };
}

test("Setup lists the settings; a sample is added, changed next to the list and deleted", all, async ({ page }) => {
  const title = unique("Sample ");
  await openAs(page, "accounting", "/accounts/invoices");
  await expect(mainMenu(page).getByRole("link", { name: "Samples" })).toHaveCount(0);
  await mainMenu(page).getByRole("link", { name: "Setup", exact: true }).click();
  const cards = page.getByRole("navigation", { name: "Setup" });
  for (const name of [
    "Accounts",
    "Sub accounts",
    "Samples",
    "Exam fees",
    "Mail texts",
    "Letterheads",
    "Bank accounts",
  ]) {
    await expect(cards.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search in Setup" }).fill("sampl");
  await expect(cards.getByRole("link")).toHaveCount(1);
  await cards.getByRole("link", { name: "Samples" }).click();
  await expect(heading(page, "Samples")).toBeVisible();

  await page.getByRole("button", { name: "New sample", exact: true }).click();
  const form = dialog(page, "New sample");
  await choose(page, form, "Kind", "Footer");
  await form.getByLabel(/^Title/).fill(title);
  await form.getByRole("textbox", { name: /^Description/ }).fill("Please quote the number");
  await form.getByRole("button", { name: "Add sample", exact: true }).click();
  await expect(form).toBeHidden();

  await rowsOf(page).getByText(title).dblclick();
  const record = page.locator(".ant-drawer-section");
  await record.getByLabel(/^Title/).fill(`${title} B`);
  await record.getByLabel(/^Title/).press("Enter");
  await expect(record.getByText("Saved")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page).getByText(`${title} B`)).toBeVisible();

  await page.getByRole("switch", { name: "EDIT" }).click();
  await rowsOf(page)
    .filter({ hasText: `${title} B` })
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page, "Delete entry?").getByRole("button", { name: "Yes, delete" }).click();
  await expect(rowsOf(page).getByText(title)).toHaveCount(0);
});

test("every figure of the statistics leads to the rows that it counts", async ({ page }) => {
  await openAs(page, "staff", "/accounts/invoicestatistics?orgId=3");
  for (const [table, row] of [
    ["By status", "Paid"],
    ["By type", "Exams"],
    ["Outstanding by age", "More than 90 days"],
  ] as const) {
    const line = page
      .getByRole("table", { name: table })
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: row, exact: true }) });
    const count = (await line.getByRole("cell").first().textContent()) ?? "";
    await line.getByRole("link").click();
    await expect(heading(page, "Invoices")).toBeVisible();
    await expect(page.locator(".fin-totals b").first(), `${table}, ${row}`).toHaveText(count);
    await page.goBack();
    await expect(heading(page, "Invoice statistics")).toBeVisible();
  }
  await choose(page, page.locator("main"), "Organisation", "London");
  await expect(page).toHaveURL(/orgId=2/);
  await page.reload();
  await expect(page.getByRole("table", { name: "By organisation" }).getByRole("link")).toHaveText(["London"]);
});

test("the VAT figures of a quarter add up its documents and are exported to a spreadsheet", async ({ page, admin }) => {
  const pence = (text: string | null) => Math.round(Number((text ?? "").replace(/[£,]/g, "")) * 100);
  await openAs(page, "staff", "/accounts/vat?orgId=1");
  await expect(heading(page, "VAT figures")).toBeVisible();
  await expect(mainMenu(page).getByRole("link", { name: "VAT figures", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const table = page.getByRole("table", { name: "Oxford" });
  const sum = table.getByRole("row", { name: /^Total/ });
  await expect(sum).toBeVisible();
  const total = await sum.getByRole("cell").allTextContents();
  await table.getByRole("link", { name: "Oxford" }).click();
  await expect(heading(page, "Invoices")).toBeVisible();
  const query = Object.fromEntries(new URL(page.url().replace("/#", "")).searchParams);
  const [documents] = await admin.get<{ net: number; VAT: number }[]>("/invoices/totals", query);
  expect(total.slice(1).map(pence)).toEqual([
    documents?.net,
    documents?.VAT,
    (documents?.net ?? 0) + (documents?.VAT ?? 0),
  ]);
  await page.goBack();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toBe("vat-figures.xlsx");
  await choose(page, page.locator("main"), "Organisation", "London");
  await expect(page).toHaveURL(/orgId=2/);
  await expect(page.getByRole("table", { name: "Oxford" })).toHaveCount(0);
});

test("many invoices are sent at once, with preview, progress and a result for each", all, async ({ page, admin }) => {
  const { entity, ids } = await invoices(admin, 3);
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&${entity}`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const sending = dialog(page, "Send invoices");
  await expect(sending.getByRole("status")).toContainText("2 of 3 invoices will be sent.");
  await expect(sending.getByRole("row").filter({ hasText: "Left out" })).toContainText(
    "Please add a due date to the invoice first",
  );
  await sending.getByRole("button", { name: "Send 2" }).click();
  await expect(sending.getByRole("status")).toHaveText("2 sent, 1 left out", { timeout: 30_000 });
  // Rows that need a decision come first.
  await expect(sending.locator("tbody .sr-tag")).toHaveText(["Left out", "Sent", "Sent"]);
  await sending.getByRole("button", { name: "Close" }).last().click();
  expect(
    (await admin.get<{ emails: { state: string }[] }>(`/invoice/${ids[0]}`)).emails.map(({ state }) => state),
  ).toEqual(["sent"]);
});

test("selected invoices get the mail of a template, after a preview of each", async ({ page, admin }) => {
  const { entity, name } = await invoices(admin, 2);
  const template = unique("Thanks ");
  await admin.post("/emailTemplate", {
    name: template,
    about: "invoice",
    subject: "Thank you: {{invoiceNumber}}",
    body: "<p>Dear {{name}}, thank you.</p>",
    fileIds: [],
  });
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&${entity}`);
  await settled(page);
  for (const place of [0, 1]) await rowsOf(page).nth(place).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.getByRole("menuitem", { name: template }).click();
  const preview = dialog(page, "Email preview");
  await expect(preview.getByRole("status")).toHaveText("1 of 2");
  await expect(preview.getByLabel("Subject")).toHaveValue(/^Thank you: INV-1-\d+$/);
  await expect(preview).toContainText(`Dear ${name}, thank you.`);
  await preview.getByRole("button", { name: "Next recipient" }).click();
  await preview.getByLabel("Subject").fill("Thank you, once more");
  await preview.getByRole("button", { name: "Send 2" }).click();
  await expect(page.locator(".sr-toast-positive")).toContainText("Emails sent: Emails have been distributed");
  await expect(preview).toBeHidden();
  await expect
    .poll(
      async () => {
        const log = await admin.get<{ subject: string; template: string; state: string }[]>("/emailTemplates/sent", {
          search: name,
          page: 1,
          pageSize: 10,
        });
        return log
          .filter((mail) => mail.template === template)
          .map(({ subject, state }) => `${subject.replace(/INV-1-\d+/, "number")}: ${state}`)
          .sort();
      },
      { timeout: 30_000 },
    )
    .toEqual(["Thank you, once more: sent", "Thank you: number: sent"]);
});

test("the page of the accounting system shows connections, remaining calls and sent documents", async ({ page }) => {
  await openAs(page, "accounting", "/accounts/sync");
  const panel = (title: string) =>
    page.locator(".sr-panel").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  for (const title of ["Oxford", "London", "Portugal"]) {
    await expect(panel(title)).toContainText("Connected");
    await expect(panel(title).locator("dl")).toContainText(
      /Waiting\d+.*Refused\d+Conflict\d+In step[\d,]+Calls left today[\d,]+ [\d,]+ this minute/,
    );
  }
  await expect(panel("Last proof")).toBeVisible();
  await page.getByRole("tab", { name: "In step" }).click();
  await expect(rowsOf(page).first().or(page.getByText("Nothing matches"))).toBeVisible();
});
