import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Timeline } from "./timeline";

beforeEach(() => signInAs());
afterEach(forgetEverything);

const change = {
  id: 1,
  field: "leadStatus",
  oldValue: "new",
  newValue: "called",
  oldText: "New",
  newText: "Called",
  changed: "2026-11-01T10:00:00Z",
  userId: 7,
  userName: "Anna",
  actingUserName: null,
};

function show(history: boolean) {
  const server = fakeServer();
  server.on("GET", "/enquiry/fields", () => ({ status: 200, body: { data: { sections: [], parts: [], checks: [] } } }));
  server.on("GET", "/enquiry/3/history", () => ({ status: 200, body: { data: [change] } }));
  renderScreen(
    <Timeline
      thing="/enquiry"
      record={{ id: 3, may: { edit: [], delete: false, history } }}
      title="Ada"
      base="/lead/3"
    />,
  );
  return server;
}

it("users with the record's right see its changes, whatever their roles", async () => {
  show(true);
  expect(await screen.findByText(/New → Called/)).toBeTruthy();
});

it("changes are not requested without the record's right", async () => {
  const server = show(false);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.calls.some(({ path }) => path.includes("/history"))).toBe(false);
});
