import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Subscribe } from "./subscribe";

const none = { exists: false, created: null, lastRead: null, deadlines: null };

beforeEach(() => signInAs());

it("an address is created, shown once, and revoked", async () => {
  const server = fakeServer();
  let state: object = none;
  let feeds = 0;
  server.on("GET", "/events/feed", () => ({ status: 200, body: { data: state } }));
  server.on("POST", "/events/feed", () => {
    state = { exists: true, created: "2026-11-25T09:00:00Z", lastRead: null, deadlines: null };
    feeds += 1;
    return { status: 201, body: { data: { url: `https://staffroom.example/api/v1/events/feed/secret${feeds}.ics` } } };
  });
  server.on("DELETE", "/events/feed", () => {
    state = none;
    return { status: 200, body: { data: none } };
  });
  renderScreen(<Subscribe />);
  const user = userEvent.setup();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const address = () => (screen.queryByLabelText("Address of your calendar") as HTMLInputElement | null)?.value;

  await press("Subscribe");
  expect(await screen.findByText("There is no address yet.")).toBeTruthy();
  await press("Make the address");
  await waitFor(() => expect(address()).toMatch(/secret1.ics$/));
  await press("Copy");
  expect(copied).toHaveBeenCalledWith(address());

  await press("Close");
  state = { ...state, lastRead: "2026-11-25T09:30:00Z" };
  await press("Subscribe");
  expect((await screen.findByText(/last read it on 25\/11\/26 09:30/)).textContent).toContain("made on 25/11/26 09:00");
  expect(address()).toBeUndefined();
  await press("Make a new address");
  await waitFor(() => expect(address()).toMatch(/secret2.ics$/));
  await press("Stop");
  expect(await screen.findByText("There is no address yet.")).toBeTruthy();
  expect(address()).toBeUndefined();
});

it("exam deadlines are included, unless the person opts out", async () => {
  const server = fakeServer();
  let state = { exists: true, created: "2026-11-25T09:00:00Z", lastRead: null, deadlines: true };
  server.on("GET", "/events/feed", () => ({ status: 200, body: { data: state } }));
  server.on("PUT", "/events/feed", ({ body }) => {
    state = { ...state, ...(body as { deadlines: boolean }) };
    return { status: 200, body: { data: state } };
  });
  renderScreen(<Subscribe />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Subscribe" }));
  const box = () => screen.findByRole("checkbox", { name: "Exam deadlines too" }) as Promise<HTMLInputElement>;
  expect((await box()).checked).toBe(true);
  await user.click(await box());
  await waitFor(async () => expect((await box()).checked).toBe(false));
  expect(server.calls.at(-2)?.body ?? server.calls.at(-1)?.body).toEqual({ deadlines: false });
});
