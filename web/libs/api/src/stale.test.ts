import { fakeServer, signInAs } from "@staffroom/testing";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "./client";
import { queryClient } from "./query";
import { learnStale } from "./stale";

const shown: (() => void)[] = [];
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  signInAs("staff");
  queryClient.clear();
  server = fakeServer();
  for (const path of ["/slips", "/slips/count", "/slips/columns", "/slip/deadlines", "/slip/7", "/bills"])
    server.on("GET", path, () => ({ status: 200, body: { data: path } }));
  for (const path of ["/slip/7/approve", "/slip/deadlines", "/slip/7/print"])
    server.on("POST", path, () => ({ status: 200, body: { data: { id: 7 } } }));
  server.on("PUT", "/slip/7", () => ({ status: 200, body: { data: {} } }));
  learnStale({ "/slip": ["/slips"], "/slip/deadlines": ["/slip/deadlines"] });
});
afterEach(() => {
  shown.splice(0).forEach((hide) => hide());
  learnStale({ "/slip": [], "/slip/deadlines": [] });
});

/** Shows the response of a path as a screen does, and waits for it. */
async function show(...paths: string[]): Promise<void> {
  for (const path of paths)
    shown.push(
      new QueryObserver(queryClient, { queryKey: [path, {}, {}], queryFn: () => api.get(path) }).subscribe(
        () => undefined,
      ),
    );
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
}
const reads = (path: string) => server.calls.filter((call) => call.method === "GET" && call.path === path).length;
const isStale = (path: string) => !!queryClient.getQueryState([path, {}, {}])?.isInvalidated;

it("a write refetches the lists that show the record, with their counts, and no others", async () => {
  await show("/slips", "/slips/count", "/slips/columns", "/slip/deadlines", "/slip/7", "/bills");
  await api.post("/slip/7/approve");
  await vi.waitFor(() => expect([reads("/slips"), reads("/slips/count")]).toEqual([2, 2]));
  expect(["/slips/columns", "/slip/deadlines", "/slip/7", "/bills"].map(reads)).toEqual([1, 1, 1, 1]);
  // The nearest records decide.
  await api.post("/slip/deadlines");
  await vi.waitFor(() => expect(reads("/slip/deadlines")).toBe(2));
  expect(reads("/slips")).toBe(2);
});

it("an edit in place leaves the rows and refetches their count", async () => {
  await show("/slips", "/slips/count");
  await api.put("/slip/7", {});
  await vi.waitFor(() => expect(reads("/slips/count")).toBe(2));
  expect([reads("/slips"), isStale("/slips")]).toEqual([1, true]);
});

it("calls that only ask make no list stale", async () => {
  await show("/slips", "/slips/count");
  await api.post("/slip/7/print");
  await api.post("/slip/7/approve", undefined, { query: { dryRun: true } });
  await api.post("/slip/deadlines");
  await new Promise((done) => setTimeout(done));
  expect([reads("/slips"), isStale("/slips")]).toEqual([1, false]);
});
