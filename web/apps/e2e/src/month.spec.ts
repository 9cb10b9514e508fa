import { button, choose, dialog, editor, expect, heading, openAs, openEntry, rowsOf, test, unique } from "./fixtures";
import { addLine, card, day, figures, payThere, status } from "./month";
import { addPerson } from "./stories";
import { all } from "./sizes";

/**
 * One month of the accounts office with one student, only through the screens, exact to the penny at every step: enrol,
 * propose, send, take instalments, chase, credit, write off, agree with the accounting system.
 */

// In this order: a document that the accounting system refuses is missing there, and the month ends with a proof that
// nothing is missing.
test.describe.configure({ mode: "default" });

test("a month of accounts, from the enrolment to books that agree to the penny", all, async ({ page, admin }) => {
  test.setTimeout(240_000);
  const due = day(-45);
  const second = day(-45, 1);

  const [student, client] = [unique("Sa"), unique("Cl")];

  await openAs(page, "accounting");
  await test.step("enrol: a student, and the client who pays, with an address", async () => {
    await addPerson(page, "Clients", client);
    await page.getByRole("tab", { name: "Addresses" }).click();
    await page.getByRole("button", { name: "Add address" }).click();
    const address = dialog(page, "Add address");
    for (const [label, text] of [
      ["Title", "Home"],
      ["Line 1", "1 Mill Road"],
      ["City", "Oxford"],
      ["Postcode", "OX1 1AA"],
    ] as const) {
      await address.getByLabel(new RegExp(`^${label}`)).fill(text);
    }
    await address.getByRole("button", { name: "Add address" }).click();
    await expect(page.locator(".sr-tag").filter({ hasText: "Primary" })).toBeVisible();
    await addPerson(page, "Students", student);
    await page.getByRole("tab", { name: "Clients" }).click();
    await page.getByRole("button", { name: "Add client" }).click();
    const addClient = dialog(page, "Add client");
    await addClient.getByRole("combobox").fill(client);
    await page.getByTitle(`Test ${client}`, { exact: false }).click();
    await addClient.getByRole("button", { name: "Add client" }).click();
    await page.getByRole("button", { name: "Make the payer" }).click();
    await expect(page.locator(".sr-tag").filter({ hasText: "Pays" })).toBeVisible();
    await page.getByRole("tab", { name: "Money" }).click();
    await expect(page.getByText("No invoices here yet.")).toBeVisible();
  });

  await test.step("propose: lines with VAT, discounts and an exam, three instalments", async () => {
    await page.getByRole("button", { name: "New invoice", exact: true }).click();
    const newInvoice = dialog(page, "New invoice");
    await newInvoice.getByRole("textbox", { name: /^Description/ }).fill("A month of accounts");
    await newInvoice.getByRole("button", { name: "Create" }).click();
    await expect(editor(page).getByRole("heading", { level: 1 })).toContainText("Pro-forma Proposal");
    await expect(editor(page).locator(".fin-head-name")).toHaveText(`Test ${client}`);
    await expect(editor(page).getByRole("textbox", { name: "Line 1" })).toHaveValue("1 Mill Road");
    await expect(editor(page).getByRole("textbox", { name: "Line 2" })).toHaveValue("Oxford");
    await addLine(page, {
      account: /200 Tuition/,
      sub: /T2/,
      text: "Full-time tuition",
      amount: "1009.99",
      discount: ["Percentage", "12.5"],
      total: "£1,060.49",
    });
    await addLine(page, {
      type: "Other",
      account: /290 Other/,
      sub: /T0/,
      text: "Registration fee",
      amount: "50",
      total: "£50.00",
    });
    await addLine(page, {
      type: "Exams",
      account: /472 Examination/,
      sub: /B3/,
      text: "Mathematics, OCR H240",
      amount: "87.36",
      total: "£104.83",
    });
    await addLine(page, {
      type: "Other",
      account: /290 Other/,
      sub: /T2/,
      text: "Course books",
      amount: "60",
      discount: ["Amount", "5.01"],
      total: "£65.99",
    });
    await figures(page, {
      "Sub-total": "£1,207.35",
      Discount: "-£131.26",
      VAT: "£205.22",
      Total: "£1,281.31",
      Outstanding: "£1,281.31",
    });

    const field = editor(page).getByRole("textbox", { name: "Due date" });
    await field.fill(due.typed);
    await field.press("Enter");
    await expect(editor(page).getByText("Saved", { exact: true })).toBeVisible();
    await button(editor(page), "Create installment plan").click();
    await expect(dialog(page, "Create installment plan")).toContainText(
      "£1,281.31 in 3 instalments of £427.11, the last of £427.10",
    );
    await dialog(page, "Create installment plan").getByRole("button", { name: "Create" }).click();
    await expect(card(page, "Instalment plan").locator("tbody tr")).toHaveText([/£427\.11/, /£427\.10/, /£427\.10/]);
    await expect(card(page, "Instalment plan").locator("tfoot")).toContainText("£1,281.31");
  });

  let number = "";
  await test.step("send: the mail proposes it", async () => {
    await button(editor(page), "Send by email").click();
    const mail = dialog(page, "Send by email");
    await expect(mail.getByLabel("To", { exact: true })).toHaveValue(`${client.toLowerCase()}@staffroom.example`);
    await expect(mail).toContainText(
      /£854\.21 is to be paid by .* These are instalments 1 and 2 of 3; £1,281\.31 is outstanding in all\./,
    );
    await mail.getByRole("button", { name: "Send", exact: true }).click();
    await expect(mail).toBeHidden();
    await expect(status(page)).toHaveText("Proposed");
    await expect(card(page, "Emails").locator("tbody tr")).toHaveText([/Invoice.*Sent/]);
    number = /INV-[\d-]+/.exec((await editor(page).getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0] ?? "";
    expect(number).toMatch(/^INV-/);
    await expect(card(page, "Accounting system")).toContainText("In step");
  });

  await test.step("take: the first instalment here, a part of the second in the accounting system", async () => {
    await button(editor(page), "Mark paid: instalment 1").click();
    await dialog(page, "Mark instalment as paid").getByRole("button", { name: "Mark paid" }).click();
    await expect(status(page)).toHaveText("Part paid");
    await figures(page, { Total: "£1,281.31", Paid: "-£427.11", Outstanding: "£854.20" });
    await expect(card(page, "Instalment plan").locator("tfoot")).toContainText("1 of 3 paid");
    await expect(card(page, "Accounting system")).toContainText("In step");
    // Both days have passed, so the second is due now, and the invoice with it.
    const second = await card(page, "Instalment plan").locator("tbody tr").nth(1).locator("td").first().textContent();
    await expect(editor(page).locator(".fin-fields")).toContainText(`Due date${second}`);
    await payThere(page, number, "300.00", "554.20");
    await figures(page, { Total: "£1,281.31", Paid: "-£727.11", Outstanding: "£554.20" });
    await expect(card(page, "Payments").locator("tbody tr")).toHaveCount(2);
    await expect(card(page, "Payments").locator("tbody")).toContainText("£300.00");
  });

  await test.step("chase: a reminder from the unpaid list", async () => {
    await button(editor(page), "Close").click();
    await openEntry(page, "Money", "Unpaid invoices");
    await expect(heading(page, "Unpaid invoices")).toBeVisible();
    await page.getByRole("searchbox").fill(number);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText(number);
    await expect(rowsOf(page)).toContainText("£554.20");
    await rowsOf(page).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send reminder" }).click();
    const sending = dialog(page, "Send reminders");
    await expect(sending.getByRole("status")).toContainText("1 of 1 invoice will be sent");
    await sending.getByRole("button", { name: "Send 1" }).click();
    await expect(sending).toContainText("1 sent");
    await sending.getByRole("button", { name: "Close" }).last().click();
    await rowsOf(page).getByText(number).dblclick();
    await expect(card(page, "Emails").locator("tbody tr")).toHaveText([/Reminder.*Sent/, /Invoice.*Sent/]);
  });

  await test.step("the client opens the link with the passcode and sees what is due", async () => {
    const link = await card(page, "Payment link").getByRole("link").getAttribute("href");
    const passcode = (await card(page, "Payment link").locator("b").textContent()) ?? "";
    // In a separate browser, since the client has no account.
    const context = await page.context().browser()?.newContext();
    if (!context || !link) throw new Error("The invoice has a payment link");
    const client = await context.newPage();
    await client.goto(link);
    await client.getByLabel("Passcode").fill(passcode);
    await client.getByRole("button", { name: "Open the invoice" }).click();
    await expect(client.getByRole("heading", { level: 1 })).toContainText(number);
    const next = client.getByLabel("What is due");
    await expect(next).toContainText(`Overdue since ${second.spelled}`);
    await expect(next.locator(".figure")).toHaveText("£127.10");
    await expect(next).toContainText("£554.20 outstanding in all");
    await expect(client.locator(".sums")).toContainText("£1,281.31");
    await context.close();
  });

  let note = "";
  await test.step("credit: a note for the exam that was not taken", async () => {
    await button(editor(page), "Issue credit note").click();
    await dialog(page, "Issue credit note").getByRole("button", { name: "Issue credit note" }).click();
    await expect(editor(page).getByRole("heading", { level: 1 })).toContainText("Credit note");
    await addLine(page, {
      kind: "Credit",
      type: "Exams",
      account: /472 Examination/,
      sub: /B3/,
      text: "Mathematics, OCR H240",
      amount: "87.36",
      total: "-£104.83",
    });
    await figures(page, { "Sub-total": "-£87.36", VAT: "-£17.47", Total: "-£104.83" });
    await button(editor(page), "Send by email").click();
    await dialog(page, "Send by email").getByRole("button", { name: "Send", exact: true }).click();
    await expect(status(page)).toHaveText("Issued");
    await expect(card(page, "Emails").locator("tbody tr")).toHaveText([/Sent/]);
    note = /INV-[\d-]+/.exec((await editor(page).getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0] ?? "";
    expect(note).toMatch(/^INV-/);
    await card(page, "Linked invoices").getByRole("button", { name: number }).click();
    await expect(editor(page).getByRole("heading", { level: 1 })).toContainText(number);
    await figures(page, { Total: "£1,281.31", Paid: "-£727.11", Credited: "-£104.83", Outstanding: "£449.37" });
  });

  await test.step("take a card payment, and write off the small balance", async () => {
    await expect(button(editor(page), "Write off balance")).toHaveCount(0);
    await button(editor(page), "Enter payment").click();
    const entry = dialog(page, "Enter payment");
    await expect(entry.getByLabel(/^Amount/)).toHaveValue("449.37");
    await entry.getByLabel(/^Amount/).fill("400");
    await choose(page, entry, "Payment method", "credit card");
    await entry.getByRole("button", { name: "Enter payment" }).click();
    await figures(page, { Paid: "-£1,127.11", Credited: "-£104.83", Outstanding: "£49.37" });
    // The person who made the invoice may not write off its balance.
    await expect(button(editor(page), "Write off balance")).toHaveCount(0);
    const context = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
    if (!context) throw new Error("The browser is gone");
    const other = await context.newPage();
    await openAs(
      other,
      "sysadmin",
      new URL(page.url().replace("/#/", "/")).pathname + new URL(page.url().replace("/#/", "/")).search,
    );
    await button(editor(other), "Write off balance").click();
    await dialog(other, "Write off balance").getByRole("button", { name: "Write off" }).click();
    await expect(status(other)).toHaveText("Paid");
    await context.close();
    await page.reload();
    await expect(status(page)).toHaveText("Paid");
    await figures(page, {
      "Sub-total": "£1,207.35",
      Discount: "-£131.26",
      VAT: "£205.22",
      Paid: "-£1,127.11",
      Credited: "-£104.83",
      "Small balance write-off": "-£49.37",
      Total: "£1,231.94",
      Outstanding: "£0.00",
    });
  });

  await test.step("reconcile: both documents are synchronised, and both sides agree to the penny", async () => {
    await expect(card(page, "Accounting system")).toContainText("In step");
    await card(page, "Linked invoices").getByRole("button", { name: note }).click();
    await expect(editor(page).getByRole("heading", { level: 1 })).toContainText(note);
    await figures(page, { Total: "-£104.83" });
    await expect(card(page, "Accounting system")).toContainText("In step");
    await button(editor(page), "Close").click();
    await openEntry(page, "Money", "Accounting system");
    await expect(heading(page, "Accounting system")).toBeVisible();
    const proofs = () =>
      admin.get<{ proof: { finished: string } | null }>("/xero/sync").then(({ proof }) => proof?.finished ?? "");
    const before = await proofs();
    await page.getByRole("button", { name: "Prove now" }).click();
    await expect.poll(proofs, { timeout: 30_000 }).not.toBe(before);
    const proof = page.locator(".sr-panel").filter({ hasText: "Last proof" });
    await expect(proof).toContainText("Both sides agree");
    await expect(proof.locator("dl")).toHaveText(/Difference\s*£0\.00\s*Missing\s*0\s*Twice\s*0/);
  });
});

test("a document refused by the accounting system shows the reason, is retried by hand, and is synchronised once corrected", async ({
  page,
  admin,
}) => {
  const { id } = await admin.draft();
  // An account whose code is too long for the accounting system, which creates it with the first document.
  const stamp = String(Date.now());
  const account = await admin.post("/xero/org/accounts", { orgId: 1, code: stamp, name: `Registration ${stamp}` });
  const sub = await admin.post("/xero/org/sub-accounts", {
    accountId: account.id,
    code: "R1",
    name: "Registration",
    VATRate: 2000,
  });
  const line = (amount: number) => admin.line(id, amount, { accountId: account.id, subAccountId: sub.id });
  await line(500);
  await admin.post(`/invoice/${id}/mark/sent`, { date: "2026-11-01T09:00:00Z" });
  const { number } = await admin.get<{ number: string }>(`/invoice/${id}`);
  const refused = "The account code must be 1 to 10 characters";

  await openAs(page, "accounting", "/accounts/sync");
  await page.getByRole("tab", { name: "Refused" }).click();
  const row = rowsOf(page).filter({ hasText: number });
  await expect(async () => {
    await page.reload();
    await page.getByRole("tab", { name: "Refused" }).click();
    await expect(row).toContainText(refused, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.locator(".fin-counts [data-bad]").filter({ hasText: "Refused" })).toBeVisible();

  await row.getByText(number).dblclick();
  await expect(card(page, "Accounting system").getByRole("alert")).toHaveText(refused);
  const again = page.waitForResponse((answer) => answer.url().endsWith(`/invoice/${id}/sync/retry`));
  await card(page, "Accounting system").getByRole("button", { name: "Retry" }).click();
  expect((await again).status()).toBe(200);
  await expect(page.locator(".sr-toast-positive")).toContainText("It is tried again");
  // Without a change it is refused again; after a change nobody has to press anything.
  await expect(card(page, "Accounting system").getByRole("alert")).toBeVisible();
  await admin.put(`/xero/org/accounts/${account.id}`, "code", stamp.slice(-9));
  // Issued lines stay unchanged; the due date may change.
  await admin.put(`/invoice/${id}`, "dueDate", new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
  await expect(card(page, "Accounting system")).toContainText("In step", { timeout: 30_000 });
  await expect(card(page, "Accounting system").getByRole("alert")).toHaveCount(0);
});
