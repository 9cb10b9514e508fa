import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { CalendarEvent } from "../types";
import { PeopleOn } from "./people-on";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const bo = { ewpId: 9, userId: 4, kind: "tutor", id: 8, cwsId: null, name: "Bo", status: "invited" };
const event = {
  id: 5,
  title: "Physics",
  status: "active",
  start: "2026-12-02T10:00:00Z",
  end: "2026-12-02T11:00:00Z",
  locationId: null,
  series: { id: 3, rule: "FREQ=WEEKLY;COUNT=4", dates: 4 },
  people: [bo],
  may: { changePeople: true },
} as unknown as CalendarEvent;

beforeEach(() => signInAs("staff"));

function show(series: CalendarEvent["series"]) {
  const server = fakeServer();
  const sent: unknown[] = [];
  server.on("GET", "/events/people/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("POST", "/events/5/people", ({ body }) => {
    sent.push(body);
    return { status: 200, body: { data: { id: 5, events: 3 } } };
  });
  const reload = vi.fn<() => void>();
  renderScreen(<PeopleOn event={{ ...event, series }} reload={reload} />);
  return { sent, reload };
}

it("a series asks from which dates a person is removed", async () => {
  const { sent, reload } = show(event.series);
  await user.click(await screen.findByRole("button", { name: "Take Bo off" }));
  await user.click(await screen.findByRole("radio", { name: "This and the following" }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Change event" }));
  await waitFor(() => expect(sent).toEqual([{ kind: "tutor", before: 8, scope: "following" }]));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe("Bo is off 3 events"));
  expect(reload).toHaveBeenCalledOnce();
});

it("a person is removed from a single event immediately, and added again", async () => {
  const { sent } = show(null);
  await user.click(await screen.findByRole("button", { name: "Take Bo off" }));
  await waitFor(() => expect(currentToasts().at(-1)?.action?.label).toBe("Undo"));
  currentToasts().at(-1)?.action?.run();
  await waitFor(() =>
    expect(sent).toEqual([
      { kind: "tutor", before: 8, scope: "this" },
      { kind: "tutor", after: 8, scope: "this" },
    ]),
  );
});

const begun = {
  status: 409,
  body: {
    code: "slip_begun",
    error: "Slip of Bo, 2 December 2026: saved\nIt stays.",
    title: "Take off although a slip has begun?",
    question: { yes: "Take off", no: "Go back" },
  },
};

it.each([
  ["Go back", 1],
  ["Take off", 2],
])("removing a person with a begun slip asks first: %s", async (choice, calls) => {
  const server = fakeServer();
  const sent: unknown[] = [];
  server.on("GET", "/events/people/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("POST", "/events/5/people", ({ body }) => {
    sent.push(body);
    return (body as { confirm?: boolean }).confirm ? { status: 200, body: { data: { id: 5, events: 1 } } } : begun;
  });
  renderScreen(<PeopleOn event={{ ...event, series: null }} reload={() => undefined} />);
  const take = await screen.findByRole("button", { name: "Take Bo off" });
  await user.click(take);
  await screen.findByText("Slip of Bo, 2 December 2026: saved");
  await user.click(screen.getByRole("button", { name: choice }));
  await waitFor(() => expect(take.classList.contains("ant-btn-loading")).toBe(false));
  await waitFor(() => expect(sent).toHaveLength(calls));
  expect(
    currentToasts().some(({ error }) => error),
    "going back leaves no toast",
  ).toBe(false);
  expect(sent.slice(1)).toEqual(calls === 2 ? [{ kind: "tutor", before: 8, scope: "this", confirm: true }] : []);
});
