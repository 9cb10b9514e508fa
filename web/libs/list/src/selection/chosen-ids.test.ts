import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it } from "vitest";
import { chosenIds } from "./chosen-ids";

const most = 1000;
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => ({ id: from + place }));

beforeEach(() => signInAs());

/** Serves `total` records in pages of 1,000. */
function serve(total: number) {
  const server = fakeServer();
  server.on("GET", "/students", ({ query }) => {
    const from = Number(query.after ?? 0);
    const next = from + 1000 < total ? String(from + 1000) : null;
    return {
      status: 200,
      body: { data: numbers(from + 1, Math.min(1000, total - from)), total, totalIsExact: true, next },
    };
  });
  return server;
}

it("selected rows need no call, and no more than the maximum are returned", async () => {
  const server = serve(0);
  expect(await chosenIds("/students", { ids: [3, 5] }, most)).toEqual([3, 5]);
  expect(await chosenIds("/students", { ids: numbers(1, 1001).map(({ id }) => id) }, most)).toBeNull();
  expect(server.calls).toHaveLength(0);
});

it("further pages are fetched, and too many rows return null", async () => {
  serve(1003);
  expect(await chosenIds("/students", { query: {} }, most)).toBeNull();
  expect(await chosenIds("/students", { query: {}, except: [1, 2, 1003] }, most)).toHaveLength(1000);
  expect(await chosenIds("/students", { query: {} }, 5000)).toHaveLength(1003);
});
