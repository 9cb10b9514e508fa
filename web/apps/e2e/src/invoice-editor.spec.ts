import type { Locator, Page } from "@playwright/test";
import { button, choose, dialog, editor, expect, openAs, settled, test, type Api } from "./fixtures";
import { all } from "./sizes";

type Detail = {
  number: string | null;
  status: string;
  total: number;
  outstanding: number;
  dueDate: { date: string } | null;
  items: { id: number; description: string; amount: number; total: number }[];
  installmentPlan: { id: number; amount: number; isPaid: boolean }[];
};

async function addLine(
  page: Page,
  line: { account: string; sub: RegExp; text: string; amount: string; percent?: string },
): Promise<void> {
  await button(editor(page), "Add item").first().click();
  const form = page.getByRole("region", { name: "New item" });
  await choose(page, form, "Nominal code", new RegExp(line.account));
  await choose(page, form, "Sub account", line.sub);
  await form.getByRole("textbox", { name: /^Description/ }).fill(line.text);
  await form.getByLabel(/^Amount/).fill(line.amount);
  if (line.percent) {
    await choose(page, form, "Discount", "Percentage");
    await form.getByLabel(/^Discount percentage/).fill(line.percent);
  }
  await form.getByRole("button", { name: "Add item" }).click();
  await expect(form).toBeHidden();
}

/** Turns the text of a form's description into a link; Esc leaves the form open, and a wrong address is reported. */
async function linkAll(page: Page, form: Locator, address: string): Promise<void> {
  const text = form.getByRole("textbox", { name: /^Description/ });
  const link = dialog(page, "Link");
  await text.press("Control+A");
  await form.getByRole("button", { name: "Link" }).click();
  await expect(link.getByLabel("Address")).toBeFocused();
  await link.getByLabel("Address").press("Escape");
  await expect(link).toBeHidden();
  await expect(text).toBeFocused();
  await form.getByRole("button", { name: "Link" }).click();
  await link.getByLabel("Address").fill("staffroom");
  await link.getByLabel("Address").press("Enter");
  await expect(link.getByRole("alert")).toContainText("Please enter a whole address");
  await link.getByLabel("Address").fill(address);
  await link.getByLabel("Address").press("Enter");
  await expect(link).toBeHidden();
  await expect(text).toBeFocused();
}

const detail = (admin: Api, id: number) => admin.get<Detail>(`/invoice/${id}`);

test("an invoice from an empty draft to a part-paid one with a credit note", async ({ page, admin }) => {
  test.slow();
  const [student] = await admin.get<{ id: number }[]>("/students", { pageSize: 10, status: "active" });
  if (!student) throw new Error("The demo data has students");
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&entityType=student&entityTypeId=${student.id}`);
  await settled(page);

  // A comment needs an entity or enquiry.
  await page.getByRole("button", { name: "New invoice", exact: true }).click();
  const newInvoice = dialog(page, "New invoice");
  await newInvoice.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Please check for errors in the form")).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await newInvoice.getByRole("textbox", { name: /^Description/ }).fill("Made by a browser test");
  await newInvoice.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/[?&]invoice=\d+/);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("invoice"));
  await expect(editor(page).getByRole("heading", { level: 1 })).toContainText("Pro-forma Proposal");

  // Lines: pounds, a percentage of discount, VAT of the sub account; reordered by keys; deleted and restored.
  await addLine(page, {
    account: "200 Tuition",
    sub: /T2/,
    text: "Full-time tuition",
    amount: "1009.99",
    percent: "12.5",
  });
  await addLine(page, { account: "290 Other", sub: /T0/, text: "Registration fee", amount: "50" });
  const lines = editor(page).locator(".fin-lines tbody tr");
  await expect(lines).toHaveCount(2);
  await expect.poll(async () => (await detail(admin, id)).total).toBe(106_049 + 5000);
  await button(editor(page), "Move line 2").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(lines.first()).toContainText("Registration fee");
  await expect.poll(async () => (await detail(admin, id)).items[0]?.description).toContain("Registration fee");
  await button(editor(page), "Delete line 1").click();
  await page.getByRole("button", { name: "Delete item" }).click();
  await expect(lines).toHaveCount(1);
  await page.locator(".sr-toast").getByRole("button", { name: "Undo" }).click();
  await expect(lines.first()).toContainText("Registration fee");

  // An open form asks before navigation.
  await button(editor(page), "Edit line 1").click();
  await linkAll(page, page.getByRole("region", { name: "Edit item" }), "https://staffroom.example/fees");
  await page
    .getByRole("region", { name: "Edit item" })
    .getByLabel(/^Amount/)
    .fill("60");
  await page.goBack();
  await dialog(page, "Close without saving?").getByRole("button", { name: "Keep editing" }).click();
  await page
    .getByRole("region", { name: "Edit item" })
    .getByLabel(/^Amount/)
    .press("Control+Enter");
  await expect(editor(page).getByLabel("Figures")).toContainText("£1,120.49");
  expect((await detail(admin, id)).items[0]?.description).toContain('href="https://staffroom.example/fees"');

  // Without a due date, nothing can be shown or sent.
  await button(editor(page), /View PDF/).click();
  await expect(page.getByText("Please add a due date to the invoice first")).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  const due = editor(page).getByRole("textbox", { name: "Due date" });
  await due.fill("30/11/26");
  await due.press("Enter");
  await expect.poll(async () => (await detail(admin, id)).dueDate?.date).toBe("2026-11-30");

  // The PDF opens over the invoice, and closing it returns to the invoice.
  await button(editor(page), /View PDF/).click();
  const viewer = page.getByRole("region", { name: "File viewer" });
  await expect(viewer.getByRole("heading", { name: /\.pdf$/ })).toBeVisible();
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toBeHidden();
  await expect(editor(page).getByLabel("Figures")).toContainText("£1,120.49");

  // Three instalments; marking the invoice as sent proposes it.
  await button(editor(page), "Create installment plan").click();
  const plan = dialog(page, "Create installment plan");
  await expect(plan).toContainText("£373.50");
  // The close button has the focus until the first field gets it.
  await expect(plan.locator("input").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(editor(page), /Add instalment/)).toBeVisible();
  expect((await detail(admin, id)).installmentPlan.map(({ amount }) => amount)).toEqual([37_350, 37_350, 37_349]);
  await button(editor(page), "Mark as sent").click();
  await dialog(page, "Mark as sent").getByRole("button", { name: "Mark as sent" }).click();
  await expect(editor(page).locator(".sr-tag").first()).toHaveText("Proposed");
  await expect(editor(page).getByRole("link", { name: /#\/invoice\// })).toBeVisible();

  // One instalment is paid: the rest is outstanding, and the invoice is read-only.
  await button(editor(page), "Mark paid: instalment 1").click();
  await dialog(page, "Mark instalment as paid").getByRole("button", { name: "Mark paid" }).click();
  await expect(editor(page).locator(".sr-tag").first()).toHaveText("Part paid");
  await expect(editor(page).getByLabel("Figures")).toContainText("Outstanding£746.99");
  await expect(button(editor(page), "Add item")).toHaveCount(0);
  await expect(editor(page).getByRole("note")).toContainText("cannot be changed while its status is Part paid");
  await page.reload();
  await expect(editor(page).getByLabel("Figures")).toContainText("Outstanding£746.99");

  // A credit note replaces the invoice on the screen; Back leads to the invoice.
  await button(editor(page), "Issue credit note").click();
  await dialog(page, "Issue credit note").getByRole("button", { name: "Issue credit note" }).click();
  await expect(editor(page).getByRole("heading", { level: 1 })).toContainText("Credit note");
  await expect(editor(page).getByRole("tab")).toHaveCount(0);
  await page.goBack();
  await expect(editor(page).getByRole("heading", { level: 1 })).toContainText("Pro-forma Proposal");
  await expect(editor(page).getByText("Linked invoices")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeHidden();
  await expect(page).not.toHaveURL(/[?&]invoice=/);
});

test(
  "a deep link opens the invoice, a field saves when typing pauses, and two people do not overwrite each other",
  all,
  async ({ page, admin }) => {
    const { id } = await admin.draft();
    await openAs(page, "accounting", `/accounts/invoices?orgId=1&invoice=${id}`);
    const street = editor(page).getByRole("textbox", { name: "Line 1" });
    await expect(street).toBeVisible();
    // After saving, the invoice is read again; later changes of other users are not on the screen.
    const again = page.waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().endsWith(`/invoice/${id}`),
    );
    await street.fill("1 High Street");
    await expect(editor(page).getByText("Saved", { exact: true })).toBeVisible();
    await again;
    await admin.put(`/invoice/${id}`, "line1", "2 Low Street");
    await street.fill("3 Mid Street");
    await expect(editor(page).getByText("2 Low Street")).toBeVisible();
    await expect(street).toHaveValue("3 Mid Street");
    await editor(page).getByRole("button", { name: "Take theirs" }).click();
    await expect(street).toHaveValue("2 Low Street");
    await button(editor(page), "Delete").click();
    await page.getByRole("button", { name: "Delete invoice" }).click();
    await expect(editor(page)).toBeHidden();
    await expect(admin.get(`/invoice/${id}`)).rejects.toThrow("404");
  },
);
