import { codeOf, plugInKey, stepNow } from "../src/factors";
import { mainMenu } from "../src/fixtures";
import { askForLink, enter, expect, mailedLink, newPassword, signIn, signOut, test, toKeycloak } from "./keycloak";

test("a required second factor is set up at the first sign-in, and asked for at the next", async ({
  page,
  admin,
  realm,
}) => {
  const user = await admin.user(["staff", "sysAdmin"]);
  const { id } = await realm.mirrored(user.username);
  const secret = newPassword();
  await realm.setPassword(id, secret);
  // Grants the role, as the mirror does if the settings ask for it. By now the mirror has written its roles; it removes
  // no others.
  await expect.poll(() => realm.roles(id)).toContain("sysAdmin");
  await realm.giveRole(id, "secondFactor");

  await signIn(page, user.username, secret);
  await page.getByRole("link", { name: "Unable to scan?" }).click();
  const shared = String(await page.locator("#kc-totp-secret-key").textContent());
  await page.locator("#totp").fill(codeOf(shared, stepNow()));
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(mainMenu(page)).toBeVisible();

  await signOut(page);
  await realm.takeRole(id, "secondFactor"); // who has a factor is asked for it, needed or not
  await toKeycloak(page);
  await enter(page, user.username, secret);
  const code = page.getByLabel("One-time code");
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid authenticator code.")).toBeVisible();
  await code.fill(codeOf(shared, stepNow() + 1)); // the code before was used
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(mainMenu(page)).toBeVisible();

  // A mailed link does not replace the second factor.
  await signOut(page);
  await toKeycloak(page);
  await askForLink(page, user.username);
  await page.goto(await mailedLink(`${user.username}@staffroom.example`));
  await expect(page.getByLabel("One-time code")).toBeVisible();
  await expect(page.getByLabel("New Password")).toBeHidden();
});

test("a passkey registered at Keycloak is required after the password", async ({ page, admin, realm }) => {
  const user = await admin.user(["staff"]);
  const { id } = await realm.mirrored(user.username);
  const secret = newPassword();
  await realm.setPassword(id, secret);
  await realm.requireAction(id, "webauthn-register");
  await plugInKey(page);
  page.on("dialog", (dialog) => void dialog.accept("Laptop")); // Keycloak asks for the name of the key

  await signIn(page, user.username, secret);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(mainMenu(page)).toBeVisible();

  await signOut(page);
  await toKeycloak(page);
  await enter(page, user.username, secret);
  await page.getByRole("button", { name: "Sign in with Passkey" }).click();
  await expect(mainMenu(page)).toBeVisible();
});
