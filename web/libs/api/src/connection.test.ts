import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "./client";
import { cancelSend, getConnection, isWaiting, loadPiece, onReconnect, sendLater } from "./connection";
import { ApiError, errorText, isUnreachable } from "./errors";

beforeEach(() => signInAs());

/** Makes every call fail. */
function loseConnection(): void {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
}

async function reconnect(): Promise<void> {
  fakeServer().on("GET", "/one", () => ({ status: 200, body: { data: 1 } }));
  await api.get("/one");
}

it("waiting calls are sent in order once the server answers, without the cancelled ones", async () => {
  loseConnection();
  const lost = await api.get("/one").catch((error: unknown) => error);
  expect(isUnreachable(lost)).toBe(true);
  expect(errorText(lost)).toBe("The server cannot be reached");
  expect(getConnection().isLost).toBe(true);
  const sent: string[] = [];
  for (const key of ["a", "b", "c"]) sendLater({ key, label: key, send: () => sent.push(key) });
  sendLater({ key: "a", label: "a", send: () => sent.push("a again") });
  cancelSend("b");
  expect(getConnection().waiting.map(({ key }) => key)).toEqual(["c", "a"]);
  await reconnect();
  expect(sent).toEqual(["c", "a again"]);
  expect(isWaiting("a")).toBe(false);
  expect(getConnection().isLost).toBe(false);
});

it("listeners are called once for each reconnection", async () => {
  const listener = vi.fn();
  const stop = onReconnect(listener);
  await reconnect();
  expect(listener).not.toHaveBeenCalled();
  loseConnection();
  await api.get("/one").catch(() => undefined);
  await reconnect();
  await api.get("/one");
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

it("a chunk is loaded again once the server answers, other errors are thrown", async () => {
  const chunk = Object.assign(new Error("Loading chunk lt failed.\n(error: http://localhost/remotes/people/lt.js)"), {
    name: "ChunkLoadError",
  });
  expect(errorText(chunk)).toBe("The server cannot be reached");
  const load = vi.fn().mockRejectedValueOnce(chunk).mockResolvedValueOnce("piece");
  const loading = loadPiece(load);
  await expect.poll(() => getConnection().isLost).toBe(true);
  await reconnect();
  expect(await loading).toBe("piece");
  await expect(loadPiece(() => Promise.reject(new Error("Broken")))).rejects.toThrow("Broken");
});

it("the message of a programming error is not shown", () => {
  expect(errorText(new TypeError("x is undefined"))).toBe("Action failed");
  expect(errorText(new Error("The picture cannot be read"))).toBe("The picture cannot be read");
  expect(
    errorText(new ApiError({ status: 0, message: "", body: null, request: { method: "GET", path: "/", headers: {} } })),
  ).toBe("The server cannot be reached");
});
