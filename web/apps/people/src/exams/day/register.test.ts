import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it, vi } from "vitest";
import { isVeryLate, keepDay, keptDay, Register, withMarks, type Seat } from "./register";

const seat = { id: 4, status: "expected", identityChecked: false };
const taken = (marks: { key: string; seatId: number }[]) => ({
  status: 200,
  body: {
    data: marks.map(({ key, seatId }) => ({
      key,
      seatId,
      status: "present",
      identityChecked: false,
      counted: true,
      error: "",
    })),
  },
});

beforeEach(() => {
  localStorage.clear();
  signInAs();
});

it("offline marks survive a reload, and are sent in order", async () => {
  const server = fakeServer();
  let isAway = true;
  server.on("POST", "/exams/register", ({ body }) =>
    isAway
      ? { status: 503, body: { error: "Away" } }
      : taken((body as { marks: { key: string; seatId: number }[] }).marks),
  );
  const first = new Register(7);
  first.mark(4, "present", new Date("2026-11-30T09:01:00Z"));
  first.mark(5, "late", new Date("2026-11-30T09:12:00Z"));
  await vi.waitFor(() => expect(first.state.get().isSending).toBe(false));
  expect(first.state.get().marks.map(({ mark }) => mark)).toEqual(["present", "late"]);

  const again = new Register(7);
  expect(again.state.get().marks).toHaveLength(2);
  isAway = false;
  await again.send();
  expect(again.state.get().marks).toEqual([]);
  const sent = server.calls.at(-1)?.body as { marks: { seatId: number; at: string }[] };
  expect(sent.marks.map(({ seatId, at }) => [seatId, at])).toEqual([
    [4, "2026-11-30T09:01:00.000Z"],
    [5, "2026-11-30T09:12:00.000Z"],
  ]);
  expect(new Register(7).state.get().marks).toEqual([]);
});

it("marks that the server refused are named", async () => {
  const server = fakeServer();
  server.on("POST", "/exams/register", ({ body }) => ({
    status: 200,
    body: {
      data: (body as { marks: { key: string }[] }).marks.map(({ key }) => ({
        key,
        seatId: 4,
        status: "",
        identityChecked: false,
        counted: false,
        error: "This session was cancelled",
      })),
    },
  }));
  const register = new Register(8);
  register.mark(4, "present");
  await vi.waitFor(() =>
    expect(register.state.get().refused.map(({ error }) => error)).toEqual(["This session was cancelled"]),
  );
  expect(register.state.get().marks).toEqual([]);
});

it("a seat shows its last mark", () => {
  const mark = (name: "present" | "late" | "identity") => ({ key: name, seatId: 4, mark: name, at: "" });
  expect(withMarks([seat], [mark("present"), mark("identity"), mark("late")])).toEqual([
    { ...seat, status: "late", identityChecked: true },
  ]);
});

it("only today's seats are kept", () => {
  keepDay(7, "2026-11-30", [seat as unknown as Seat]);
  expect([keptDay(7, "2026-11-30")?.length, keptDay(7, "2026-12-01"), keptDay(8, "2026-11-30")]).toEqual([
    1,
    null,
    null,
  ]);
});

const alarm = { sessionId: 3, text: "The fire alarm rang", witness: "Mrs Amsel", at: "2026-11-30T09:20:00.000Z" };

it("an offline incident is kept, and sent again with the same key", async () => {
  const server = fakeServer();
  const keys: (string | undefined)[] = [];
  let isAway = true;
  server.on("POST", "/exams/sessions/3/incident", ({ headers }) => {
    keys.push(headers["idempotency-key"]);
    return isAway ? { status: 503, body: { error: "Away" } } : { status: 201, body: { data: { id: 1 } } };
  });
  const first = new Register(9);
  first.incident(alarm);
  await vi.waitFor(() => expect(first.state.get().isSending).toBe(false));
  expect(first.state.get().incidents).toMatchObject([alarm]);

  const again = new Register(9);
  isAway = false;
  await again.send();
  expect(again.state.get().incidents).toEqual([]);
  expect(new Set(keys).size).toBe(1);
  expect(server.calls.at(-1)?.body).toEqual({ text: alarm.text, witness: alarm.witness, at: alarm.at });
  expect(new Register(9).state.get().incidents).toEqual([]);
});

it("a refused incident is shown with the reason", async () => {
  const server = fakeServer();
  server.on("POST", "/exams/sessions/3/incident", () => ({
    status: 409,
    body: { error: "This session was cancelled" },
  }));
  const register = new Register(10);
  register.incident(alarm);
  await vi.waitFor(() =>
    expect(register.state.get().lost).toMatchObject([
      { text: alarm.text, error: expect.stringContaining("This session was cancelled") as string },
    ]),
  );
  expect(register.state.get().incidents).toEqual([]);
});

it("the time from which a candidate is very late is known", () => {
  const expected = { status: "expected", veryLateFrom: "2026-11-30T10:00:00Z" };
  expect(isVeryLate(expected, new Date("2026-11-30T09:59:00Z"))).toBe(false);
  expect(isVeryLate(expected, new Date("2026-11-30T10:00:00Z"))).toBe(true);
  expect(isVeryLate({ ...expected, status: "present" }, new Date("2026-11-30T11:00:00Z"))).toBe(false);
  expect(isVeryLate({ status: "expected", veryLateFrom: null }, new Date("2026-11-30T11:00:00Z"))).toBe(false);
});
