import { readFile } from "node:fs/promises";
import { request, type Locator, type Page } from "@playwright/test";
import { Api, dialog, expect, openAnewAs, openAs, rowsOf, settled, signInToClient, test, unique } from "./fixtures";
import { mail } from "./mailing";
import { headerOf, mailsTo } from "./mails";

/** The mailbox of tech support in the demo data. */
const support = "support@staffroom.example";

const messages = (ticket: Locator): Locator => ticket.locator(".sr-ticket-message");

/** Waits until the list has this number of tickets: a mail is read shortly after it arrived. */
const listed = (page: Page, count: number): Promise<void> =>
  expect(async () => {
    await page.reload();
    await settled(page);
    await expect(rowsOf(page)).toHaveCount(count, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

/** Saves the original of the mail below a message. */
async function original(page: Page, message: Locator): Promise<string> {
  const coming = page.waitForEvent("download");
  await message.getByRole("button", { name: "Original mail" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^mail-\d+\.eml$/);
  return readFile(await file.path(), "utf8");
}

test("a tutor's question by mail is merged, answered, answered back, resolved and rated", async ({ page, admin }) => {
  test.slow();
  const word = unique("Sheet");
  const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
  const tutor = new Api(calls, "tutor", signInToClient);
  const { email } = await tutor.get<{ email: string }>("/auth/user");
  const from = `A Tutor <${email}>`;
  const ticket = dialog(page, new RegExp(`${word} is empty`));

  await test.step("the tutor asks by mail, and again on the page", async () => {
    await openAs(page, "techsupport", `/support/tickets/techSupport?search=${word}`);
    await mail({
      from,
      to: support,
      subject: `${word} is empty`,
      text: "The sheet of marks is empty.\n\nWhere are they?\n\n-- \nA Tutor",
    });
    await listed(page, 1);
    await expect(rowsOf(page)).toContainText("Submitted");
    await tutor.post("/v2/support/ticket", {
      team: "techSupport",
      title: `${word} once more`,
      priority: 3,
      metaType: "bug",
      message: "<p>And yesterday's</p>",
    });
    await listed(page, 2);
  });

  await test.step("support merges both", async () => {
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
    await page.locator(".sr-selection").getByRole("button", { name: "Merge" }).click();
    const merging = dialog(page, "Merge 2 tickets");
    await merging.getByRole("button", { name: "Merge" }).click();
    await expect(merging).toBeHidden();
    await settled(page);
    await rowsOf(page).filter({ hasText: "Submitted" }).dblclick();
    await expect(ticket.locator("[data-merged]")).toContainText("And yesterday's");
    await expect(messages(ticket).first()).toContainText("The sheet of marks is empty.");
    await expect(messages(ticket).first()).toContainText("By mail");
    await expect(messages(ticket).first()).toContainText(`From ${email}`);
  });

  let answer = "";
  await test.step("the canned answer goes out by mail", async () => {
    await ticket.getByRole("button", { name: "Canned answers" }).click();
    await page.getByRole("menuitem", { name: /It works again/ }).click();
    await ticket.getByRole("button", { name: "Send" }).click();
    await expect(messages(ticket).last()).toContainText("it works again");
    await expect(messages(ticket).last()).toContainText(`Mailed to ${email}`, { timeout: 30_000 });
    answer =
      mailsTo(email).find((one) => headerOf(one, "Subject").includes(word) && one.includes("it works again")) ?? "";
    expect(headerOf(answer, "Reply-To")).toMatch(/^support\+t\d+-\w{16}@/);
  });

  const inReply = { "In-Reply-To": headerOf(answer, "Message-ID"), References: headerOf(answer, "Message-ID") };
  await test.step("the tutor's reply is added to the ticket, with its quote folded", async () => {
    const text =
      "Thank you, all marks are there.\n\nOn Monday Tech support wrote:\n> it works again. Please reload the page once";
    await mail({
      from,
      to: headerOf(answer, "Reply-To"),
      subject: headerOf(answer, "Subject"),
      text,
      headers: inReply,
    });
    const reply = messages(ticket).last();
    await expect(reply).toContainText("Thank you, all marks are there.", { timeout: 30_000 });
    await expect(reply).not.toContainText("Not on this ticket");
    await expect(reply.getByText("Please reload the page once")).toBeHidden();
    await reply.getByText("Quoted text and signature").click();
    await expect(reply.getByText("Please reload the page once")).toBeVisible();
    expect(await original(page, reply)).toContain(`In-Reply-To: ${inReply["In-Reply-To"]}`);
  });

  await test.step("a stranger who replies is shown as not on the ticket", async () => {
    await mail({
      from: `Sam Other <${word.toLowerCase()}@example.org>`,
      to: support,
      subject: `Re: ${word}`,
      text: "Mine is empty too.",
      headers: inReply,
    });
    await expect(messages(ticket).last()).toContainText("Mine is empty too.", { timeout: 30_000 });
    await expect(messages(ticket).last()).toContainText("Not on this ticket");
    await expect(messages(ticket).last()).toContainText(`From ${word.toLowerCase()}@example.org`);
  });

  await test.step("it is resolved, and the tutor rates the answer with the link in the mail", async () => {
    await ticket.getByRole("button", { name: "Resolved" }).click();
    await expect(ticket).toBeHidden();
    const resolved = () =>
      mailsTo(email).find((one) => headerOf(one, "Subject").includes(word) && one.includes("is resolved")) ?? "";
    await expect.poll(resolved, { timeout: 30_000 }).toContain("/rate/");
    await page.goto(/href="([^"]+\/rate\/[^"]+)"/.exec(resolved())?.[1] ?? "");
    await expect(page.getByRole("heading", { name: /is resolved$/ })).toBeVisible();
    await page.getByRole("radio", { name: "Very good" }).check();
    await page.getByRole("textbox", { name: "Comment" }).fill("Quick");
    await page.getByRole("button", { name: "Rate the answer" }).click();
    await expect(page.getByRole("heading")).toHaveText("Thank you for rating the answer");
    const [rated] = await admin.get<{ rating: number }[]>("/v2/support/tickets", {
      search: `${word} is empty`,
      status: "resolved",
    });
    expect(rated).toMatchObject({ rating: 5 });
    await openAnewAs(page, "techsupport", `/support/tickets/techSupport?search=${word}&status=resolved&rating=5`);
    await settled(page);
    await rowsOf(page).filter({ hasText: "is empty" }).dblclick();
    await expect(ticket.getByLabel("Details")).toContainText("Very good Quick");
    await expect(ticket.getByLabel("Details")).toContainText("By the rota of the team");
  });
  await calls.dispose();
});

test("a stranger's mail becomes a ticket from their address, and its original can be downloaded", async ({ page }) => {
  const word = unique("Hello");
  const address = `${word.toLowerCase()}@example.org`;
  await openAs(page, "techsupport", `/support/tickets/techSupport?search=${word}`);
  const messageId = await mail({
    from: `Sam Other <${address}>`,
    to: support,
    subject: word,
    text: "Is there a place?\n.\nThank you",
  });
  await listed(page, 1);
  await expect(rowsOf(page)).toContainText(address);
  await rowsOf(page).dblclick();
  const ticket = dialog(page, new RegExp(word));
  await expect(ticket.getByLabel("Details")).toContainText(address);
  await expect(messages(ticket)).toContainText(`Sam Other <${address}>`);
  await expect(messages(ticket)).not.toContainText("Not on this ticket");
  const raw = await original(page, messages(ticket));
  expect(raw).toContain(`Message-ID: ${messageId}`);
  expect(raw).toContain("Is there a place?\r\n.\r\nThank you");
  // Automatic mails get no receipt.
  await expect.poll(() => mailsTo(address).map((one) => headerOf(one, "Auto-Submitted"))).toEqual(["auto-generated"]);
});
