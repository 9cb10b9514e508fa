import type { Locator } from "@playwright/test";
import { choose, dialog, expect, openAnewAs, openAs, openClientAs, rowsOf, settled, test, unique } from "./fixtures";

const message = (inside: Locator): Locator => inside.getByRole("textbox", { name: "Message" });
const form = { team: "techSupport", priority: 2, metaType: "bug", message: "<p>I see it too</p>" };

/** A ticket of sysadmin for tech support. */
async function raised(
  admin: { get: <T>(path: string) => Promise<T>; post: (path: string, data?: unknown) => Promise<{ id: number }> },
  title: string,
): Promise<number> {
  const { id: primaryUser } = await admin.get<{ id: number }>("/auth/user");
  return (await admin.post("/v2/support/ticket", { ...form, title, primaryUser })).id;
}

test("a tutor's question is merged with another, answered from a canned answer, resolved and rated", async ({
  page,
  admin,
}) => {
  test.slow();
  const word = unique("Blank");
  // The tutor asks a question; somebody else asks the same.
  await openClientAs(page, "tutor", "/support/tickets/my");
  await page.getByRole("button", { name: "New ticket" }).click();
  const asking = dialog(page, "New support ticket");
  await choose(page, asking, "Support team", "Tech support");
  await choose(page, asking, "Category", "Bug");
  await asking.getByRole("textbox", { name: /^Title/ }).fill(`${word} page`);
  await message(asking).fill("The last page is blank");
  await asking.getByRole("button", { name: "Raise ticket" }).click();
  await expect(asking).toBeHidden();
  const other = await raised(admin, `${word} page too`);

  // Support merges both tickets, undoes it, and merges them again.
  await openAnewAs(page, "techsupport", `/support/tickets/techSupport?search=${word}`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.locator(".sr-selection").getByRole("button", { name: "Merge" }).click();
  const merging = dialog(page, "Merge 2 tickets");
  await merging.getByRole("button", { name: "Merge" }).click();
  await expect(merging).toBeHidden();
  await settled(page);
  // The merged ticket is resolved, and still found by its title.
  const left = rowsOf(page).filter({ hasText: "Submitted" });
  await expect(left).toHaveCount(1);
  await left.dblclick();
  const ticket = dialog(page, new RegExp(`${word} page`));
  await expect(ticket.locator("[data-merged]")).toContainText(`Merged from #${other}`);
  await ticket.getByRole("button", { name: `Undo merge of #${other}` }).click();
  await page.getByRole("button", { name: "Undo merge", exact: true }).click();
  await expect(ticket.locator("[data-merged]")).toHaveCount(0);
  await ticket.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Merge another ticket into this" }).click();
  const again = dialog(page, /^Merge into ticket/);
  await again.getByRole("textbox", { name: /^Ticket number/ }).fill(String(other));
  await again.getByRole("button", { name: "Merge" }).click();
  await expect(ticket.locator("[data-merged]")).toContainText("I see it too");

  // The answer is inserted by the button, then by its shortcut.
  await ticket.getByRole("button", { name: "Canned answers" }).click();
  await page.getByRole("menuitem", { name: /It works again/ }).click();
  await expect(message(ticket)).toContainText("it works again");
  await expect(message(ticket)).not.toContainText("{{");
  await message(ticket).fill("");
  await message(ticket).pressSequentially("/looking");
  await expect(page.getByRole("option", { name: /we are looking into it/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(message(ticket)).toContainText("thank you for your question");
  await ticket.getByRole("button", { name: "Send" }).click();
  await expect(ticket.locator(".sr-ticket-title")).toContainText("In progress");
  await ticket.getByRole("button", { name: "Resolved" }).click();
  await expect(ticket).toBeHidden();

  // The tutor rates the answer; support sees it.
  await openAnewAs(page, "tutor", `/support/tickets/my?search=${word}&status=resolved`, "client");
  await settled(page);
  await rowsOf(page).filter({ hasNotText: "page too" }).dblclick();
  await expect(ticket).toContainText("We are looking into it and come back to you");
  await ticket.getByRole("button", { name: "Rate the answer" }).click();
  const rating = page.getByRole("dialog", { name: "Rate the answer" });
  await choose(page, rating, /^Rating/, "Very good");
  await rating.getByRole("button", { name: "Rate the answer" }).click();
  await expect(page.locator(".sr-toast")).toContainText("Thank you for rating the answer");
  await openAnewAs(page, "techsupport", `/support/tickets/techSupport?search=${word}&status=resolved&rating=5`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page).dblclick();
  await expect(ticket.getByLabel("Details")).toContainText("Very good");
});

test("the page shows who is writing, and a new message appears without a reload", async ({ page, admin }) => {
  const title = unique("Live ");
  const id = await raised(admin, title);
  await openAs(page, "techsupport", `/support/tickets/techSupport?ticket=${id}`);
  const ticket = dialog(page, new RegExp(title));
  await expect(message(ticket)).toBeVisible();
  await admin.post(`/v2/support/presence/${id}`, { writing: "answer" });
  await expect(ticket.getByRole("status").filter({ hasText: "is writing an answer" })).toBeVisible({ timeout: 20_000 });
  await admin.post(`/v2/support/ticket/${id}/message`, { message: "<p>Somebody was faster</p>" });
  await expect(ticket.locator(".sr-ticket-message").last()).toContainText("Somebody was faster", { timeout: 20_000 });
  await page.route("**/support/presence/**", (route) => route.abort());
  await message(ticket).fill("Are you there?");
  await expect(ticket).toContainText("The connection is lost: newer messages may be missing", { timeout: 20_000 });
});

test("several tickets are answered at once, refusals show their reasons, and the clock stops", async ({
  page,
  admin,
}) => {
  const word = unique("Several");
  const ids = [
    await raised(admin, `${word} one`),
    await raised(admin, `${word} two`),
    await raised(admin, `${word} three`),
  ];
  await admin.post(`/v2/support/ticket/${ids[2]}/resolve`);
  await openAs(page, "techsupport", `/support/tickets/techSupport?search=${word}&status=submitted,inprogress,resolved`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.locator(".sr-selection").getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: /^Answer/ }).click();
  const ask = dialog(page, "Answer");
  await expect(ask).toContainText("2 of 3 records will be changed; refused:");
  await message(ask).fill("It works again");
  await ask.getByRole("button", { name: "Answer: 2 records" }).click();
  await expect(ask).toContainText("2 records changed, 1 refused.");
  await ask.getByRole("button", { name: "Close" }).last().click();

  await page.goto(`/#/support/tickets/techSupport?ticket=${ids[0]}`);
  const ticket = dialog(page, new RegExp(`${word} one`));
  await expect(ticket.locator(".sr-ticket-message").last()).toContainText("It works again");
  await ticket.getByRole("button", { name: "Wait for an answer" }).click();
  await expect(ticket.getByLabel("Service level")).toContainText("Waiting for an answer since");
  // The toast covers the button; it stays while the mouse is on it.
  await page.mouse.move(0, 0);
  await expect(page.locator(".sr-toast")).toHaveCount(0, { timeout: 20_000 });
  await ticket.getByRole("button", { name: "Stop waiting" }).click();
  await expect(ticket.getByLabel("Service level")).toContainText("The clock stood still once");
});
