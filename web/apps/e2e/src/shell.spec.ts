import { faults } from "./axe";
import { dialog, expect, heading, mainMenu, openAs, rowsOf, settled, test } from "./fixtures";

test("Ctrl+K finds screens and people and opens them", async ({ page, admin }) => {
  const { id, lastName } = await admin.student();
  await openAs(page, "staff", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox", { name: "Find anything" });
  await expect(find).toBeFocused();
  await find.fill("attendan");
  await expect(page.getByRole("option", { selected: true })).toContainText("Attendance");
  expect(await faults(page)).toEqual([]);
  await find.press("Enter");
  await expect(heading(page, "Attendance")).toBeVisible();
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

test("a student with an account is one row of Ctrl+K, and Enter opens the student", async ({ page, admin }) => {
  const accounts = await admin.get<{ name: string; email: string; studentId: number | null }[]>("/users", {
    role: "student",
    status: "active",
    page: 1,
    pageSize: 10,
  });
  const account = accounts.find(({ studentId }) => studentId !== null);
  if (!account) throw new Error("The demo data has students with an account");
  await openAs(page, "sysadmin", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox", { name: "Find anything" });
  // Both services know the address.
  await find.fill(account.email);
  const first = page.getByRole("option", { selected: true });
  for (const part of [account.name, account.email, "Active", "Student"]) await expect(first).toContainText(part);
  // Only an invoice of the student may follow; nothing else about the person does.
  await expect(
    page.getByRole("option").filter({ hasText: account.name }).filter({ hasNotText: "Invoice" }),
  ).toHaveCount(1);
  await find.press("Enter");
  await expect(page).toHaveURL(new RegExp(`#/students/${account.studentId}$`));
  await page.getByRole("link", { name: "User account" }).click();
  await expect(page).toHaveURL(/#\/users\/\d+$/);
  // The command stays in the box, and asks for a name.
  await page.keyboard.press("Control+k");
  await find.fill("act as an");
  await expect(page.getByRole("option", { selected: true })).toContainText("Act as another user");
  await find.press("Enter");
  await expect(find).toHaveValue("act as ");
  await find.fill(`act as ${account.name}`);
  await expect(page.getByRole("option", { selected: true })).toContainText(`Act as ${account.name}`);
  await find.press("Enter");
  await expect(dialog(page, `Act as ${account.name}?`)).toBeVisible();
});

test("Ctrl+K pressed during navigation stays open, and closes when the address changes", async ({ page }) => {
  await openAs(page, "sysadmin", "/students/list");
  await expect(heading(page, "Students")).toBeVisible();
  const next = mainMenu(page).getByRole("link", { name: "Tutors", exact: true });
  await next.evaluate((link: HTMLElement) => {
    link.click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", code: "KeyK", ctrlKey: true, bubbles: true }));
  });
  await expect(page.locator("main h1")).toHaveText("Tutors");
  await expect(rowsOf(page).first()).toBeAttached();
  const find = page.getByRole("combobox", { name: "Find anything" });
  await expect(find).toBeFocused();
  await page.goBack();
  await expect(page.locator("main h1")).toHaveText("Students");
  await expect(find).toBeHidden();
});

test("text typed right after Ctrl+K is complete in its box", async ({ page }) => {
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
  // In the same key event, so that no letter can come first.
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
  // The wrapper of the dialog blocks the shortcuts until it closes, shortly afterwards.
  await expect(page.locator(".ant-modal-wrap").filter({ visible: true })).toHaveCount(0);
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
