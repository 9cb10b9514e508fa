import { mainMenu } from "../src/fixtures";
import { expect, mailedLink, newPassword, Person, signIn, test } from "./keycloak";

test("a user is mirrored: roles, name, password, status", async ({ page, admin, realm }) => {
  const user = await admin.user(["staff", "calendar"]);
  const { id } = await realm.mirrored(user.username);
  await expect.poll(() => realm.roles(id)).toEqual(expect.arrayContaining(["staff", "calendar"]));

  // A person with a single name: Keycloak's page must not ask for another one.
  await admin.put(`/users/${user.id}`, "firstName", "");
  await expect.poll(async () => (await realm.byId(id)).firstName ?? "").toBe("");

  // The first password, set with the link that the office sends.
  await admin.post(`/users/${user.id}/password/link`);
  await page.goto(await mailedLink(`${user.username}@staffroom.example`));
  const first = newPassword();
  await page.getByLabel("New password", { exact: true }).fill(first);
  await page.getByLabel("New password again").fill(first);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your new password is valid from now on")).toBeVisible();
  await signIn(page, user.username, first);
  await expect(mainMenu(page)).toBeVisible();

  await admin.put(`/users/${user.id}`, "roleIds", ["staff", "website"]);
  await expect.poll(() => realm.roles(id)).toEqual(expect.arrayContaining(["staff", "website"]));
  expect(await realm.roles(id)).not.toContain("calendar");

  // The account identifies the person, whatever its name is.
  const renamed = `${user.username}.b`;
  await admin.put(`/users/${user.id}`, "username", renamed);
  await expect.poll(async () => (await realm.byId(id)).username).toBe(renamed);
  expect(await (await Person.signIn(user.username, first)).refresh()).toBe(401);
  const person = await Person.signIn(renamed, first);
  expect(await person.refresh()).toBe(200);

  const second = newPassword();
  expect(await person.changePassword(first, second)).toBe(200);
  expect(await (await Person.signIn(renamed, first)).refresh()).toBe(401);
  const again = await Person.signIn(renamed, second);
  expect(await again.refresh()).toBe(200);

  await admin.put(`/users/${user.id}`, "status", "inactive");
  expect(await again.refresh()).toBe(401);
  await expect.poll(async () => (await realm.byId(id)).enabled).toBe(false);
  expect(await (await Person.signIn(renamed, second)).refresh()).toBe(401);
});

test("a user who is signed out or disabled in Keycloak's console is signed out here", async ({ admin, realm }) => {
  const user = await admin.user(["staff"]);
  const { id } = await realm.mirrored(user.username);
  const secret = newPassword();
  await realm.setPassword(id, secret);
  const first = await Person.signIn(user.username, secret);
  expect(await first.refresh()).toBe(200);
  await realm.signOut(id);
  await expect.poll(first.refresh, { timeout: 5_000 }).toBe(401);

  const second = await Person.signIn(user.username, secret);
  expect(await second.refresh()).toBe(200);
  await realm.disable(id);
  await expect.poll(second.refresh, { timeout: 20_000 }).toBe(401);
  expect(await (await Person.signIn(user.username, secret)).refresh()).toBe(401);
});
