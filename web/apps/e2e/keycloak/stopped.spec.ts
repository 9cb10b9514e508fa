import { request } from "@playwright/test";
import { expect, newPassword, Person, signalKeycloak, test } from "./keycloak";

// This file comes last: its second test leaves it to the supervisor to restart Keycloak.
test("while Keycloak hangs, people get a message and mirroring waits", async ({ page, admin, realm }) => {
  await realm.mirrored((await admin.user(["staff"])).username);
  let waiting = "";
  signalKeycloak("SIGSTOP");
  try {
    waiting = (await admin.user(["staff"])).username;
    await page.goto("/#/login");
    await page.getByRole("button", { name: "Continue to sign in" }).click();
    await expect(
      page.getByText("The sign-in service is currently not available. Please try again in a minute."),
    ).toBeVisible();
  } finally {
    signalKeycloak("SIGCONT");
  }
  await realm.mirrored(waiting);
});

test("while Keycloak is down, programs get an error and no try counts as wrong", async ({ admin, realm }) => {
  const user = await admin.user(["staff"]);
  const { id } = await realm.mirrored(user.username);
  const secret = newPassword();
  await realm.setPassword(id, secret);
  const person = await Person.signIn(user.username, secret);
  signalKeycloak("SIGKILL");
  const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL });
  const answer = await calls.get("/api/v1/auth/oidc/start");
  expect([answer.status(), await answer.json()]).toEqual([503, expect.objectContaining({ code: "unavailable" })]);
  // More often than wrong passwords are allowed.
  for (let tries = 0; tries < 12; tries += 1) expect(await person.changePassword(secret, newPassword())).toBe(503);
});
