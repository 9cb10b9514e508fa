import type { SelectionMove } from "@staffroom/contract";
import { fakeServer, renderScreen, serveList, signInAs, textColumn, type FakeServer } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { resumeJobs } from "../jobs/later";
import { closeResult } from "../jobs/move-result";
import { MoveResultDialog } from "../jobs/move-result-dialog";
import { SelectionMoves } from "./selection-moves";

beforeEach(() => {
  signInAs();
  closeResult();
  sessionStorage.clear();
});

const check: SelectionMove = {
  name: "check",
  title: "Checked",
  style: "primary",
  text: "It waits for approval.",
  needs: [],
  undo: true,
};
const giveBack: SelectionMove = {
  name: "return",
  title: "Return",
  style: "default",
  text: "",
  needs: [{ name: "reason", title: "Reason", type: "text", required: true }],
  undo: false,
};
const refusal = { text: "This slip has been reviewed", count: 1 };
const job = (state: string, more: object = {}) => ({
  status: 200,
  body: { data: { id: "teaching-7", state, done: 1, total: 3, error: null, result: null, ...more } },
});

/** Three records, the third of which is refused, and the list with their names. */
function serveOutcomes(server: FakeServer) {
  server.on("GET", "/jobs/teaching-7/outcomes", () => ({
    status: 200,
    body: {
      data: [
        { id: 1, refusal: null },
        { id: 2, refusal: null },
        { id: 3, refusal: refusal.text },
      ],
    },
  }));
  serveList(server, "/slips", [{ id: 3, student: "Ada Bell" }], { columns: [textColumn("student", "Student")] });
}
const resultDialog = () => screen.findByRole("dialog", { name: "Checked" });

async function open(move: SelectionMove, preview: { count: number; possible: number; refusals: object[] }) {
  const server = fakeServer();
  server.on("POST", "/slips/moves/preview", () => ({ status: 200, body: { data: preview } }));
  server.on("POST", "/slips/moves", () => ({ status: 202, body: { data: { id: "teaching-7" } } }));
  server.on("GET", "/jobs/teaching-7", () => job("running"));
  serveOutcomes(server);
  const onMoved = vi.fn();
  renderScreen(
    <>
      <SelectionMoves
        moves={[check, giveBack]}
        path="/slips"
        at="/slips?slip={id}"
        choice={{ query: { status: "submitted" }, except: [4] }}
        onMoved={onMoved}
      />
      <MoveResultDialog />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Set status" }));
  await userEvent.click(
    await screen.findByRole("menuitem", { name: new RegExp(`^${move.title} ${preview.possible}`) }),
  );
  const dialog = await screen.findByRole("dialog", { name: move.title });
  return { server, onMoved, dialog };
}

it("a move is previewed and made, and refused records stay selected", async () => {
  const { server, onMoved, dialog } = await open(check, { count: 3, possible: 2, refusals: [refusal] });
  expect(dialog.textContent).toContain("It waits for approval. 2 of 3 records will be changed; refused:");
  expect(dialog.textContent).toContain("1 record: This slip has been reviewed");
  expect(server.calls.find(({ path }) => path === "/slips/moves/preview")?.body).toEqual({
    move: "check",
    query: { status: "submitted" },
    except: [4],
  });
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 2 records" }));
  await screen.findByText("1 of 3 records");
  expect(server.calls.find(({ path }) => path === "/slips/moves")?.body).toEqual({
    move: "check",
    query: { status: "submitted" },
    except: [4],
    body: {},
  });
  server.on("GET", "/jobs/teaching-7", () => job("done", { result: { moved: 2, refusals: [refusal] } }));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(new Set([3])), { timeout: 5000 });
  // The result has its own dialog, which stays until it is read.
  const result = await resultDialog();
  expect(result.textContent).toContain("2 records changed, 1 refused.");
  expect((await within(result).findByRole("link", { name: "Ada Bell" })).getAttribute("href")).toBe("/slips?slip=3");
  expect(within(result).getByText(refusal.text)).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/slips")?.query).toMatchObject({ ids: "3" });
  await userEvent.click(within(result).getByRole("button", { name: "Show the 2 records that changed too" }));
  expect(await within(result).findAllByText("Changed")).toHaveLength(2);
  expect(currentToasts()).toEqual([]);
});

it("refusals are shown page by page", async () => {
  const { server, dialog } = await open(check, { count: 40, possible: 10, refusals: [{ ...refusal, count: 30 }] });
  server.on("GET", "/jobs/teaching-7/outcomes", () => ({
    status: 200,
    body: { data: Array.from({ length: 40 }, (_, at) => ({ id: at, refusal: at < 30 ? refusal.text : null })) },
  }));
  server.on("GET", "/jobs/teaching-7", () =>
    job("done", { result: { moved: 10, refusals: [{ ...refusal, count: 30 }] } }),
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 10 records" }));
  const result = await resultDialog();
  expect(await within(result).findByText("1-25 of 30")).toBeTruthy();
  await userEvent.click(within(result).getByRole("button", { name: "Next page" }));
  expect(await within(result).findByText("26-30 of 30")).toBeTruthy();
  expect(server.calls.filter(({ path }) => path === "/slips").at(-1)?.query).toMatchObject({ ids: "25,26,27,28,29" });
  // Its row is no longer in the list.
  expect(await within(result).findByText("Record 29")).toBeTruthy();
});

it("the records that a stopped job moved can be undone", async () => {
  const { server, onMoved, dialog } = await open(check, { count: 3, possible: 3, refusals: [] });
  server.on("GET", "/jobs/teaching-7/outcomes", () => ({ status: 200, body: { data: [{ id: 1, refusal: null }] } }));
  server.on("POST", "/jobs/teaching-7/cancel", () => {
    server.on("GET", "/jobs/teaching-7", () => job("cancelled"));
    return { status: 200, body: { data: {} } };
  });
  server.on("POST", "/slips/moves/undo", () => ({ status: 202, body: { data: { id: "teaching-8" } } }));
  server.on("GET", "/jobs/teaching-8", () => job("done", { id: "teaching-8", result: { moved: 1, refusals: [] } }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 3 records" }));
  await screen.findByText("1 of 3 records");
  await userEvent.click(screen.getByText("Stop here"));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(new Set()), { timeout: 5000 });
  const result = await resultDialog();
  expect(result.textContent).toContain("1 record changed; stopped before the rest.");
  await userEvent.click(within(result).getByRole("button", { name: "Undo 1 record" }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Checked: 1 record undone"));
  expect(server.calls.find(({ path }) => path === "/slips/moves/undo")?.body).toEqual({ job: "teaching-7" });
});

it("a result without refusals is a toast", async () => {
  const { server, onMoved, dialog } = await open(check, { count: 3, possible: 3, refusals: [] });
  expect(dialog.textContent).toContain("3 records will be changed.");
  server.on("GET", "/jobs/teaching-7/outcomes", () => ({ status: 200, body: { data: [{ id: 1, refusal: null }] } }));
  server.on("GET", "/jobs/teaching-7", () => job("done", { result: { moved: 3, refusals: [] } }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 3 records" }));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(new Set()), { timeout: 5000 });
  expect(currentToasts()).toMatchObject([
    { kind: "positive", title: "Checked", text: "3 records changed", more: { label: "Show each" } },
  ]);
  serveOutcomes(server);
  act(() => currentToasts()[0]?.more?.run());
  const result = await resultDialog();
  expect(await within(result).findAllByText("Changed")).toHaveLength(2);
});

it("a job continues in the background and leaves a newer selection alone", async () => {
  const { server, onMoved, dialog } = await open(check, { count: 3, possible: 3, refusals: [] });
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 3 records" }));
  await userEvent.click(await screen.findByText("Go on working"));
  server.on("GET", "/jobs/teaching-7", () => job("done", { result: { moved: 2, refusals: [refusal] } }));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(), { timeout: 5000 });
  expect(currentToasts()).toMatchObject([
    { kind: "positive", title: "Checked", text: "2 records changed, 1 refused", more: { label: "Show refused" } },
  ]);
  expect(server.calls.some(({ path }) => path.endsWith("/cancel"))).toBe(false);
  act(() => currentToasts()[0]?.more?.run());
  expect(await within(await resultDialog()).findByRole("link", { name: "Ada Bell" })).toBeTruthy();
});

it("refusals are counted after a reload", async () => {
  const server = fakeServer();
  serveOutcomes(server);
  server.on("GET", "/jobs/teaching-7", () => job("done", { result: { moved: 2, refusals: [refusal] } }));
  sessionStorage.setItem(
    "staffroom.later",
    JSON.stringify([{ id: "teaching-7", title: "Return", list: "/slips", undo: false }]),
  );
  resumeJobs();
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      { text: "Return: 2 records changed, 1 refused", action: { label: "Show refused" } },
    ]),
  );
});

it("needed values are asked once for all records", async () => {
  const { server, onMoved, dialog } = await open(giveBack, { count: 2, possible: 2, refusals: [] });
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "Too short");
  await userEvent.click(within(dialog).getByRole("button", { name: "Return: 2 records" }));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/slips/moves")?.body).toMatchObject({
      body: { reason: "Too short" },
    }),
  );
  // The job is followed beyond its test, and would show its result in the next one.
  server.on("GET", "/jobs/teaching-7", () => job("done", { result: { moved: 2, refusals: [] } }));
  await waitFor(() => expect(onMoved).toHaveBeenCalled(), { timeout: 5000 });
});

it("nothing can be pressed if all records are refused", async () => {
  const { dialog } = await open(giveBack, { count: 1, possible: 0, refusals: [refusal] });
  expect(dialog.textContent).toContain("0 of 1 record will be changed; refused:");
  expect(within(dialog).queryByRole("button", { name: /Return/ })).toBeNull();
  expect(within(dialog).getByText("Close")).toBeTruthy();
});

it("moved records are undone, and those that could not be are reported", async () => {
  const { server, onMoved, dialog } = await open(check, { count: 3, possible: 3, refusals: [] });
  server.on("GET", "/jobs/teaching-7", () => job("done", { done: 3, result: { moved: 3, refusals: [] } }));
  server.on("GET", "/jobs/teaching-7/outcomes", () => ({ status: 200, body: { data: [] } }));
  server.on("POST", "/slips/moves/undo", () => ({ status: 202, body: { data: { id: "teaching-8" } } }));
  server.on("GET", "/jobs/teaching-8", () =>
    job("done", { id: "teaching-8", done: 3, result: { moved: 2, refusals: [refusal] } }),
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Checked: 3 records" }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("3 records changed"));
  await waitFor(() => expect(onMoved).toHaveBeenCalledTimes(1));
  currentToasts()
    .find(({ action }) => action?.label === "Undo")
    ?.action?.run();
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Checked: 2 records undone", "1 record: This slip has been reviewed"]),
    ),
  );
  expect(server.calls.find(({ path }) => path === "/slips/moves/undo")?.body).toEqual({ job: "teaching-7" });
  expect(onMoved).toHaveBeenCalledTimes(2);
});

it("the menu shows how many records each move would move, and why none", async () => {
  const server = fakeServer();
  server.on("POST", "/slips/moves/preview", ({ body }) => ({
    status: 200,
    body: {
      data:
        (body as { move: string }).move === "check"
          ? { count: 4, possible: 4, refusals: [] }
          : { count: 4, possible: 0, refusals: [{ text: "None is checked", count: 4 }] },
    },
  }));
  renderScreen(
    <SelectionMoves moves={[check, giveBack]} path="/slips" choice={{ ids: [1, 2, 3, 4] }} onMoved={vi.fn()} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Set status" }));
  expect(await screen.findByRole("menuitem", { name: "Checked 4" })).toBeTruthy();
  expect(await screen.findByRole("menuitem", { name: "Return 0: None is checked" })).toBeTruthy();
});
