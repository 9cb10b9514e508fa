import { queryClient } from "@staffroom/api";
import { fakeServer, renderScreen } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { SignInPage } from "./sign-in";

afterEach(() => queryClient.clear());

const start = "/api/v1/auth/oidc/start";

function show(signInPage: string | null, more = "") {
  fakeServer().on("GET", "/auth/session", () => ({ status: 200, body: { data: { signInPage } } }));
  renderScreen(<SignInPage />, { path: "/login", address: `/login?redirect=/users/list${more}` });
}

it("name and password are asked for if identity stores them", async () => {
  show(null);
  expect(await screen.findByLabelText("User name")).toBeTruthy();
  expect(screen.getByText("Forgotten your password?")).toBeTruthy();
  expect(screen.queryByText(/^Sign in with/)).toBeNull();
});

it("Keycloak is opened if it stores them, with the user's address to return to", async () => {
  const gone = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign: gone });
  show(start);
  await userEvent.click(await screen.findByRole("button", { name: "Continue to sign in" }));
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(gone).toHaveBeenCalledWith(`${start}?app=staff&redirect=%2Fusers%2Flist`);
});

it.each([
  ["not_linked", "Your sign-in account is not linked to a Staffroom user; please ask support to link it."],
  ["sign_in_stopped", "You stopped the sign-in. Please try again."],
  ["constructor", "You could not be signed in. Please try again."],
])("says why Keycloak's answer was refused: %s", async (code, text) => {
  show(start, `&refused=${code}`);
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(await screen.findByRole("button", { name: "Continue to sign in" })).toBeTruthy();
});

it("without a refusal there is no message", async () => {
  show(start);
  await screen.findByRole("button", { name: "Continue to sign in" });
  expect(screen.queryByRole("alert")).toBeNull();
});
