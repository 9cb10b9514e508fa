import type { Locator, Page } from "@playwright/test";
import { editor, expect, heading, openAs, rowsOf, settled, test, unique, type Api } from "./fixtures";
import { all } from "./sizes";

type Exam = { id: number; board: string; code: string; level: string; subject: string };
type Item = { amount: number; total: number; description: string };
type Invoice = {
  name: string;
  total: number;
  items: Item[];
  invoicedEntity: { ids: Record<string, number | null> };
  organisation: { id: number };
};

const choices = (page: Page): Locator =>
  page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option");
const pounds = (pence: number) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);

/** An enquiry about exams, used by this test only, with its own candidate; waits until finance knows both. */
async function enquiry(admin: Api): Promise<{ ewtId: number; lastName: string }> {
  const lastName = unique();
  const candidate = await admin.post("/candidates", {
    firstName: "Test",
    lastName,
    status: "active",
    email: "fresh@staffroom.example",
  });
  const asked = await admin.post("/enquiry", { firstName: "Test", lastName, leadStatus: "new" });
  const { id } = await admin.post("/enquiryWithType", {
    enquiryId: asked.id,
    type: "exams",
    status: "new",
    organisationId: 1,
    candidateId: candidate.id,
  });
  return { ewtId: id, lastName };
}

test("an invoice for a new enquiry has the fees of two exams as lines", all, async ({ page, admin }) => {
  test.slow();
  // The newest may be one that the other test has just added and that is still empty.
  const series = (await admin.get<{ id: number; name: string; exams: number }[]>("/system/examseries/list")).find(
    ({ exams: count }) => count > 1,
  );
  if (!series) throw new Error("The demo data has a series of several exams");
  const exams = (await admin.get<Exam[]>(`/system/examseries/${series.id}/exams/list`)).slice(0, 2);
  const items = (await Promise.all(exams.map(({ id }) => admin.get<Item[]>(`/exam/${id}/invoiceitems`)))).flat();
  const { ewtId, lastName } = await enquiry(admin);

  // From the candidate's profile to the invoices of the enquiry, where the first one is added.
  const { candidateId } = await admin.get(`/enquiryWithType/${ewtId}`);
  await openAs(page, "accounting", `/candidates/${String(candidateId)}/enquiries`);
  await page.getByText("Exams", { exact: true }).dblclick();
  await expect(heading(page, `Invoices of enquiry ${ewtId} Test ${lastName}`)).toBeVisible();
  await page.getByRole("button", { name: "New invoice", exact: true }).click();
  const newInvoice = page.getByRole("dialog").filter({ hasText: "New invoice" });
  await newInvoice.getByRole("textbox", { name: /^Description/ }).fill("Made by a browser test");
  await newInvoice.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/[?&]invoice=\d+/);
  await expect(editor(page).locator(".fin-head-name")).toHaveText(`Test ${lastName}`);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("invoice"));

  // Choose series, exams and all their items.
  await editor(page).getByRole("button", { name: "Exam items" }).click();
  const dialog = page.getByRole("dialog", { name: "Exam items" });
  await dialog.getByRole("combobox", { name: "Exam series" }).click();
  await choices(page).getByText(series.name, { exact: true }).click();
  await dialog.getByRole("combobox", { name: "Exams", exact: true }).click();
  for (const { board, level, subject, code } of exams)
    await choices(page).getByText([board, level, subject, code].join(" "), { exact: true }).click();
  await expect(dialog.locator("tbody .ant-table-row")).toHaveCount(items.length);
  await dialog.locator("thead").getByRole("checkbox").check();
  await dialog.getByRole("button", { name: `Add items (${items.length})` }).click();
  await expect(editor(page).locator(".fin-lines tbody tr")).toHaveCount(items.length);
  const total = items.reduce((sum, item) => sum + item.total, 0);
  await expect(editor(page).getByLabel("Figures")).toContainText(`Total${pounds(total)}`);
  const invoice = await admin.get<Invoice>(`/invoice/${id}`);
  expect(invoice.total).toBe(total);
  expect(invoice.items.map(({ amount }) => amount).toSorted()).toEqual(items.map(({ amount }) => amount).toSorted());
  expect(invoice.invoicedEntity.ids).toMatchObject({ enquiryWithTypeId: ewtId, candidateId, studentId: null });
  expect(invoice.organisation.id).toBe(1);
});

test("the exams office adds a series and an exam, edits it inline and deletes both", async ({ page, admin }) => {
  const name = unique("Series ");
  await openAs(page, "exams", "/exams/series");
  await settled(page);
  await page.getByRole("button", { name: "New exam series", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill(name);
  await form.getByRole("combobox", { name: "Type" }).click();
  await choices(page).getByText("Trial", { exact: true }).click();
  await form.getByRole("combobox", { name: "Season", exact: true }).click();
  await choices(page).getByText("Summer", { exact: true }).click();
  await form.getByLabel("Year").fill("2031");
  await form.getByRole("button", { name: "Add exam series" }).click();
  await page.getByText(name).dblclick();
  await expect(heading(page, name)).toBeVisible();

  const id = Number(/series\/(\d+)/.exec(page.url())?.[1]);
  await admin.post("/exam", {
    seriesId: id,
    name: "French, higher tier",
    board: "AQA",
    level: "GCSE",
    subject: "French",
    code: "8658/H",
    papers: 4,
  });
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("switch", { name: "EDIT" }).click();
  await rowsOf(page).getByRole("button", { name: "Edit Code" }).click();
  const cell = page.locator(".sr-edit-cell input");
  await cell.fill("8659");
  await cell.press("Enter");
  await expect.poll(async () => (await admin.get<Exam[]>(`/system/examseries/${id}/exams/list`))[0]?.code).toBe("8659");

  // A series with exams cannot be deleted; one without can.
  await expect(admin.send("DELETE", `/system/examseries/${id}`)).rejects.toThrow(
    "is used by 1 exam. Archive it instead.",
  );
  await rowsOf(page).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await expect(rowsOf(page)).toHaveCount(0);
  await admin.send("DELETE", `/system/examseries/${id}`);
});
