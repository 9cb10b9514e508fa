import type { Page } from "@playwright/test";
import {
  addDetail,
  button,
  choose,
  dialog,
  editor,
  expect,
  openAnewAs,
  openAs,
  openEntry,
  rowsOf,
  settled,
  test,
  unique,
} from "./fixtures";
import { Faults, lookAt } from "./layout";
import { addPerson, claim } from "./stories";
import { all } from "./sizes";

/** The day of each role on a phone: short versions of the desktop stories, on the screens that differ on a phone. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Nothing extends beyond the edge of the screen. */
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

test("accounting enters a payment from the home page, and previews a reminder", all, async ({ page, admin }) => {
  const { id, lastName } = await admin.draft();
  await admin.line(id, 12_000);
  await admin.put(`/invoice/${id}`, "dueDate", "2026-10-01");
  await admin.post(`/invoice/${id}/mark/sent`, { date: "2026-09-01T09:00:00Z" });
  await openAs(page, "accounting");
  await page.getByRole("link", { name: /^Overdue 31 to 60 days/ }).click();
  await settled(page);
  await fits(page);
  await page.getByRole("searchbox").fill(lastName);
  await expect(rowsOf(page)).toHaveCount(1);
  // A row shows its name, balance and state without sideways scrolling.
  for (const part of [lastName, "£120.00", "Proposed"])
    await expect(rowsOf(page).getByText(part).first()).toBeInViewport();
  await rowsOf(page).getByRole("link").first().tap();
  await button(editor(page), "Enter payment").click();
  const entry = dialog(page, "Enter payment");
  await expect(entry.getByLabel(/^Amount/)).toHaveValue("120.00");
  await fits(page);
  await choose(page, entry, "Payment method", "credit card");
  await entry.getByRole("button", { name: "Enter payment" }).click();
  await expect(editor(page).locator(".fin-head .sr-tag")).toHaveText("Paid");
  await button(editor(page), "Close").click();
  await expect(editor(page)).toBeHidden();

  await openEntry(page, "Money", "Reminders");
  const rung = page.getByRole("row").filter({ hasText: "30 days after" });
  await rung.getByRole("switch").scrollIntoViewIfNeeded();
  await expect(rung.getByRole("switch")).toBeInViewport();
  await rung.getByRole("button", { name: /waiting/ }).tap();
  const waiting = dialog(page, "Waiting for the reminder 30 days after");
  await waiting.getByRole("button", { name: "Preview" }).first().tap();
  await expect(dialog(page, "Mail 30 days after")).toContainText(
    /This is the last reminder that we send by email|Our proposal/,
  );
  await fits(page);
});

test("one user submits an expense, and another approves it in the queue", all, async ({ page, admin }) => {
  const title = unique("Taxi ");
  await openAs(page, "staff");
  await openEntry(page, "Money", "Expenses");
  await claim(page, title);
  await fits(page);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("claim"));
  await openAnewAs(page, "accounting", `/system/expenses?status=submitted&view=queue&claim=${id}`);
  await expect(page.locator(".sr-queue .sr-record-title")).toContainText(title);
  await expect(page.locator(".sr-queue")).toContainText("Visit to the exam centre, 42 miles");
  // One record at a time, with its moves visible.
  await expect(page.locator(".sr-queue-rows")).toBeHidden();
  const approve = page.locator(".sr-queue").getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport();
  await fits(page);
  const layoutFaults = new Faults();
  await lookAt(page, "the queue", layoutFaults, [1280, 1440]);
  expect(layoutFaults.list()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await approve.tap();
  await expect.poll(async () => (await admin.get<{ status: string }>(`/expenses/${id}`)).status).toBe("approved");
});

test("the academic office approves a slip, and undoes it", async ({ page, admin }) => {
  const [slip] = await admin.get<{ id: number }[]>("/slips/default", {
    status: "submitted",
    sort: "student",
    page: 1,
    pageSize: 10,
  });
  if (!slip) throw new Error("The demo data has submitted slips");
  const status = async () => (await admin.get<{ slipMeta: { status: string } }>(`/slip/${slip.id}`)).slipMeta.status;
  await openAs(page, "academic", `/system/slips/default?status=submitted&view=queue&slip=${slip.id}`);
  const check = page.locator(".sr-queue").getByRole("button", { name: "Checked", exact: true });
  await expect(check).toBeInViewport();
  await fits(page);
  await check.tap();
  await expect.poll(status).toBe("checked");
  await page.getByRole("status").filter({ hasText: "Checked" }).getByRole("button", { name: "Undo" }).tap();
  await expect.poll(status).toBe("submitted");
});

test("support answers a ticket and resolves it", all, async ({ page, admin }) => {
  const title = unique("Phone ");
  const { id: primaryUser } = await admin.user();
  // As soon as support knows the user.
  await expect(() =>
    admin.post("/v2/support/ticket", {
      primaryUser,
      team: "techSupport",
      title,
      priority: 2,
      metaType: "bug",
      message: "<p>The VAT is missing</p>",
    }),
  ).toPass({ timeout: 30_000 });
  await openAs(page, "techsupport", "/support/tickets/all");
  await page.getByRole("searchbox").fill(title);
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page).getByRole("link").first().tap();
  const ticket = dialog(page, new RegExp(title));
  await expect(ticket).toContainText("The VAT is missing");
  await fits(page);
  await ticket.getByRole("textbox", { name: "Message" }).fill("It is there now");
  await ticket.getByRole("button", { name: "Send" }).tap();
  await expect(ticket.locator(".sr-ticket-message").last()).toContainText("It is there now");
  await ticket.getByRole("button", { name: "Resolved" }).tap();
  await expect(ticket).toBeHidden();
});

test("the office adds a student, and corrects the phone number inline", async ({ page, admin }) => {
  const lastName = unique("Sa");
  await openAs(page, "staff");
  await addPerson(page, "Students", lastName);
  await fits(page);
  const tiles = page.locator(".sr-summary > div");
  await expect(tiles.filter({ hasText: "Next tutorial" })).toBeVisible();
  expect(await tiles.count(), "a summary has six figures at most").toBeLessThanOrEqual(6);
  await addDetail(page, "Contact", "Phone");
  const phone = page.locator("[data-field='phone']");
  await phone.getByRole("textbox").fill("01865 123456");
  await phone.getByRole("textbox").blur();
  await expect(phone.getByText("Saved")).toBeVisible();
  const id = /students\/(\d+)/.exec(page.url())?.[1];
  expect(await admin.get(`/students/${id}`)).toMatchObject({ phone: "01865 123456" });
});
