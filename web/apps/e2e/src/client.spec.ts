import type { Page } from "@playwright/test";
import { faults as axe } from "./axe";
import {
  button,
  expect,
  fillSignIn,
  heading,
  londonDay,
  mainMenu,
  openAnewAs,
  openClientAs,
  otherAccounts,
  rowsOf,
  settled,
  test,
  unique,
} from "./fixtures";
import { Faults, lookAt } from "./layout";
import { menus } from "./printed";

test.use({ viewport: { width: 390, height: 844 } });

/**
 * The places of an account besides Home and Inbox: those of its kind of person. A personal tutor is a tutor.
 */
const placesOf = (account: (typeof otherAccounts)[number]): string[] => {
  const kind = account === "pt" ? "tutor" : account;
  return Object.entries(menus.client.Work ?? {}).flatMap(([name, kinds]) => (kinds.includes(kind) ? [name] : []));
};

/** Opens a place of the bar, or of its sheet. */
async function go(page: Page, name: string): Promise<void> {
  const own = mainMenu(page).locator(".sr-rail").getByRole("link", { name, exact: true });
  if (!(await own.count())) await button(mainMenu(page), "More").click();
  await mainMenu(page).getByRole("link", { name, exact: true }).click();
}

test("a tutor signs in on a phone, and works only on their own slips", async ({ page }) => {
  await page.goto("/client/");
  await expect(page.getByText("For tutors, students and parents.")).toBeVisible();
  await fillSignIn(page, "tutor");
  await expect(heading(page, /^Good (morning|afternoon|evening), Edward$/)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Waiting for me, by kind" })).toContainText("Slips to write");
  await page
    .getByRole("navigation", { name: "Waiting for me, by kind" })
    .getByRole("link", { name: /^Slips to write/ })
    .click();
  await expect(heading(page, "Slips to write")).toBeVisible();
  await settled(page);
  await button(rowsOf(page), "Continue the slip").first().click();
  await expect(page).toHaveURL(/#\/slips\/\d+\/write/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the week shows events with place and people, and the next week has others", async ({ page, admin }) => {
  const title = unique("Talk ");
  // The weekend is shown only if it has events.
  await admin.post("/events", {
    title,
    type: "meeting",
    start: `${londonDay()}T12:00:00Z`,
    end: `${londonDay()}T12:30:00Z`,
    people: [{ kind: "student", id: 1 }],
    overrideReason: "A test of the week",
  });
  await openClientAs(page, "student");
  const week = page.locator(".people-week");
  await expect(week.getByRole("listitem").first()).toContainText(/\d\d:\d\d–\d\d:\d\d/);
  await expect(week.locator("[data-today]")).toContainText(title);
  await page.getByRole("button", { name: "Week after" }).click();
  await expect(button(page.locator("main"), "This week")).toBeVisible();
  await expect(week.locator("[data-today]")).toHaveCount(0);
});

test("a student reads a slip, which their agent and the office can see", async ({ page, admin }) => {
  await openClientAs(page, "student", "/system/slips?studentRead=false");
  await settled(page);
  const title = await rowsOf(page).first().getByRole("link").first().innerText();
  await rowsOf(page).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toContainText(title);
  const id = Number(/slip=(\d+)/.exec(page.url())?.[1]);
  const isRead = async () =>
    (await admin.get<{ slipMeta: { studentRead: boolean } }>(`/slip/${id}`)).slipMeta.studentRead;
  await expect.poll(isRead).toBe(true);
});

test("a client pays their invoices without a passcode, which others need", async ({ page, browser }) => {
  await openClientAs(page, "client", "/invoices?unpaid=true");
  await settled(page);
  await page.getByRole("button", { name: "Pay" }).first().click();
  await page.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel("What is due")).toBeVisible();
  const other = await browser.newPage();
  await other.goto(page.url());
  await expect(other.getByLabel("Passcode")).toBeVisible();
  await other.close();
});

test("every account has its own places, in order at both widths, and no access to others'", async ({ page }) => {
  test.setTimeout(300_000);
  const faults = new Faults();
  for (const account of otherAccounts) {
    await openAnewAs(page, account, "/", "client");
    await expect(mainMenu(page)).toHaveAttribute("aria-busy", "false");
    await button(mainMenu(page), "More").click();
    const names = await mainMenu(page).getByRole("link").allInnerTexts();
    expect(
      names.map((name) => name.trim()).filter((name) => !["Home", "Inbox"].includes(name)),
      account,
    ).toEqual(placesOf(account));
    await page.keyboard.press("Escape");
    await lookAt(page, `home of ${account}`, faults, [1440, 390]);
  }
  await openAnewAs(page, "tutor", "/", "client");
  for (const name of placesOf("tutor")) {
    await go(page, name);
    await expect(heading(page, name)).toBeVisible();
    await lookAt(page, name, faults, [1440, 390]);
    for (const fault of await axe(page)) faults.add(name, 390, fault);
  }
  expect(faults.list()).toEqual([]);
  await page.goto("/client/#/invoices");
  await expect(page.getByText("Invoices is not open to you")).toBeVisible();
  await page.goto("/client/#/users/list");
  await expect(heading(page, "404: page not found")).toBeVisible();
});

test("offline the page opens, waits, and continues automatically", async ({ page, context }) => {
  await openClientAs(page, "tutor");
  await expect(page.locator(".people-week")).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first visit was not yet controlled by the service worker.
  await page.reload();
  await expect(page.locator(".people-week")).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "The server cannot be reached" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(".people-week")).toBeVisible({ timeout: 45_000 });
});

test("every user can open their own waiting items", async ({ page }) => {
  await openClientAs(page, "tutor");
  for (const account of otherAccounts) {
    await openAnewAs(page, account, "/", "client");
    await expect(heading(page, /^Good /)).toBeVisible();
    await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
    await expect.soft(page.locator(".sr-waiting-kinds [data-failed]"), account).toHaveCount(0);
  }
});
