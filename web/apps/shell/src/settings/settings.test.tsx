import { signedOut, stopImpersonating, impersonate } from "@staffroom/api";
import { languageKey } from "@staffroom/language";
import { currentToasts, getAppearance, setAppearance } from "@staffroom/ui";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { usePersonalSettings } from "./personal";
import Settings from "./settings";

beforeEach(() => {
  setAppearance({ theme: "device", density: "compact" });
  signInAs();
});

function Shell() {
  usePersonalSettings();
  return <Settings />;
}

it("the server's settings are applied, and a choice is sent immediately", async () => {
  const server = fakeServer();
  server.on("GET", "/me/settings", () => ({
    status: 200,
    body: { data: { theme: "dark", density: "comfortable", startPage: "/", version: 3 } },
  }));
  renderScreen(<Shell />);
  await waitFor(() => expect(getAppearance()).toEqual({ theme: "dark", density: "comfortable" }));
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(document.documentElement.dataset.theme).toBe("light");
  await waitFor(() => expect(server.calls.find(({ method }) => method === "PUT")?.body).toEqual({ theme: "light" }));
  // The sign-in page has the last theme of this browser.
  signedOut();
  expect(JSON.parse(localStorage.getItem("staffroom.appearance") ?? "{}")).toMatchObject({ theme: "light" });
});

it("the language changes once the server has saved it, or else it would change back", async () => {
  const server = fakeServer();
  server.on("GET", "/me/settings", () => ({
    status: 200,
    body: { data: { theme: "device", density: "compact", startPage: "/", language: "en", version: 3 } },
  }));
  server.on("PUT", "/me/settings", () => ({ status: 403, body: { error: "Not now" } }));
  renderScreen(<Shell />);
  await userEvent.click(await screen.findByRole("radio", { name: "Português" }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(["403: Not now"]));
  expect(localStorage.getItem(languageKey)).toBeNull();
});

it("signing in on the home page opens the user's start page", async () => {
  const server = fakeServer();
  server.on("GET", "/me/settings", () => ({
    status: 200,
    body: { data: { theme: "device", density: "compact", startPage: "/students/list", version: 1 } },
  }));
  const { router } = renderScreen(<Shell />);
  await waitFor(() => expect(router.state.location.pathname).toBe("/students/list"));
});

it("impersonation changes none of the user's settings", async () => {
  fakeServer();
  await impersonate(2, "A question about a slip");
  renderScreen(<Shell />);
  expect(await screen.findByText("You act as Stephen. Their settings stay as they are.")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Dark" }).disabled).toBe(true);
  await stopImpersonating();
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Dark" }).disabled).toBe(false));
});
