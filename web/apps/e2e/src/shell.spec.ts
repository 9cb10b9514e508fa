import { faults } from "./axe";
import { expect, heading, mainMenu, openAs, rowsOf, settled, test } from "./fixtures";

test("Ctrl+K finds screens and people and opens them", async ({ page, admin }) => {
  const { id, lastName } = await admin.student();
  await openAs(page, "staff", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox", { name: "Find anything" });
  await expect(find).toBeFocused();
  await find.fill("invoi");
  await expect(page.getByRole("option", { selected: true })).toContainText("Invoices");
  expect(await faults(page)).toEqual([]);
  await find.press("Enter");
  await expect(heading(page, "Invoices")).toBeVisible();
  await page.keyboard.press("Control+k");
  await find.fill(lastName);
  await page.getByRole("option").filter({ hasText: lastName }).filter({ hasText: "Student" }).click();
  await expect(page).toHaveURL(new RegExp(`#/students/${id}$`));
  await expect(heading(page, `Test ${lastName}`)).toBeVisible();
  await page.keyboard.press("Control+k");
  await find.fill("Roles");
  await expect(page.getByRole("option").filter({ hasText: "Screen" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(find).toBeHidden();
});

test("what is typed right after Ctrl+K stands in its box whole", async ({ page }) => {
  await openAs(page, "staff", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  const find = page.getByRole("combobox", { name: "Find anything" });
  for (const word of ["invoices", "courses"]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(word);
    await expect(find).toHaveValue(word);
    await page.keyboard.press("Escape");
    await expect(find).toBeHidden();
  }
  // Within the very key: no letter can come before it.
  const focused = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    return document.activeElement?.getAttribute("aria-label");
  });
  expect(focused).toBe("Find anything");
});

test("the keys are shown by ? and work in a list", async ({ page }) => {
  await openAs(page, "staff", "/students/list?pageSize=10");
  await expect(rowsOf(page).first()).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Walk through the rows");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("?");
  await expect(keys).toBeHidden();
  await page.getByRole("searchbox").fill("");
  await settled(page);
  await page.getByRole("region", { name: "Students, rows" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".sr-row-active")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/students\/\d+$/);
});

const rules = [
  "button-name", "link-name", "label", "select-name", "input-button-name", "aria-input-field-name", "aria-toggle-field-name",
  "aria-command-name", "image-alt", "role-img-alt", "document-title", "html-has-lang", "duplicate-id-aria", "aria-valid-attr-value",
  "aria-required-children", "aria-required-parent", "nested-interactive", "color-contrast",
];

test("every screen of the menu opens without complaint, and every control has a name", async ({ page }) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  let at = "";
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${at}: ${message.text()}`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400) complaints.push(`${at}: ${answer.status()} ${answer.url()}`);
  });
  await openAs(page, "sysadmin");
  await expect(mainMenu(page).getByRole("link", { name: "Audit" })).toBeVisible();
  for (const drawer of await mainMenu(page).locator(".sr-menu-link:not([href])").all()) await drawer.click();
  const links = await mainMenu(page).locator(".sr-menu-link[href]").evaluateAll((all) => all.map((link) => [link.textContent ?? "", link.getAttribute("href") ?? ""]));
  expect(links.length).toBeGreaterThan(18);
  for (const [title = "", href = ""] of links) {
    at = title;
    await test.step(title, async () => {
      await mainMenu(page).locator(`.sr-menu-link[href="${href}"]`).click();
      await expect(page.locator("main h1")).toBeVisible();
      await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
      await expect(page.locator("main .sr-state").filter({ hasText: "did not load" })).toHaveCount(0);
      expect.soft(await faults(page, rules), title).toEqual([]);
    });
  }
  expect(complaints).toEqual([]);
});
