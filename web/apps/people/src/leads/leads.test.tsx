import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SameSomebody } from "./likeness";
import { LogKeys } from "./log-keys";
import { NoAnswer } from "./log-call";
import { BookMeeting, Meeting } from "./meeting";
import LogOfLead from "./of-lead";
import type { Like } from "./types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const zoe: Like = {
  kind: "lead",
  id: 7,
  name: "Zoe Ward",
  email: "zoe@example.org",
  phone: "",
  status: "new",
  by: ["email", "name"],
  screen: "/lead/7",
};

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

it("an unanswered call is logged with one button", async () => {
  const server = fakeServer();
  server.on("POST", "/lead/3/log", () => ({ status: 201, body: { data: { id: 1 } } }));
  renderScreen(<NoAnswer lead={{ id: 3, name: "Ada Lovelace" }} />);
  await user.click(screen.getByRole("button", { name: "No answer from Ada Lovelace" }));
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ kind: "call", outcome: "noAnswer" }));
});

it("a lead is merged into its duplicate after a confirmation", async () => {
  const server = fakeServer();
  server.on("POST", "/lead/3/merge", () => ({ status: 200, body: { data: { id: 7, mergeId: 1 } } }));
  renderScreen(<SameSomebody found={[zoe]} lead={{ id: 3, name: "Ada Ward" }} />);
  expect(screen.getByText(/same mail and name/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Merge into Zoe Ward" }));
  expect(server.calls).toHaveLength(0);
  await user.click(await screen.findByRole("button", { name: "Merge leads" }));
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([{ into: 7 }]),
  );
});

it("merging is not offered for an unsaved lead", () => {
  fakeServer();
  renderScreen(<SameSomebody found={[zoe]} />);
  expect(screen.getByRole("link", { name: "Zoe Ward" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("a lead is linked to a similar candidate or agent", async () => {
  const server = fakeServer();
  server.on("POST", "/lead/3/merge", () => ({ status: 200, body: { data: { id: 3, mergeId: 1 } } }));
  const agent: Like = { ...zoe, kind: "agent", id: 8, name: "Zoe Agency", screen: "/agents/8" };
  renderScreen(
    <SameSomebody
      found={[{ ...zoe, kind: "candidate", screen: "/candidates/7" }, agent]}
      lead={{ id: 3, name: "Ada Ward" }}
    />,
  );
  expect(screen.getByRole("button", { name: "Link to Zoe Ward" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Link to Zoe Agency" }));
  await user.click(await screen.findByRole("button", { name: "Link lead" }));
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { kind: "agent", personId: 8 },
    ]),
  );
});

it("the log includes the lead's moves for users who may read its history", async () => {
  const server = fakeServer();
  server.on("GET", "/leads/like", () => ({ status: 200, body: { data: [] } }));
  const options = [
    { value: "interested", label: "Interested" },
    { value: "declined", label: "Declined" },
  ];
  server.on("GET", "/enquiry/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          {
            name: "enquiry",
            title: "Enquirer",
            fields: [{ name: "leadStatus", title: "Status", type: "select", options }],
          },
        ],
      },
    },
  }));
  const change = {
    id: 1,
    field: "leadStatus",
    oldValue: "interested",
    newValue: "declined",
    oldText: null,
    newText: null,
    changed: "2026-11-02T10:00:00Z",
    userId: 5,
    userName: "Cleo",
    actingUserId: 5,
    actingUserName: null,
  };
  server.on("GET", "/enquiry/3/history", () => ({
    status: 200,
    body: { data: [change, { ...change, id: 2, field: "phone" }] },
  }));
  const entry = (id: number, at: string, text: string) => ({
    id,
    at,
    kind: "note",
    direction: "out",
    outcome: "",
    text,
    byName: "Anna",
    nextStep: "",
    nextDue: null,
    eventId: null,
    meeting: null,
    mergedFromId: null,
  });
  const record = {
    id: 3,
    firstName: "Ada",
    lastName: "Ward",
    leadStatus: "declined",
    students: [],
    merges: [],
    mergedIntoId: null,
    client: null,
    agent: null,
    log: [entry(2, "2026-11-03T10:00:00Z", "Sent a card"), entry(1, "2026-11-01T10:00:00Z", "Asked by mail")],
    may: { history: true },
  };
  const shown = renderScreen(<LogOfLead record={record as never} thing="/enquiry" reload={() => undefined} />);
  await screen.findByText("Interested");
  expect(
    within(shown.container.querySelector(".sr-lead-log") as HTMLElement)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent?.replace(/^[^·]*· /, "")),
  ).toEqual(["Note · AnnaSent a card", "Status · CleoInterested → Declined", "Note · AnnaAsked by mail"]);
  shown.unmount();
  renderScreen(<LogOfLead record={{ ...record, may: {} } as never} thing="/enquiry" reload={() => undefined} />);
  await screen.findByText("Sent a card");
  expect(screen.queryByText("Interested")).toBeNull();
});

it("the log names people who have left, and a merge is undone", async () => {
  const server = fakeServer();
  server.on("GET", "/leads/like", () => ({ status: 200, body: { data: [] } }));
  server.on("POST", "/lead/merge/9/undo", () => ({ status: 200, body: { data: { id: 4 } } }));
  const merge = {
    id: 9,
    sourceId: 4,
    targetId: 3,
    personKind: "",
    personId: null,
    name: "Zoe Ward",
    created: "2026-11-01T10:00:00Z",
    userName: "Anna",
  };
  const record = {
    id: 3,
    firstName: "Ada",
    lastName: "Ward",
    email: "",
    phone: "",
    leadStatus: "called",
    owner: "Cleo Gone",
    ownerLeft: true,
    nextStep: "Call",
    nextDue: "2026-12-01T12:00:00Z",
    asksFor: "",
    origin: "",
    reason: "",
    client: null,
    agent: null,
    students: [],
    merges: [merge],
    mergedIntoId: null,
    log: [
      {
        id: 1,
        at: "2026-11-01T10:00:00Z",
        kind: "call",
        direction: "out",
        outcome: "noAnswer",
        text: "",
        byName: "Anna",
        nextStep: "",
        nextDue: null,
        eventId: null,
        meeting: null,
        mergedFromId: 4,
      },
    ],
  };
  renderScreen(<LogOfLead record={record as never} thing="/enquiry" reload={() => undefined} />);
  expect(screen.getByText("Cleo Gone, who has left")).toBeTruthy();
  expect(screen.getByText(/Call, no answer · Anna · from a merged lead/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo merge" }));
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/lead/merge/9/undo")).toBe(true));
});

it("a meeting asks for time, length and a note", async () => {
  const server = fakeServer();
  server.on("GET", "/leads/owners", () => ({ status: 200, body: { data: [] } }));
  server.on("GET", "/locations/calendarList", () => ({ status: 200, body: { data: [] } }));
  renderScreen(<BookMeeting lead={{ id: 3, name: "Ada Ward" }} onDone={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Book meeting" }));
  const form = within(await screen.findByRole("dialog", { name: "Meeting with Ada Ward" }));
  await user.type(form.getByLabelText("Note", { exact: false }), "Bring prices");
  expect(form.getByLabelText<HTMLInputElement>("Minutes", { exact: false }).value).toBe("30");
});

it("a cancelled meeting in the log links to its event", () => {
  fakeServer();
  const meeting = {
    start: "2026-12-04T10:00:00Z",
    end: "2026-12-04T10:30:00Z",
    status: "cancelled",
    location: "Library",
  };
  renderScreen(<Meeting entry={{ eventId: 5, meeting } as never} />);
  expect(screen.getByRole("link", { name: "Meeting 04/12/26 10:00, Library" }).getAttribute("href")).toBe(
    "/events?event=5",
  );
  expect(screen.getByText(", cancelled", { exact: false })).toBeTruthy();
});

it("N logs an unanswered call for the row with the cursor", async () => {
  const server = fakeServer();
  server.on("POST", "/lead/5/log", () => ({ status: 201, body: { data: { id: 1 } } }));
  const { container } = renderScreen(
    <>
      <LogKeys />
      <div className="sr-row-active" data-row-key="5">
        <a href="/lead/5">Ada Ward</a>
      </div>
    </>,
  );
  await user.keyboard("n");
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual(["/lead/5/log"]),
  );
  container.querySelector(".sr-row-active")?.classList.remove("sr-row-active");
  await user.keyboard("n");
  expect(server.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("L opens the form of a call on a lead's page", async () => {
  fakeServer();
  renderScreen(<LogKeys lead={{ id: 5, name: "Ada Ward" }} />);
  await user.keyboard("l");
  expect(await screen.findByRole("dialog", { name: "Log for Ada Ward" })).toBeTruthy();
});
