import { useStars } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { StarButton } from "./star-button";
import { currentToasts } from "../dialogs/toasts";

beforeEach(() => {
  signInAs();
  window.location.hash = "#/students"; // the home page does not show a refusal
});

const star = { target: "/students/7", title: "Ada Lovelace", kind: "record" } as const;
const Titles = () => (
  <output>
    {useStars()
      .map(({ title }) => title)
      .join()}
  </output>
);
const show = () =>
  renderScreen(
    <>
      <StarButton {...star} />
      <Titles />
    </>,
  );

it("a star appears immediately, and is removed again", async () => {
  const server = fakeServer();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Star" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Ada Lovelace"));
  await userEvent.click(await screen.findByRole("button", { name: "Remove star" }));
  await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ method: "DELETE", path: "/me/stars/1" }));
  expect(screen.getByRole("status").textContent).toBe("");
});

it("a refused star is removed, with the reason", async () => {
  const server = fakeServer();
  const text = "You have starred 200 entries. Please remove one first";
  server.on("POST", "/me/stars", () => ({ status: 409, body: { error: text, code: "too_many_stars" } }));
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Star" }));
  await waitFor(() => expect(JSON.stringify(currentToasts())).toContain(text));
  expect(screen.getByRole("status").textContent).toBe("");
});
