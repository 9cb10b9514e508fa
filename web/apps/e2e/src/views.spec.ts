import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { expect, londonDay, londonTime, openAs, test, type Api } from "./fixtures";
import { Faults, lookAt, widths } from "./layout";

type Slip = { id: number; student: string; tutorialDate: string };

/** The submitted slip of the latest tutorial; early on a Monday that is one of the previous week. */
async function lastSubmitted(calls: Api): Promise<Slip> {
  const [slip] = await calls.get<Slip[]>("/slips/default", {
    status: "submitted",
    sort: "-tutorialDate",
    page: 1,
    pageSize: 10,
  });
  if (!slip) throw new Error("The demo data has submitted slips");
  return slip;
}

test("slips are shown as a calendar: filters stay, weeks and days can be browsed, and a slip opens over it", async ({
  page,
  admin,
}) => {
  const slip = await lastSubmitted(admin);
  const day = londonDay(new Date(slip.tutorialDate));
  const time = londonTime(new Date(slip.tutorialDate));
  await openAs(page, "academic", "/system/slips?status=submitted");
  await page.getByRole("group", { name: "Shown as" }).getByRole("button", { name: "Calendar" }).click();
  await expect(page).toHaveURL(/status=submitted&view=calendar$/);
  const planned = page.locator(".sr-scheduled");
  await page.goto(`/#/system/slips?status=submitted&view=calendar&span=day&day=${day}`);
  const mine = planned
    .filter({ has: page.getByText(slip.student, { exact: true }) })
    .filter({ hasText: time })
    .first();
  await expect(mine).toContainText("Submitted");
  // In a busy hour a week folds slips into one that shows the number of the others, so use the day.
  await page.locator(".sr-schedule-head").getByText("Week", { exact: true }).click();
  await expect(page).toHaveURL(/span=week/);
  await expect(planned.first()).toBeVisible();
  await page.getByRole("button", { name: "After" }).click();
  await expect(page.locator(`.sr-scheduled[href*="slip=${slip.id}"]`)).toHaveCount(0);
  await page.getByRole("button", { name: "Before" }).click();
  await page.locator(".sr-schedule-head").getByText("Day", { exact: true }).click();
  await expect(page).toHaveURL(/span=day/);
  await mine.click();
  await expect(page).toHaveURL(new RegExp(`slip=${slip.id}\\b`));
  await expect(page.locator(".sr-record-title")).toContainText("Submitted");
  await page.keyboard.press("Escape");
  await expect(mine).toBeVisible();
  await page.getByRole("group", { name: "Shown as" }).getByRole("button", { name: "Rows" }).click();
  await expect(page).toHaveURL(/slips\?status=submitted$/);
});

test("an invalid day becomes today, and a narrow window has an agenda", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, "academic", "/system/slips?view=calendar&day=2026-99-99&span=century");
  const month = new Date().toLocaleDateString("en-GB", { timeZone: "Europe/London", month: "long", year: "numeric" });
  await expect(page.getByRole("heading", { level: 2, name: month })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Agenda" })).toBeChecked();
});

test("courses as bars in their departments, people as cards that lead to their pages", async ({ page }) => {
  await openAs(page, "sysadmin", "/courses/list?view=timeline&status=active");
  await expect(page.locator(".sr-scheduled").first()).toContainText("Active");
  const boxes = await page
    .locator(".ec-event")
    .evaluateAll((bars) =>
      bars
        .map((bar) => bar.getBoundingClientRect())
        .map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
    );
  const covered = boxes.some((one, place) =>
    boxes
      .slice(place + 1)
      .some(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
  );
  expect(covered, "bars lie beside and below each other").toBe(false);
  await page.locator(".sr-scheduled").first().click();
  await expect(page).toHaveURL(/\/courses\/\d+/);

  await page.goto("/#/tutors/list?view=cards&status=active");
  const card = page.getByRole("list", { name: "Tutors" }).getByRole("listitem").first();
  await expect(card).toContainText("Active");
  await expect(page.getByText(/^1-\d+ of /)).toBeVisible();
  const name = await card.getByRole("link").textContent();
  await card.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
});

/**
 * The widest width comes last, so that axe checks the view itself; at the narrowest it checks what a phone shows
 * instead.
 */
const wideLast = widths.toReversed();
type View = { address: string; at: readonly number[] };

async function lookAtViews(page: Page, views: readonly View[]): Promise<void> {
  const layoutFaults = new Faults();
  await openAs(page, "sysadmin", "/");
  for (const { address, at } of views) {
    await page.goto(`/#${address}`);
    await expect(async () => {
      await page.screenshot(); // an idle page of a headless browser may be given no frame, and bars are drawn in one
      await expect(page.locator(".sr-scheduled:visible, .sr-card, .sr-board-card").first()).toBeVisible({
        timeout: 1000,
      });
    }).toPass({ timeout: 30_000 });
    await lookAt(page, address, layoutFaults, at);
    expect.soft(await faults(page), address).toEqual([]);
  }
  expect(layoutFaults.list()).toEqual([]);
}

test("calendars have no layout or accessibility faults at any width", async ({ page, admin }) => {
  const day = londonDay(new Date((await lastSubmitted(admin)).tutorialDate));
  await lookAtViews(page, [
    { address: `/system/slips?view=calendar&day=${day}`, at: wideLast },
    { address: `/system/slips?view=calendar&span=week&day=${day}`, at: widths },
    { address: "/accounts/invoices?view=calendar", at: wideLast },
  ]);
});

test("boards, timelines and cards have no layout or accessibility faults at any width", async ({ page }) => {
  await lookAtViews(page, [
    { address: "/system/slips?view=board", at: widths },
    { address: "/courses/list?view=timeline", at: wideLast },
    { address: "/students/list?view=cards", at: widths },
  ]);
});
