import { fakeServer, forgetEverything, signInAs } from "@staffroom/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "./client";
import { ApiError, errorText, isUnreachable } from "./errors";
import { getLine, isWaiting, loadPiece, onLineBack, sendLater, takeBack } from "./line";

beforeEach(() => signInAs());
afterEach(forgetEverything);

/** Nothing answers any more. */
function loseLine(): void {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
}

async function comeBack(): Promise<void> {
  fakeServer().on("GET", "/one", () => ({ status: 200, body: { data: 1 } }));
  await api.get("/one");
}

it("sends what waits once the server answers, in order, and only what still waits", async () => {
  loseLine();
  const lost = await api.get("/one").catch((error: unknown) => error);
  expect(isUnreachable(lost)).toBe(true);
  expect(errorText(lost)).toBe("The server cannot be reached");
  expect(getLine().isLost).toBe(true);
  const sent: string[] = [];
  for (const key of ["a", "b", "c"]) sendLater({ key, label: key, send: () => sent.push(key) });
  sendLater({ key: "a", label: "a", send: () => sent.push("a again") });
  takeBack("b");
  expect(getLine().waiting.map(({ key }) => key)).toEqual(["c", "a"]);
  await comeBack();
  expect(sent).toEqual(["c", "a again"]);
  expect(isWaiting("a")).toBe(false);
  expect(getLine().isLost).toBe(false);
});

it("tells who waits that the line stands, once for each loss", async () => {
  const back = vi.fn();
  const stop = onLineBack(back);
  await comeBack();
  expect(back).not.toHaveBeenCalled();
  loseLine();
  await api.get("/one").catch(() => undefined);
  await comeBack();
  await api.get("/one");
  expect(back).toHaveBeenCalledTimes(1);
  stop();
});

it("loads a piece of the page again once the server can be reached, and says other faults", async () => {
  const chunk = Object.assign(new Error("Loading chunk lt failed.\n(error: http://localhost/remotes/people/lt.js)"), { name: "ChunkLoadError" });
  expect(errorText(chunk)).toBe("The server cannot be reached");
  const load = vi.fn().mockRejectedValueOnce(chunk).mockResolvedValueOnce("piece");
  const loading = loadPiece(load);
  await expect.poll(() => getLine().isLost).toBe(true);
  await comeBack();
  expect(await loading).toBe("piece");
  await expect(loadPiece(() => Promise.reject(new Error("Broken")))).rejects.toThrow("Broken");
});

it("says nothing of the code to a person", () => {
  expect(errorText(new TypeError("x is undefined"))).toBe("Action failed");
  expect(errorText(new Error("The picture cannot be read"))).toBe("The picture cannot be read");
  expect(errorText(new ApiError({ status: 0, message: "", body: null, request: { method: "GET", path: "/", headers: {} } }))).toBe("The server cannot be reached");
});
