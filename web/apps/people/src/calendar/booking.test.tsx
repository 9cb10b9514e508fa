import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import type { Spanned } from "@staffroom/screen";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { draftOf, filledIn, useMoving } from "./booking";
import type { EventRow } from "./model";

beforeEach(() => signInAs());

const row = {
  id: 5,
  title: "Physics",
  start: "2026-12-02T10:00:00Z",
  end: "2026-12-02T11:00:00Z",
  locationId: 2,
  overrideReason: "",
  seriesId: null,
  people: [],
} as unknown as EventRow;
const target = { start: "2026-12-02T12:00:00", end: "2026-12-02T13:00:00", isWhole: false };

function Moving({ lane, from }: { lane?: string; from?: string }) {
  const [move, dialogs] = useMoving(() => row);
  return (
    <>
      <button
        type="button"
        onClick={() => void move({ id: "5", isWhole: false } as Spanned, { ...target, lane }, from)}
      >
        Drop
      </button>
      {dialogs}
    </>
  );
}

const seen = { start: row.start, end: row.end };
const times = { start: "2026-12-02T12:00:00Z", end: "2026-12-02T13:00:00Z" };

it.each([
  [
    "into another tutor's column",
    "tutor:8",
    "tutor:7",
    "POST",
    "/events/5/people",
    { kind: "tutor", ...times, oldValues: seen, before: 7, after: 8, scope: "this" },
  ],
  [
    "out of the column without a tutor",
    "tutor:8",
    "tutor:",
    "POST",
    "/events/5/people",
    { kind: "tutor", ...times, oldValues: seen, before: null, after: 8, scope: "this" },
  ],
  [
    "into another room's column",
    "room:3",
    "room:2",
    "PUT",
    "/events/5",
    {
      changes: [
        { field: "start", newValue: times.start, oldValue: seen.start },
        { field: "end", newValue: times.end, oldValue: seen.end },
        { field: "locationId", newValue: 3, oldValue: 2 },
      ],
      scope: "this",
    },
  ],
  [
    "within its column",
    undefined,
    undefined,
    "PUT",
    "/events/5",
    {
      changes: [
        { field: "start", newValue: times.start, oldValue: seen.start },
        { field: "end", newValue: times.end, oldValue: seen.end },
      ],
      scope: "this",
    },
  ],
] as const)("moves an event %s", async (_, lane, from, method, path, body) => {
  const server = fakeServer();
  const sent: unknown[] = [];
  server.on(method, path, (request) => {
    sent.push(request.body);
    return { status: 200, body: { data: { id: 5 } } };
  });
  renderScreen(<Moving lane={lane} from={from} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Drop" }));
  await waitFor(() => expect(sent).toEqual([body]));
});

it.each([
  ["Move it anyway", 2, ["2026-12-02T10:00:00Z", "2026-12-02T15:00:00Z"]],
  ["Leave it as it is now", 1, ["2026-12-02T10:00:00Z"]],
] as const)("an event that somebody moved meanwhile asks: %s", async (answer, calls, expected) => {
  const server = fakeServer();
  const seenBy: unknown[] = [];
  const present = { start: "2026-12-02T15:00:00Z", end: "2026-12-02T16:00:00Z" };
  server.on("PUT", "/events/5", ({ body }) => {
    const { changes } = body as { changes: { field: string; oldValue: string }[] };
    seenBy.push(changes.find(({ field }) => field === "start")?.oldValue);
    if (seenBy.length === 1)
      return {
        status: 409,
        body: { error: "This field has been changed meanwhile", code: "changed_meanwhile", values: present },
      };
    return { status: 200, body: { data: { changes: [] } } };
  });
  renderScreen(<Moving />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Drop" }));
  expect(await screen.findByText(/It now begins on 02\/12\/26 15:00 and ends on 02\/12\/26 16:00/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: answer }));
  await waitFor(() => expect(seenBy).toHaveLength(calls));
  expect(seenBy).toEqual(expected);
});

it("a new event is filled in from another screen's address, and an unreadable one is ignored", () => {
  const draft = draftOf({ start: "2026-12-02T09:00:00", end: "2026-12-02T10:00:00", isWhole: false });
  const people = [
    { kind: "student", id: 7, name: "Ada" },
    { kind: "staff", id: 3, name: "Sid" },
  ];
  const filled = filledIn(draft, JSON.stringify({ title: "Collection: Ada", type: "meeting", courseId: 4, people }));
  expect(filled).toEqual({
    values: { ...draft.values, title: "Collection: Ada", type: "meeting", courseId: 4 },
    people,
  });
  for (const other of ["true", "{", null]) expect(filledIn(draft, other)).toEqual(draft);
});
