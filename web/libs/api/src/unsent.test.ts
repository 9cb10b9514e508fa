import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it, vi } from "vitest";
import { signOut } from "./auth";
import { api } from "./client";
import { cancelSend, getConnection, sendLater } from "./connection";
import { discard, handOver, onSent, resumeUnsent, sendAgain, sendLaterOf } from "./unsent";
import { keepUnsent, readUnsent } from "./unsent-kept";
import { getSession, signedOut, signedIn } from "./session";

let user = 0;

beforeEach(() => {
  localStorage.clear();
  signInAs();
  user = getSession().user?.id ?? 0;
});

const change = {
  userId: 0,
  label: "Homework",
  method: "POST",
  path: "/api/v1/homework",
  body: { title: "Essay" },
  idempotencyKey: "k1",
  draft: "homework/set/1/",
};
const left = () => keepUnsent({ ...change, userId: user });

/** The same user opens the page again. */
async function openAgain(): Promise<void> {
  const { user: same } = getSession();
  signedOut();
  if (same) signedIn({ authToken: "token", user: same });
  await vi.waitFor(() => expect(readUnsent(user).every(({ refusal }) => refusal)).toBe(true));
}

it("a call without a response is kept until it is sent or withdrawn", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const lost = await api
    .post("/homework", { title: "Essay" }, { idempotencyKey: "k1" })
    .catch((error: unknown) => error);
  sendLaterOf(lost, { key: "form", label: "Homework", draft: "homework/set/1/", send: () => undefined });
  expect(readUnsent(user)).toMatchObject([
    { method: "POST", path: "/api/v1/homework", body: { title: "Essay" }, idempotencyKey: "k1", label: "Homework" },
  ]);
  cancelSend("form");
  expect(readUnsent(user)).toEqual([]);
  sendLaterOf(lost, { key: "form", label: "Homework", send: () => undefined });
  handOver("form");
  expect(getConnection().waiting.map(({ key }) => key)).toEqual(["k1"]);
  const server = fakeServer();
  server.on("POST", "/homework", () => ({ status: 201, body: { data: { id: 1 } } }));
  server.on("GET", "/one", () => ({ status: 200, body: { data: 1 } }));
  await api.get("/one");
  await vi.waitFor(() => expect(readUnsent(user)).toEqual([]));
  expect(server.calls.find(({ method }) => method === "POST")?.body).toEqual({ title: "Essay" });
});

it("a call left over from a closed browser is sent once and its draft dropped", async () => {
  left();
  localStorage.setItem("staffroom.draft.homework/set/1/", "{}");
  const sent: string[] = [];
  const stop = onSent((label) => sent.push(label));
  const server = fakeServer();
  server.on("POST", "/homework", () => ({ status: 201, body: { data: { id: 1 } } }));
  await openAgain();
  await resumeUnsent();
  expect(server.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(server.calls.find(({ method }) => method === "POST")?.headers["idempotency-key"]).toBe("k1");
  expect([sent, localStorage.getItem("staffroom.draft.homework/set/1/"), readUnsent(user)]).toEqual([
    ["Homework"],
    null,
    [],
  ]);
  stop();
});

it("a refused change is named and kept until it is sent again or discarded", async () => {
  left();
  const server = fakeServer();
  server.on("POST", "/homework", () => ({ status: 409, body: { error: "This homework has already been handed in" } }));
  await openAgain();
  const [refused] = readUnsent(user);
  expect(refused?.refusal).toBe("This homework has already been handed in");
  await openAgain();
  expect(
    server.calls.filter(({ method }) => method === "POST"),
    "a refused one is not sent automatically",
  ).toHaveLength(1);
  server.on("POST", "/homework", () => ({ status: 201, body: { data: { id: 1 } } }));
  if (refused) await sendAgain(refused);
  expect(readUnsent(user)).toEqual([]);
});

it("a change that was already saved counts as sent, one older than a day needs the user", async () => {
  keepUnsent({
    userId: user,
    label: "Title",
    method: "PUT",
    path: "/api/v1/homework/3",
    body: { field: "title", newValue: "Essay", oldValue: "" },
  });
  keepUnsent({ ...change, userId: user, at: Date.now() - 25 * 3600_000 });
  const server = fakeServer();
  server.on("PUT", "/homework/3", () => ({
    status: 409,
    body: { error: "Changed in the meantime", code: "changed_meanwhile", value: "Essay" },
  }));
  await openAgain();
  const [old, ...others] = readUnsent(user);
  expect([old?.label, others]).toEqual(["Homework", []]);
  expect(old?.refusal).toContain("more than a day");
  if (old) discard(old);
  expect(readUnsent(user)).toEqual([]);
});

it("unsent changes belong to their user: they survive an expired session, not a sign-out", async () => {
  left();
  keepUnsent({ ...change, userId: user + 1 });
  fakeServer().on("POST", "/auth/logout", () => ({ status: 200, body: { data: null } }));
  signedOut();
  expect(readUnsent(user)).toHaveLength(1);
  signInAs();
  await signOut();
  expect([readUnsent(user), readUnsent(user + 1).length]).toEqual([[], 1]);
  sendLater({ key: "x", label: "x", send: () => undefined });
  expect(Object.keys(localStorage).filter((key) => key.includes("unsent"))).toEqual([`staffroom.unsent.${user + 1}`]);
  cancelSend("x");
});
