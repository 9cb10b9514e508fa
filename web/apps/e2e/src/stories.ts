import type { Locator, Page } from "@playwright/test";
import { button, choose, dialog, expect, heading, openEntry, rowsOf } from "./fixtures";

/** Steps that the stories of a desk and of a phone share. */

/** The drawer on top. */
export const drawer = (page: Page): Locator => page.locator(".ant-drawer-section").last();

/** Makes a move, and answers its questions. */
export async function move(page: Page, name: string, yes?: string): Promise<void> {
  await button(drawer(page).locator(".ant-drawer-footer"), name).click();
  if (yes) await page.getByRole("button", { name: yes, exact: true }).click();
  await expect(button(drawer(page), name)).toHaveCount(0);
}

/** Submits an expense claim with one line from the list of claims. */
export async function claim(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "New claim", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New claim" });
  await form.getByLabel("Title").fill(title);
  await choose(page, form, "Organisation", "Oxford");
  await choose(page, form, "Currency", "GBP");
  await form.getByRole("button", { name: "Add claim", exact: true }).click();
  await rowsOf(page).getByRole("link", { name: title }).click();
  await expect(drawer(page)).toContainText(title);
  // An empty claim cannot be submitted.
  await expect(button(drawer(page), "Submit")).toHaveCount(0);
  await button(drawer(page), "Add a line").click();
  const line = page.getByRole("dialog", { name: "Add a line" });
  await line.getByLabel("Date").fill("02/11/26");
  await line.getByLabel("Date").press("Enter");
  await choose(page, line, "Category", "Mileage");
  await line.getByLabel(/^Description/).fill("Visit to the exam centre, 42 miles");
  await line.getByLabel(/^Amount/).fill("18.90");
  await line.getByRole("button", { name: "Add a line" }).click();
  await expect(drawer(page).locator("tfoot")).toContainText("£18.90");
  await move(page, "Submit", "Submit claim");
  await expect(drawer(page).locator(".sr-tag").first()).toHaveText("Submitted");
}

/** Adds a person to a list of people and opens the profile. */
export async function addPerson(page: Page, list: string, lastName: string): Promise<void> {
  const one = list.toLowerCase().slice(0, -1);
  await openEntry(page, "People", list);
  await expect(heading(page, list)).toBeVisible();
  await page.getByRole("button", { name: `New ${one}`, exact: true }).click();
  const form = dialog(page, `New ${one}`);
  await form.getByLabel(/^First name/).fill("Test");
  await form.getByLabel(/^Last name/).fill(lastName);
  await form.getByLabel(/^Email/).fill(`${lastName.toLowerCase()}@staffroom.example`);
  await choose(page, form, "Status", "Active");
  await choose(page, form, "Department", "Oxford");
  await form.getByRole("button", { name: `Add ${one}`, exact: true }).click();
  await expect(form).toBeHidden();
  await page.getByRole("searchbox").fill(lastName);
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page)
    .getByRole("link", { name: `Test ${lastName}`, exact: true })
    .click();
  await expect(heading(page, `Test ${lastName}`)).toBeVisible();
}
