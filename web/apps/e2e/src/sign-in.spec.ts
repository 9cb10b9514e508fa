import { expect, fillSignIn, heading, mainMenu, openAs, openEntry, openGroup, test } from "./fixtures";

const forEveryone = {
  People: ["Students", "Clients", "Tutors", "Candidates", "Staff", "Invigilators", "Agents"],
  Teaching: ["Courses", "Slips"],
  Money: ["Invoices"],
};
const setupForEveryone = ["Users", "Departments", "Locations"];
const setupForSysAdmin = ["Roles", "Audit", "Organisations", "Errors"];

test("a signed-out visitor is sent to sign in and back to where they were going", async ({ page }) => {
  await page.goto("/#/students/list?page=2");
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fstudents%2Flist%3Fpage%3D2/);
  await fillSignIn(page, "sysadmin");
  await expect(page).toHaveURL(/#\/students\/list\?page=2/);
  await expect(heading(page, "Students")).toBeVisible();
});

test("a wrong password is refused in place", async ({ page }) => {
  await page.goto("/#/login");
  await fillSignIn(page, "nobody-of-this-name", "not-it");
  const error = page.getByRole("alert");
  await expect(error).toHaveText("Wrong user name or password");
  // The same with a name that exists.
  const answer = page.waitForResponse("**/api/v1/auth/login");
  await fillSignIn(page, "exams", "not-it");
  expect((await answer).status()).toBe(401);
  await expect(error).toHaveText("Wrong user name or password");
  await expect(page.getByLabel("User name")).toHaveValue("exams");
  await fillSignIn(page, "exams");
  await expect(mainMenu(page)).toBeVisible();
});

// menus.spec.ts walks the menus of all accounts; layout.spec.ts checks that screens without a right are refused.
for (const account of ["sysadmin", "staff"]) {
  test(`${account} signs in to home and a menu of what they may open`, async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, account);
    await expect(heading(page, /^Good /)).toBeVisible();
    const menu = mainMenu(page);
    for (const [group, names] of Object.entries(forEveryone)) {
      await openGroup(page, group);
      for (const name of names) await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
    }
    await menu.getByRole("link", { name: "Setup", exact: true }).click();
    const cards = page.getByRole("navigation", { name: "Setup" });
    for (const name of setupForEveryone) await expect(cards.getByRole("link", { name, exact: true })).toBeVisible();
    for (const name of setupForSysAdmin)
      await expect(cards.getByRole("link", { name, exact: true })).toHaveCount(account === "sysadmin" ? 1 : 0);
  });
}

test("a reload continues the session, and signing out ends it", async ({ page }) => {
  await page.goto("/#/departments");
  await fillSignIn(page, "techsupport");
  await expect(heading(page, "Departments")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Departments")).toBeVisible();
  await page.locator(".sr-top-user").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/#/departments");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // The theme stays for the sign-in page; it reveals nothing about the user.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("staffroom.")))).toEqual([
    "staffroom.appearance",
  ]);
  expect((await page.context().cookies()).filter((cookie) => cookie.name === "staffroom_refresh")).toEqual([]);
});

test("a session of 240 minutes ago is not restored", async ({ page }) => {
  await openAs(page, "staff");
  await page.evaluate(() => {
    const saved = JSON.parse(localStorage.getItem("staffroom.session") ?? "{}") as { savedAt: number };
    localStorage.setItem("staffroom.session", JSON.stringify({ ...saved, savedAt: saved.savedAt - 241 * 60_000 }));
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("when the session is ended elsewhere, the user signs in on the same page and the typed text is saved", async ({
  page,
  admin,
}) => {
  const { id } = await admin.student({ school: "First School" });
  await page.goto(`/#/login?redirect=/students/${id}`);
  await fillSignIn(page, "academic");
  const school = page.getByLabel("School", { exact: true });
  await school.fill("Typed before the session ended");
  // Ends this session at the server; the page still has its token.
  expect((await page.request.post("/api/v1/auth/logout")).ok()).toBe(true);
  await school.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("User name")).toHaveValue("academic");
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(school).toHaveValue("Typed before the session ended");
  await dialog.getByLabel("Password").fill("staffroom");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("[data-field='school']").getByText("Saved")).toBeVisible();
  expect((await admin.get(`/students/${id}`)).school).toBe("Typed before the session ended");
});

test("a route of another role is refused with the text of the specification", async ({ page }) => {
  await openAs(page, "staff", "/orgs");
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator(".ant-modal-confirm-title")).toHaveText("Access denied");
  await expect(dialog.getByText("You do not have access to this page", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^mailto:.+@/);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(".ant-table-row")).toHaveCount(0);
  await openEntry(page, "Setup", "Departments");
  await expect(heading(page, "Departments")).toBeVisible();
});

test("an unknown address shows the not-found page", async ({ page }) => {
  await openAs(page, "staff");
  await expect(heading(page, /^Good /)).toBeVisible();
  await page.goto("/#/nowhere/at/all");
  await expect(heading(page, "404: page not found")).toBeVisible();
  await expect(page.getByText("This page may still be under construction", { exact: true })).toBeVisible();
  await expect(page.getByText("You were trying to access /nowhere/at/all")).toBeVisible();
  const mail = page.locator("main a[href^='mailto:']");
  await expect(mail).toHaveAttribute("href", new RegExp(`${encodeURIComponent("/nowhere/at/all")}`));
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(heading(page, /^Good /)).toBeVisible();
});

test("public pages open without signing in", async ({ page }) => {
  await page.goto("/#/dragtest");
  await expect(page.getByRole("heading", { name: "Drag test" })).toBeVisible();
  await page.goto("/#/password/change");
  await expect(page.getByRole("heading", { name: "Forgotten your password?" })).toBeVisible();
});
