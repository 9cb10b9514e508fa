import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ExportButton } from "./export";
import { resumeJobs } from "./later";

beforeEach(() => {
  signInAs();
  URL.createObjectURL = () => "blob:file";
});

const job = (state: string, more: object = {}) => ({
  status: 200,
  body: { data: { id: "people-7", state, done: 1, total: 3, error: null, result: null, ...more } },
});
const done = job("done", { result: { fileId: 77, name: "students.xlsx", rows: 3 } });

async function start() {
  const server = fakeServer();
  server.on("POST", "/students/export", () => ({ status: 202, body: { data: { id: "people-7" } } }));
  server.on("GET", "/jobs/people-7", () => job("running"));
  renderScreen(<ExportButton path="/students" request={() => ({ query: {} })} size="list" />);
  await userEvent.click(screen.getByText("Export"));
  await userEvent.click(await screen.findByText("Spreadsheet (XLSX)"));
  await screen.findByText("1 of 3 rows");
  return server;
}

it("closing the dialog shows a toast with the file when it is ready", async () => {
  const server = await start();
  await userEvent.click(screen.getByText("Go on working"));
  server.on("GET", "/jobs/people-7", () => done);
  await waitFor(
    () =>
      expect(currentToasts()).toMatchObject([{ kind: "positive", text: "Export ready: students.xlsx", seconds: 60 }]),
    { timeout: 5000 },
  );
  expect(server.calls.some((call) => call.path.endsWith("/cancel") || call.path.endsWith("/download"))).toBe(false);
  currentToasts()[0]?.action?.run();
  await waitFor(() => expect(server.calls.some((call) => call.path === "/file/77/download")).toBe(true));
  expect(sessionStorage.getItem("staffroom.later")).toBe("[]");
});

it("a user who waits gets the download immediately", async () => {
  const server = await start();
  server.on("GET", "/jobs/people-7", () => done);
  await waitFor(() => expect(currentToasts()).toMatchObject([{ text: "students.xlsx was downloaded" }]), {
    timeout: 5000,
  });
});

it("cancelling the job shows nothing more", async () => {
  const server = await start();
  await userEvent.click(screen.getByText("Cancel"));
  await waitFor(() =>
    expect(server.calls.some((call) => call.method === "POST" && call.path === "/jobs/people-7/cancel")).toBe(true),
  );
  expect(currentToasts()).toEqual([]);
  expect(sessionStorage.getItem("staffroom.later")).toBeNull();
});

it("exports are followed after a reload, once each, and a failed one is reported", async () => {
  sessionStorage.setItem("staffroom.later", '[{"id":"people-7","title":"Export"}]');
  const server = fakeServer();
  server.on("GET", "/jobs/people-7", () => job("failed", { error: "A PDF holds at most 20,000 rows" }));
  resumeJobs();
  resumeJobs();
  await waitFor(() => expect(currentToasts()).toMatchObject([{ text: "A PDF holds at most 20,000 rows" }]));
  expect(server.calls.filter((call) => call.path === "/jobs/people-7")).toHaveLength(1);
});

it("the result of a move on a selection is shown after a reload and can be undone", async () => {
  sessionStorage.setItem("staffroom.later", '[{"id":"finance-7","title":"Approve","list":"/bills","undo":true}]');
  const server = fakeServer();
  server.on("GET", "/jobs/finance-7", () => ({
    status: 200,
    body: {
      data: { id: "finance-7", state: "done", done: 3, total: 3, error: null, result: { moved: 3, refusals: [] } },
    },
  }));
  server.on("POST", "/bills/moves/undo", () => ({ status: 202, body: { data: { id: "finance-8" } } }));
  server.on("GET", "/jobs/finance-8", () => ({
    status: 200,
    body: {
      data: {
        id: "finance-8",
        state: "done",
        done: 3,
        total: 3,
        error: null,
        result: { moved: 2, refusals: [{ text: "It was paid", count: 1 }] },
      },
    },
  }));
  resumeJobs();
  await waitFor(() => expect(currentToasts()).toMatchObject([{ text: "3 records changed" }]));
  expect(sessionStorage.getItem("staffroom.later")).toBe("[]");
  currentToasts()[0]?.action?.run();
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Approve: 2 records undone", "1 record: It was paid"]),
    ),
  );
  expect(server.calls.find(({ path }) => path === "/bills/moves/undo")?.body).toEqual({ job: "finance-7" });
});
