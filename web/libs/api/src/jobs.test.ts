import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it } from "vitest";
import { awaitJob } from "./jobs";

beforeEach(() => signInAs());

const job = (state: string, more: object = {}) => ({
  status: 200,
  body: { data: { id: "support-7", state, done: 1, total: 1, error: null, result: null, ...more } },
});

it("polling continues after a poll without a response", async () => {
  const server = fakeServer();
  const answers = [
    { status: 503, body: { error: "Busy" } },
    job("running"),
    { status: 502, body: "" },
    job("done", { result: { sent: 1 } }),
  ];
  server.on("GET", "/jobs/support-7", () => answers.shift() ?? job("failed"));
  expect((await awaitJob<{ sent: number }>("support-7"))?.result).toEqual({ sent: 1 });
});

it("a job that runs longer than the patience resolves to null", async () => {
  fakeServer().on("GET", "/jobs/support-7", () => job("running"));
  expect(await awaitJob("support-7", { patience: 300 })).toBeNull();
});

it.each([
  ["the error of a failed job", job("failed", { error: "The domain is gone" }), "The domain is gone"],
  ["its own text for a cancelled job", job("cancelled"), "The check was cancelled"],
  ["a refusal of the poll", { status: 404, body: { error: "There is no such job" } }, "Action failed"],
])("throws %s", async (_, answer, text) => {
  fakeServer().on("GET", "/jobs/support-7", () => answer);
  await expect(awaitJob("support-7", { cancelled: "The check was cancelled" })).rejects.toThrow(text);
});
