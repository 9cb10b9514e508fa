import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ListScreen } from "./list-screen";

const wide = window.matchMedia;

beforeEach(() => {
  signInAs();
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    ...wide(query),
    matches: query === "(max-width: 599px)",
  }));
});
afterEach(() => vi.restoreAllMocks());

it("on a phone, filters and labelled tools are each behind a button", async () => {
  fakeServer();
  renderScreen(<ListScreen path="/students" />, { path: "/students/list", address: "/students/list" });
  await screen.findByText("1-50 of 200");
  expect(screen.queryByRole("button", { name: /^Columns/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Tools" }));
  const tools = within(screen.getByRole("group", { name: "Tools" }));
  for (const label of ["Export", "Columns", "Views"])
    expect(tools.getByRole("button", { name: label }).textContent).toBe(label);
  await userEvent.click(screen.getByRole("button", { name: "Tools" }));
  expect(screen.queryByRole("group", { name: "Tools" })).toBeNull();
});
