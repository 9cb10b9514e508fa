import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { button, choose, expect, londonDay, openAs, rowsOf, test, unique } from "./fixtures";
import { claim, drawer, move } from "./stories";
import { all } from "./sizes";

/** The previous month in London, as the form names it. */
function lastMonth(): string {
  const first = new Date(`${londonDay().slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - 1);
  return first.toLocaleDateString("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });
}

/** Another person with their own browser. */
async function colleague(page: Page, username: string, route: string): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  if (!context) throw new Error("The browser is gone");
  const theirs = await context.newPage();
  await openAs(theirs, username, route);
  return theirs;
}

test("one user submits an expense claim, another approves and pays it", async ({ page }) => {
  const title = unique("Claim ");
  await openAs(page, "staff", "/system/expenses");
  await claim(page, title);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("claim"));

  const office = await colleague(page, "accounting", `/system/expenses?claim=${id}`);
  await expect(drawer(office)).toContainText("Visit to the exam centre, 42 miles");
  await expect(drawer(office).getByRole("button", { name: "Add a line" })).toHaveCount(0);
  await move(office, "Approve", "Approve claim");
  await expect(drawer(office).locator(".sr-tag").first()).toHaveText("Approved");
  await button(drawer(office), "Mark as paid").click();
  const paid = office.getByRole("dialog", { name: new RegExp(`^Mark claim ${title} of .+ for £18\\.90 as paid\\?$`) });
  await paid.getByLabel("Paid on").fill("20/11/26");
  await paid.getByLabel("Paid on").press("Enter");
  await paid.getByRole("button", { name: "Mark as paid" }).click();
  await expect(drawer(office).locator(".sr-tag").first()).toHaveText("Paid");
  await office.context().close();

  await page.reload();
  await expect(drawer(page).locator(".sr-tag").first()).toHaveText("Paid");
  await expect(drawer(page).locator("dl")).toContainText("20/11/26");
});

test("nobody approves their own claim", all, async ({ page }) => {
  await openAs(page, "accounting", "/system/expenses");
  await claim(page, unique("Own "));
  await expect(button(drawer(page), "Withdraw")).toBeVisible();
  for (const name of ["Approve", "Return"]) await expect(button(drawer(page), name)).toHaveCount(0);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("claim"));
  const other = await colleague(page, "finance", `/system/expenses?claim=${id}`);
  await button(drawer(other), "Return").click();
  const form = other.getByRole("dialog", { name: "Return" });
  await form.getByLabel("Reason").fill("Which exam centre?");
  await form.getByRole("button", { name: "Return" }).click();
  await expect(drawer(other).getByRole("note")).toHaveText("Returned: Which exam centre?");
  await other.context().close();
});

test("a pay run is prepared by one user and approved by two others before it has a bank file", async ({
  page,
  admin,
}) => {
  const [draft] = await admin.get<{ id: number; lines: number; preparedBy: string }[]>("/tutorpayments", {
    status: "draft",
    sort: "id",
    page: 1,
    pageSize: 10,
  });
  if (!draft) throw new Error("The demo data has a pay run in draft");
  await openAs(page, "finance", "/finance/tutorpayments");
  await rowsOf(page)
    .filter({ hasText: draft.preparedBy })
    .filter({ hasText: "Draft" })
    .last()
    .getByText(draft.preparedBy)
    .first()
    .dblclick();
  await expect(drawer(page)).toContainText("Pay run");
  await expect(button(drawer(page), "CSV for the bank")).toHaveCount(0);
  await move(page, "Approve as first", "Approve pay run");
  await expect(drawer(page).locator(".sr-tag").first()).toHaveText("Checked");
  // The two approvers must be different people.
  await expect(button(drawer(page), "Approve as second")).toHaveCount(0);

  const second = await colleague(page, "sysadmin", `/finance/tutorpayments?run=${draft.id}`);
  await move(second, "Approve as second", "Approve pay run");
  await expect(drawer(second).locator(".sr-tag").first()).toHaveText("Approved");
  // A tutorial of several students is paid once, and its line leads to the slips of all of them.
  const [line] = await admin
    .get<{ id: number; count: number; amount: number; hourly: number; minutes: number; pay: string }[]>(
      "/tutorpayments/lines",
      { runId: draft.id, page: 1, pageSize: 1000 },
    )
    .then((lines) => lines.filter(({ count, pay }) => count > 1 && !/a student|and student/.test(pay)));
  if (line) {
    expect(line.amount).toBe(Math.round((line.minutes * line.hourly) / 60));
    expect(await admin.get("/tutorpayments/paid", { lineId: line.id, page: 1, pageSize: 100 })).toHaveLength(
      line.count,
    );
  }
  const coming = second.waitForEvent("download");
  await button(drawer(second), "CSV for the bank").click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^tutor-payments-\d{4}-\d\d-\d+\.csv$/);
  const tutors = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  const run = await admin.get<{ tutors: { name: string }[] }>(`/tutorpayments/${draft.id}`);
  expect(tutors).toHaveLength(run.tutors.length + 1);
  // Restore the initial state for the next run of this test.
  await move(second, "Back to draft");
  await expect(drawer(second).locator(".sr-tag").first()).toHaveText("Draft");
  await second.context().close();
});

test("the person who prepares a pay run sees its content, and cannot approve it", all, async ({ page, admin }) => {
  await openAs(page, "finance", "/finance/tutorpayments");
  await page.getByRole("button", { name: "Prepare a pay run" }).click();
  const form = page.getByRole("dialog", { name: "Prepare a pay run" });
  await choose(page, form, "Organisation", "Cambridge");
  await choose(page, form, "Up to the end of", lastMonth());
  await form.getByRole("button", { name: "Prepare" }).click();
  await expect(page.locator(".sr-toast-positive")).toContainText(/\d+ lines?/);
  await expect(page).toHaveURL(/run=\d+/);
  const id = Number(new URL(page.url().replace("/#/", "/")).searchParams.get("run"));
  try {
    await expect(drawer(page)).toContainText(/Pay run .*Cambridge/);
    await expect(drawer(page).getByRole("link").first()).toBeVisible();
    await expect(button(drawer(page), "Approve as first")).toHaveCount(0);
  } finally {
    // The slips of the run are to be paid again.
    await admin.send("DELETE", `/tutorpayments/${id}`);
  }
});

test("the person who enters a bill neither approves nor pays it, sysAdmin included", all, async ({ page, admin }) => {
  const { id } = await admin.post("/bills", {
    supplier: "Cowley Print Works",
    reference: unique("E2E-"),
    orgId: 1,
    currency: "GBP",
    date: londonDay(),
    net: 10_000,
    VAT: 2_000,
  });
  await openAs(page, "sysadmin", `/accounts/bills?bill=${id}`);
  await expect(button(drawer(page), "Cancel bill")).toBeVisible();
  await expect(button(drawer(page), "Approve")).toHaveCount(0);
  const other = await colleague(page, "finance", `/accounts/bills?bill=${id}`);
  await move(other, "Approve", "Approve bill");
  await expect(drawer(other).locator(".sr-tag").first()).toHaveText("Approved");
  await expect(button(drawer(other), "Mark as paid")).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(drawer(page).locator(".sr-tag").first()).toHaveText("Approved");
  await expect(button(drawer(page), "Mark as paid")).toHaveCount(0);
});
