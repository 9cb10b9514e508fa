import type { Page } from "@playwright/test";
import { dialog, expect, heading, mainMenu, openAs, openEntry, openGroup, test, withFewRows } from "./fixtures";
import { faults } from "./axe";
import { menus } from "./printed";
import { all, everything } from "./sizes";

/** Group, name and roles of each target in the menu. */
const things = Object.entries(menus.staff).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, roles]) => [group, name, roles] as const),
);
/** Whether the menu of an office user with this role has an entry. */
const isOf = (roles: readonly string[], role: string) => roles.includes("staff") || roles.includes(role);

/** The names that are one click away after a click on a place in the rail, or in a phone's bar. */
async function withinTwoClicks(page: Page): Promise<string[]> {
  const places = mainMenu(page).locator(".sr-rail").getByRole("button");
  const names: string[] = [];
  for (const place of await places.all()) {
    if ((await place.getAttribute("aria-expanded")) === "false") await place.click();
    for (const link of await mainMenu(page).locator(".sr-menu-panel").getByRole("link").all()) {
      await link.scrollIntoViewIfNeeded();
      await expect.soft(link).toBeInViewport();
      names.push((await link.textContent())?.trim() ?? "");
    }
  }
  return names;
}

test("each of forty targets is two clicks away in the menu, and its screen has the name of its entry", async ({
  page,
}) => {
  test.setTimeout(240_000);
  expect(things.length).toBeGreaterThanOrEqual(40);
  await withFewRows(page);
  await openAs(page, "sysadmin");
  const opened = new Set<string>();
  for (const [group, name] of things) {
    // The walks open each screen, and its entry repeats it.
    if (!everything && opened.has(group)) continue;
    opened.add(group);
    // The first click is a group or Setup, the second its entry.
    await openEntry(page, group, name);
    await expect.soft(heading(page, name), name).toBeVisible({ timeout: 8_000 });
    await expect.soft(page, name).toHaveTitle(new RegExp(`^${name}( |$)`), { timeout: 3_000 });
    // The panel belongs to the screen, with its entry marked and visible.
    const entry = mainMenu(page).locator(".sr-menu-panel").getByRole("link", { name, exact: true });
    await expect.soft(entry, name).toHaveAttribute("aria-current", "page");
    await expect.soft(entry, name).toBeInViewport();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // The bar of a phone has fewer places than the rail.
  await expect(mainMenu(page).getByRole("button", { name: "Starred" })).toHaveCount(0);
  const names = await withinTwoClicks(page);
  expect(things.filter(([, name]) => !names.includes(name))).toEqual([]);
});

test("on a phone an office reaches its own screens within two clicks", all, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, "accounting");
  await expect(mainMenu(page)).toHaveAttribute("aria-busy", "false");
  const names = await withinTwoClicks(page);
  expect(things.filter(([, name, roles]) => names.includes(name) !== isOf(roles, "accounting"))).toEqual([]);
  await page.keyboard.press("Escape");
  for (const name of ["Courses", "Letterheads"]) {
    await mainMenu(page).getByRole("button", { name: "More", exact: true }).click();
    await mainMenu(page).locator(".sr-menu-panel").getByRole("link", { name, exact: true }).first().click();
    await expect(heading(page, name)).toBeVisible();
  }
});

test("an account has the groups of its office in front, the others under More", async ({ page }) => {
  await openAs(page, "finance", "/courses/list");
  const places = mainMenu(page).locator(".sr-rail").getByRole("button");
  await expect(places).toHaveText(["Starred", "Recent", "Money", "Teaching", "Work", "More"]);
  await openGroup(page, "People");
  await mainMenu(page).getByRole("link", { name: "Students", exact: true }).click();
  await expect(heading(page, "Students")).toBeVisible();
  // The panel of the screen's entry stays open, also under More.
  await expect(mainMenu(page).getByRole("link", { name: "Students", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("the menu is used with the keyboard alone", async ({ page }) => {
  await openAs(page, "sysadmin", "/students/list");
  await expect(heading(page, "Students")).toBeVisible();
  const menu = mainMenu(page);
  await menu.getByRole("button", { name: "People", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("button", { name: "Teaching", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(menu.getByRole("link", { name: "Courses", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("link", { name: "Slips", exact: true })).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("button", { name: "Teaching", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Courses")).toBeVisible();
});

test("visited screens are under Recent and first in Ctrl+K on every device, and are not stored in the browser", async ({
  page,
  admin,
}) => {
  const { id, lastName } = await admin.student();
  const panel = mainMenu(page).locator(".sr-menu-panel");
  const kept = (title: string) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith("/me/visits") && !!answer.request().postData()?.includes(title),
    );
  const student = kept(lastName);
  await openAs(page, "sysadmin", `/students/${id}`);
  await expect(heading(page, `Test ${lastName}`)).toBeVisible();
  await student;
  const departments = kept("Departments");
  await page.evaluate(() => {
    location.hash = "/departments";
  });
  await expect(heading(page, "Departments")).toBeVisible();
  await departments;
  await mainMenu(page).getByRole("button", { name: "Recent", exact: true }).click();
  // Meanwhile other tests visit screens with the same account.
  await expect(panel.getByRole("link", { name: "Departments", exact: true })).toBeVisible();
  await expect(panel.getByRole("link", { name: `Test ${lastName}` })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").filter({ hasText: `Test ${lastName}` })).toHaveText(`Test ${lastName}Recent`);
  await page.getByRole("combobox", { name: "Find anything" }).fill(lastName);
  await expect(page.getByRole("option", { selected: true })).toContainText(lastName);
  await page.keyboard.press("Escape");
  await page.locator(".sr-top-user").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(lastName);
});

test("a command of Ctrl+K opens a form from anywhere", async ({ page }) => {
  await openAs(page, "staff", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new stud");
  await expect(page.getByRole("option", { selected: true })).toHaveText("New studentCommand");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New student" })).toBeVisible();
  await expect(page).toHaveURL(/students\/list$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new invoi");
  await expect(page.getByRole("option", { selected: true })).toHaveText("New invoiceCommand");
  await page.keyboard.press("Enter");
  // The text begins with its audience.
  await expect(dialog(page, "New invoice").getByRole("combobox", { name: "Student" })).toBeVisible();
});

test("the inbox collects notices, and each kind arrives as the user chose", async ({ page }) => {
  await openAs(page, "techsupport", "/settings");
  const mails = page.getByRole("switch", { name: "Support tickets: email" });
  await expect(mails).toBeEnabled();
  await mails.click();
  await expect(mails).toBeChecked();
  await expect(page.getByRole("switch", { name: "Bank details: bell" })).toBeDisabled();
  await page.reload();
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(mails).not.toBeChecked();
  await mainMenu(page).locator(".sr-rail").getByRole("link", { name: "Inbox", exact: true }).click();
  await expect(heading(page, "Inbox")).toBeVisible();
  await page.getByRole("tab", { name: "All" }).click();
  await expect(page.locator(".sr-inbox li").first()).toBeVisible();
  const bell = page.getByRole("button", { name: /^Notifications,/ });
  const tooltip = page.getByRole("tooltip", { name: /^Notifications ·/ });
  await bell.hover();
  await expect(tooltip).toBeVisible();
  await bell.click();
  await expect(page.getByRole("link", { name: "Open the inbox" })).toBeVisible();
  await expect(tooltip, "the tooltip does not cover the list").toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".sr-notices")).toBeInViewport({ ratio: 1 });
});
