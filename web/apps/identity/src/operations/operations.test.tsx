import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { troubles } from "./operations";
import OperationsScreen, { lasted } from "./screen";

const run = {
  id: "finance-7",
  kind: "prove",
  title: "Prove",
  done: 3,
  total: 10,
  error: null,
  created: "2026-11-24T02:00:00Z",
  finished: null,
};
const nothing = { schedules: [], open: [], failed: [] };

function serve(): FakeServer {
  const server = fakeServer();
  for (const service of ["identity", "people", "teaching", "support", "files"])
    server.on("GET", `/jobs/${service}`, () => ({ status: 200, body: { data: nothing } }));
  const schedule = {
    name: "nightlyProof",
    title: "Prove the books",
    rule: "every day at 02:00",
    due: "2026-11-25T02:00:00Z",
    late: 4,
    last: { ...run, state: "failed", error: "2p differ", finished: "2026-11-24T02:03:00Z" },
  };
  server.on("GET", "/jobs/finance", () => ({
    status: 200,
    body: { data: { schedules: [schedule], open: [{ ...run, state: "running" }], failed: [] } },
  }));
  return server;
}

beforeEach(() => signInAs());

it("each schedule shows its next and last run, and one is started", async () => {
  const server = serve();
  server.on("POST", "/jobs/finance/schedules/nightlyProof/run", () => ({
    status: 202,
    body: { data: { id: "finance-8" } },
  }));
  renderScreen(<OperationsScreen />);
  const row = (await screen.findByText(/Prove the books/)).closest("tr") as HTMLElement;
  expect([...row.children].slice(0, 6).map((cell) => cell.textContent)).toEqual([
    "Finance Prove the books",
    "every day at 02:00",
    "25/11/26 02:00",
    "24/11/26 02:00",
    "3 min",
    "Failed",
  ]);
  await userEvent.click(within(row).getByText("Run now"));
  await waitFor(() => expect(server.calls.some(({ method }) => method === "POST")).toBe(true));
});

it("an unavailable service is named, and the others' tasks are shown", async () => {
  serve().on("GET", "/jobs/people", () => ({ status: 404, body: { error: "gone" } }));
  renderScreen(<OperationsScreen />);
  expect(await screen.findByText("People cannot be reached now. What it runs is missing below.")).toBeTruthy();
  expect(await screen.findByText("3 of 10")).toBeTruthy();
});

it("failures and services that do not answer are tasks in the queue", async () => {
  const server = serve();
  server.on("GET", "/jobs/finance", () => ({
    status: 200,
    body: { data: { ...nothing, failed: [{ ...run, state: "failed" }] } },
  }));
  server.on("GET", "/jobs/people", () => ({ status: 404, body: { error: "gone" } }));
  const { data, total } = await troubles();
  expect(data.map(({ title, service }) => [title, service])).toEqual([
    ["Prove", "Finance"],
    ["People does not answer", ""],
  ]);
  expect(total).toBe(2);
});

it.each([
  ["2026-11-24T02:00:12Z", "12 s"],
  ["2026-11-24T02:20:00Z", "20 min"],
  [null, ""],
])("until %s took %s", (finished, words) => {
  expect(lasted({ created: "2026-11-24T02:00:00Z", finished })).toBe(words);
});
