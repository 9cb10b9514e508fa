import { expect, fillSignIn, openAs, otherAccounts, staffAccounts, test } from "./fixtures";

test("a signed-out visitor is sent to sign in and back to where they were going", async ({ page, problems }) => {
  await page.goto("/#/students/list?page=2");
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fstudents%2Flist%3Fpage%3D2/);
  await fillSignIn(page, "sysadmin");
  await expect(page).toHaveURL(/#\/students\/list\?page=2/);
  expect(problems).toEqual([]);
});

test("a wrong password is refused in place", async ({ page }) => {
  await page.goto("/#/login");
  await fillSignIn(page, "sysadmin", "not-it");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("User name")).toHaveValue("sysadmin");
});

for (const account of staffAccounts) {
  test(`${account} signs in, comes back after a reload, and signs out`, async ({ page, problems }) => {
    await openAs(page, account);
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
    await page.locator(".sr-top-user").click();
    await page.getByText("Sign out").click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(problems).toEqual([]);
  });
}

for (const account of otherAccounts) {
  test(`${account} does not belong here`, async ({ page }) => {
    await page.goto("/#/login");
    await fillSignIn(page, account);
    await expect(page.getByRole("alert")).toHaveText("You do not have access to this application");
  });
}

test("a route of another role is refused, word for word", async ({ page }) => {
  await openAs(page, "staff", "/admin/roles");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("You do not have access to this page")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^mailto:/);
});

test("sysAdmin passes every route", async ({ page }) => {
  await openAs(page, "sysadmin", "/admin/roles");
  await expect(page.getByRole("heading", { name: "Roles" })).toBeVisible();
});

test("an unknown address shows the not-found page", async ({ page }) => {
  await openAs(page, "staff");
  await page.goto("/#/nowhere/at/all");
  await expect(page.getByRole("heading", { name: "404: page not found" })).toBeVisible();
  await expect(page.getByText("This page may still be under construction")).toBeVisible();
  await expect(page.getByText("You were trying to access /nowhere/at/all")).toBeVisible();
  await expect(page.locator("a[href^='mailto:']")).toHaveAttribute("href", /nowhere/);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
});

test("public pages open without signing in", async ({ page }) => {
  await page.goto("/#/dragtest");
  await expect(page.getByRole("heading", { name: "Drag test" })).toBeVisible();
  await page.goto("/#/password/change");
  await expect(page.getByRole("heading", { name: "Forgotten your password?" })).toBeVisible();
});

test("a remote that is gone leaves the rest, and Retry brings it back", async ({ page }) => {
  await page.route("**/remotes/people/**", (route) => route.abort());
  await openAs(page, "sysadmin", "/students/list");
  await expect(page.getByText("People did not load")).toBeVisible();
  await expect(page.getByRole("link", { name: "Slips" })).toBeVisible();
  await page.unroute("**/remotes/people/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Students" })).toBeVisible();
});
