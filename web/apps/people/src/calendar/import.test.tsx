import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { Import } from "./import";

beforeEach(() => signInAs());

it("a chosen file is imported, shown, and removed", async () => {
  const server = fakeServer();
  let calendars: object[] = [];
  const sent: unknown[] = [];
  server.on("GET", "/events/imports", () => ({ status: 200, body: { data: calendars } }));
  server.on("POST", "/events/imports", ({ body }) => {
    sent.push(body);
    calendars = [{ id: 3, name: "home.ics", imported: "2026-11-25T09:00:00Z", dates: 2 }];
    return {
      status: 200,
      body: { data: { id: 3, added: 2, kept: 1, removed: 0, leftOut: ["Gym on 1 December 2026 is cancelled"] } },
    };
  });
  server.on("DELETE", "/events/imports/3", () => {
    calendars = [];
    return { status: 200, body: { data: { id: 3 } } };
  });
  renderScreen(<Import />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Import" }));
  const send = () => screen.findByRole("button", { name: "Import calendar" });
  expect((await send()).getAttribute("aria-description")).toBe("Choose a calendar file or paste its text");
  await user.upload(
    screen.getByLabelText("Calendar file (.ics)"),
    new File(["BEGIN:VCALENDAR"], "home.ics", { type: "text/calendar" }),
  );
  await waitFor(async () => expect((await send()).getAttribute("aria-disabled")).toBeNull());
  await user.click(await send());
  expect(await screen.findByText("2 events")).toBeTruthy();
  expect((await screen.findByRole("status", { name: "Left out of home.ics" })).textContent).toContain(
    "Gym on 1 December 2026 is cancelled",
  );
  expect(sent).toEqual([{ name: "home.ics", content: "BEGIN:VCALENDAR", titles: false }]);
  await user.click(await screen.findByRole("button", { name: "Remove home.ics" }));
  await waitFor(() => expect(screen.queryByText("home.ics")).toBeNull());
});
