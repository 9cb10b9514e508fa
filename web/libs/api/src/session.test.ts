import { fakeServer, forgetEverything, signInAs } from "@staffroom/testing";
import { expect, it } from "vitest";
import { impersonate, stopImpersonating } from "./auth";
import { getSession, hasRole, mayRestore } from "./session";

const minutes = 60_000;

it("restores a session under 240 minutes old, and no other", () => {
  expect(mayRestore()).toBe(false);
  signInAs();
  expect(mayRestore()).toBe(true);
  expect(mayRestore(Date.now() + 239 * minutes)).toBe(true);
  expect(mayRestore(Date.now() + 240 * minutes)).toBe(false);
  expect(mayRestore(Date.now() - minutes)).toBe(false);
  localStorage.setItem("staffroom.session", "{damaged");
  expect(mayRestore()).toBe(false);
});

it("keeps no token in the browser's storage", () => {
  signInAs();
  expect(getSession().token).toBe("token-sysadmin");
  expect(JSON.stringify({ ...localStorage })).not.toContain("token");
});

it("keeps the own token while impersonating, and takes it back", async () => {
  fakeServer();
  signInAs("sysadmin");
  await impersonate(2, "Ticket 12");
  expect(getSession()).toMatchObject({ token: "token-staff", oldToken: "token-sysadmin" });
  expect(getSession().user?.impersonatedBy?.name).toBe("Sofia Admin");
  await stopImpersonating();
  expect(getSession()).toMatchObject({ token: "token-sysadmin", oldToken: null });
  expect(getSession().user?.firstName).toBe("Sofia");
});

it("empties storage on leaving", () => {
  signInAs();
  localStorage.setItem("staffroom.draft.x", "1");
  forgetEverything();
  expect(localStorage).toHaveLength(0);
  expect(getSession()).toMatchObject({ status: "signedOut", user: null, token: null });
});

it("lets sysAdmin through every role", () => {
  signInAs("staff");
  expect(hasRole(getSession().user, "finance")).toBe(false);
  signInAs("sysadmin");
  expect(hasRole(getSession().user, "finance")).toBe(true);
});
