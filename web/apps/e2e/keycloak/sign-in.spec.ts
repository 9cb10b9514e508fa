import { heading, mainMenu } from "../src/fixtures";
import { askForLink, enter, expect, mailedLink, newPassword, signIn, signOut, test, toKeycloak } from "./keycloak";

test("a session begins on Keycloak's page, lasts 240 minutes, and ends there too on sign-out", async ({ page }) => {
  await page.goto("/#/departments");
  const asked = page.waitForRequest(/protocol\/openid-connect\/auth\?/);
  await toKeycloak(page);
  const query = new URL((await asked).url()).searchParams;
  expect([query.get("response_type"), query.get("code_challenge_method")]).toEqual(["code", "S256"]);
  await expect(page.locator("#kc-header-wrapper")).toHaveText("Staffroom");
  await enter(page, "sysadmin");
  await expect(heading(page, "Departments")).toBeVisible();

  const refreshed = page.waitForResponse(/\/auth\/refresh/);
  // Do not use the time of the answer: it is in whole seconds, the end of a session is not.
  const before = Date.now();
  await page.reload();
  const { data } = (await (await refreshed).json()) as { data: { sessionExpiresAt: string } };
  const minutes = (Date.parse(data.sessionExpiresAt) - before) / 60_000;
  expect(minutes).toBeGreaterThan(237);
  expect(minutes).toBeLessThanOrEqual(240);
  await expect(heading(page, "Departments")).toBeVisible();

  await signOut(page);
  await toKeycloak(page);
  await enter(page, "staff");
  await expect(mainMenu(page)).toBeVisible();
});

test("a person without the staff role gets a message and can sign in as another user", async ({ page }) => {
  await signIn(page, "tutor");
  await expect(page.getByText("You do not have access to this application.")).toBeVisible();
  await toKeycloak(page);
  await enter(page, "academic");
  await expect(mainMenu(page)).toBeVisible();
});

test("a forgotten password is replaced with Keycloak's mail", async ({ page, admin, realm }) => {
  const user = await admin.user(["staff"]);
  await realm.mirrored(user.username);
  await page.goto("/#/login");
  await toKeycloak(page);
  await askForLink(page, user.username);
  await page.goto(await mailedLink(`${user.username}@staffroom.example`));
  const secret = newPassword();
  await page.getByLabel("New Password").fill(secret);
  await page.getByLabel("Confirm password").fill(secret);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(mainMenu(page)).toBeVisible();
});
