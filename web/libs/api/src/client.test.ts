import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it } from "vitest";
import { api, addressOf } from "./client";
import { ApiError, errorText } from "./errors";
import { getSession, signedIn, signedOut } from "./session";

beforeEach(() => signInAs("sysadmin"));

const user = () => ({ ...(getSession().user as NonNullable<ReturnType<typeof getSession>["user"]>) });
const fresh = { authToken: "token-staff", timeStamp: "", expiresAt: "" };
const refused = { status: 401, body: { error: "Login expired" } };

function expireFirstToken(server: ReturnType<typeof fakeServer>) {
  for (const path of ["/one", "/two"]) {
    server.on("GET", path, (call) =>
      call.headers.authorization === "Bearer token-sysadmin" ? refused : { status: 200, body: { data: path } },
    );
  }
}

it("calls either version of the API", () => {
  expect(addressOf("/students", { page: 1, search: "", status: undefined })).toBe("/api/v1/students?page=1");
  expect(addressOf("/v2/error")).toBe("/api/v2/error");
});

it("simultaneous calls share one refresh and are repeated", async () => {
  const server = fakeServer();
  expireFirstToken(server);
  const me = user();
  server.on("POST", "/auth/refresh", async () => {
    await new Promise((done) => setTimeout(done, 20));
    return { status: 200, body: { data: { ...fresh, user: me } } };
  });
  expect(await Promise.all([api.get("/one"), api.get("/two")])).toEqual(["/one", "/two"]);
  expect(server.calls.filter((call) => call.path === "/auth/refresh")).toHaveLength(1);
});

it("a call waits until the user signs in again in place", async () => {
  const server = fakeServer();
  expireFirstToken(server);
  server.on("POST", "/auth/refresh", () => refused);
  const me = user();
  const waiting = api.get("/one");
  await expect.poll(() => getSession().status).toBe("expired");
  expect(getSession().user?.id).toBe(me.id);
  signedIn({ ...fresh, user: me });
  expect(await waiting).toBe("/one");
});

it("a call of the first user is not sent after another user signs in", async () => {
  const server = fakeServer();
  expireFirstToken(server);
  server.on("POST", "/auth/refresh", () => refused);
  const me = user();
  const waiting = api.get("/one");
  await expect.poll(() => getSession().status).toBe("expired");
  signedIn({ ...fresh, user: { ...me, id: 99 } });
  await expect(waiting).rejects.toMatchObject({ status: 401 });
});

it("a call is abandoned if the user signs out instead", async () => {
  const server = fakeServer();
  expireFirstToken(server);
  server.on("POST", "/auth/refresh", () => refused);
  const waiting = api.get("/one");
  await expect.poll(() => getSession().status).toBe("expired");
  signedOut();
  await expect(waiting).rejects.toBeInstanceOf(ApiError);
});

it("creates carry an idempotency key and every request an id", async () => {
  const server = fakeServer();
  await api.post("/students", { firstName: "A" }, { idempotencyKey: "k1" });
  const { headers } = server.calls.at(-1) ?? { headers: {} as Record<string, string> };
  expect(headers["idempotency-key"]).toBe("k1");
  expect(headers["x-request-id"]).toBeTruthy();
});

it.each<[number, unknown, string]>([
  [503, { error: "x" }, "Network busy, please wait a few seconds and try again (503)"],
  [429, null, "Network busy, please wait a few seconds and try again (429)"],
  [500, { error: "Broke", message: "no" }, "500: Broke"],
  [500, { message: "Said", exception: "no" }, "500: Said"],
  [500, { exception: "Thrown" }, "500: Thrown"],
  [500, "Plain", "500: Plain"],
  [400, null, "Not your file"],
  [401, null, "Login expired"],
  [402, null, "Not your file"],
  [403, null, "Unauthorized"],
  [422, null, "File type does not match extension"],
  [418, null, "Short and stout"],
  [502, "<html>Bad gateway</html>", "Short and stout"],
])("%i with %o has the message of platform.md 8", (status, body, text) => {
  const error = new ApiError({
    status,
    message: "Short and stout",
    body: body as ApiError["body"],
    request: { method: "GET", path: "/", headers: {} },
  });
  expect(errorText(error)).toBe(text);
});
