import { getSession, queryClient } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { SignInPage } from "./sign-in";

afterEach(() => queryClient.clear());

const start = "/api/v1/auth/oidc/start";

function show(signInPage: string | null) {
  fakeServer().on("GET", "/auth/session", () => ({ status: 200, body: { data: { signInPage } } }));
  renderScreen(<SignInPage />, { path: "/login", address: "/login?redirect=/users/list" });
}

it("restores a session after another page's sign-in, though none was saved here", async () => {
  const server = fakeServer();
  signInAs();
  const { user } = getSession();
  vi.resetModules();
  const fresh = await import("@staffroom/api");
  server.on("POST", "/auth/refresh", () => ({ status: 200, body: { data: { authToken: "t", user, timeStamp: "", expiresAt: "" } } }));
  sessionStorage.setItem("staffroom.elsewhere", "gone");
  await fresh.restoreSession();
  expect(fresh.getSession().status).toBe("signedIn");
  expect(localStorage.getItem("staffroom.session")).toContain(`"userId":${user?.id}`);
  expect(sessionStorage.getItem("staffroom.elsewhere")).toBeNull();
});

it("asks for name and password where identity keeps them", async () => {
  show(null);
  expect(await screen.findByLabelText("User name")).toBeTruthy();
  expect(screen.getByText("Forgotten your password?")).toBeTruthy();
  expect(screen.queryByText(/^Sign in with/)).toBeNull();
});

it("leads to Keycloak where it keeps them, and back to where the person was going", async () => {
  const gone = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign: gone });
  show(start);
  await userEvent.click(await screen.findByRole("button", { name: "Sign in with Keycloak" }));
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(gone).toHaveBeenCalledWith(`${start}?app=staff&redirect=%2Fusers%2Flist`);
});
