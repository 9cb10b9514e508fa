import { fakeServer, forgetEverything, signInAs } from "@staffroom/testing";
import { expect, it } from "vitest";
import { impersonate, stopImpersonating } from "./auth";
import { getSession, hasRole, mayRestore } from "./session";

const minutes = 60_000;

it("only a session under 240 minutes old is restored", () => {
  expect(mayRestore()).toBe(false);
  signInAs();
  expect(mayRestore()).toBe(true);
  expect(mayRestore(Date.now() + 239 * minutes)).toBe(true);
  expect(mayRestore(Date.now() + 240 * minutes)).toBe(false);
  expect(mayRestore(Date.now() - minutes)).toBe(false);
  localStorage.setItem("staffroom.session", "{damaged");
  expect(mayRestore()).toBe(false);
});

it("no token is kept in the browser's storage", () => {
  signInAs();
  expect(getSession().token).toBe("token-sysadmin");
  expect(JSON.stringify({ ...localStorage })).not.toContain("token");
});

it("impersonation keeps the user's own token and restores it afterwards", async () => {
  fakeServer();
  signInAs("sysadmin");
  await impersonate(2, "Ticket 12");
  expect(getSession()).toMatchObject({ token: "token-staff", oldToken: "token-sysadmin" });
  expect(getSession().user?.impersonatedBy?.name).toBe("Sofia Admin");
  await stopImpersonating();
  expect(getSession()).toMatchObject({ token: "token-sysadmin", oldToken: null });
  expect(getSession().user?.firstName).toBe("Sofia");
});

it("signing out empties the storage", () => {
  signInAs();
  localStorage.setItem("staffroom.draft.x", "1");
  forgetEverything();
  expect(localStorage).toHaveLength(0);
  expect(getSession()).toMatchObject({ status: "signedOut", user: null, token: null });
});

it("sysAdmin passes every role check", () => {
  signInAs("staff");
  expect(hasRole(getSession().user, "finance")).toBe(false);
  signInAs("sysadmin");
  expect(hasRole(getSession().user, "finance")).toBe(true);
});
