import {
  defineMadeUpArea,
  defineRecordDrawer,
  type Move,
  type RecordData,
  type SelectionMove,
} from "@staffroom/contract";
import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { currentToasts, useShownKeys } from "@staffroom/ui";
import { renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const areaFor = (role: string) =>
  defineMadeUpArea({
    name: "made-up",
    routes: [
      {
        path: "/slips",
        title: "Slips",
        list: {
          path: "/slips",
          queue: { title: "student", lines: ["course"], only: [role] },
          recordDrawer: defineRecordDrawer<RecordData>({
            param: "slip",
            thing: "/slip",
            heading: "{student}",
            called: "The slip",
            fields: false,
            draw: ({ comment }) => <p>{String(comment)}</p>,
          }),
        },
      },
    ],
    menu: [],
  });
const area = areaFor("staff");
const students = ["Ada", "Ben", "Cleo"];
const moveOf = (id: number, name: string, more: Partial<Move>): Move => ({
  name,
  title: name,
  done: `Slip ${id}: ${name}`,
  style: "primary",
  confirm: { title: "Sure?", text: "", yes: name, no: "Go back" },
  path: `/slip/${id}/${name}`,
  method: "POST",
  needs: [],
  key: "",
  undo: false,
  ...more,
});

beforeEach(() => {
  window.location.hash = "#/slips"; // the home page shows fewer errors (platform.md 8)
  signInAs("staff");
});

function serve() {
  const server = fakeServer();
  const rows = students.map((student, place) => ({ id: place + 1, student, course: `Course of ${student}` }));
  serveList(server, "/slips", rows, {
    columns: [{ ...textColumn("student", "Student"), sortable: true }, textColumn("course", "Course")],
  });
  for (const { id, student } of rows) {
    const moves = [
      moveOf(id, "approve", { key: "A", undo: true }),
      moveOf(id, "return", {
        key: "R",
        confirm: null,
        needs: [{ name: "reason", title: "Reason", type: "text", required: true }],
        undo: true,
      }),
      moveOf(id, "close", { key: "X" }),
    ];
    server.on("GET", `/slip/${id}`, () => ({
      status: 200,
      body: { data: { id, student, comment: `Words for ${student}`, moves, may: { edit: [] } } },
    }));
    for (const { name, path } of moves) {
      server.on("POST", path, () => ({ status: 200, body: { data: { id, status: name, undo: `${path}/undo` } } }));
      server.on("POST", `${path}/undo`, () => ({ status: 200, body: { data: { id, status: "submitted" } } }));
    }
  }
  return server;
}
const shown = (student: string) => screen.findByText(`Words for ${student}`);
const sent = (server: ReturnType<typeof serve>) =>
  server.calls.filter(({ method }) => method === "POST").map(({ path }) => path);

it("keys move through the queue, and the next record is loaded in advance", async () => {
  const server = serve();
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/slip/2"));
  expect(server.calls.map(({ path }) => path)).not.toContain("/slip/3");
  await user.keyboard("j");
  await shown("Ben");
  expect(screen.getByText("2 of 3")).toBeTruthy();
  await user.keyboard("k");
  await shown("Ada");
  await user.keyboard("k");
  await shown("Ada");
});

it("a record on another page opens, and the queue continues from its position", async () => {
  const server = serve();
  server.on("GET", "/slip/9", () => ({
    status: 200,
    body: { data: { id: 9, student: "Bob", comment: "Words for Bob", moves: [], may: { edit: [] } } },
  }));
  renderRoute(area, "/slips?view=queue&sort=student&slip=9");
  await shown("Bob");
  expect(screen.getByText("Not on this page")).toBeTruthy();
  await user.keyboard("j");
  await shown("Cleo");
  await user.keyboard("k");
  await shown("Ben");
});

it("one key makes a move and shows the next record without a question; Z undoes it", async () => {
  const server = serve();
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  await user.keyboard("a");
  await shown("Ben");
  await user.keyboard("a");
  await shown("Cleo");
  await waitFor(() => expect(sent(server)).toEqual(["/slip/1/approve", "/slip/2/approve"]));
  await waitFor(() => expect(currentToasts().filter(({ action }) => action?.label === "Undo")).toHaveLength(1));
  await user.keyboard("z");
  await shown("Ben");
  await user.keyboard("z");
  await shown("Ada");
  expect(sent(server).slice(2)).toEqual(["/slip/2/approve/undo", "/slip/1/approve/undo"]);
  await user.keyboard("z");
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("There is nothing to undo"));
});

it("a refused move returns with its reason", async () => {
  serve().on("POST", "/slip/1/approve", () => ({
    status: 409,
    body: { error: "You cannot approve your own work", code: "refused_now" },
  }));
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  await user.keyboard("a");
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toContain("409: You cannot approve your own work"),
  );
  await shown("Ada");
});

it("needed values are asked for, and irreversible moves are confirmed", async () => {
  const server = serve();
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  await user.keyboard("r");
  await user.type(await screen.findByLabelText(/^Reason/), "jazz");
  expect(sent(server)).toEqual([]);
  await user.click(screen.getAllByRole("button", { name: /^return/ }).at(-1) as HTMLElement);
  await shown("Ben");
  expect(sent(server)).toEqual(["/slip/1/return"]);
  await user.click(screen.getByRole("button", { name: /^close/ }));
  await user.click(await screen.findByRole("button", { name: "Go back" }));
  expect(sent(server)).toEqual(["/slip/1/return"]);
});

it("the queue is shown to its roles", async () => {
  serve();
  renderRoute(areaFor("accounting"), "/slips?view=queue");
  expect(await screen.findByText("Course of Ada")).toBeTruthy();
  expect(screen.queryByText("Words for Ada")).toBeNull();
  expect(screen.queryByRole("button", { name: "Review" })).toBeNull();
});

it("rows are selected for a bulk move, and the keys still work", async () => {
  const server = serve();
  const check: SelectionMove = { name: "check", title: "Checked", style: "primary", text: "", needs: [], undo: true };
  const rows = students.map((student, place) => ({ id: place + 1, student, course: `Course of ${student}` }));
  serveList(server, "/slips", rows, {
    columns: [textColumn("student", "Student"), textColumn("course", "Course")],
    moves: [check],
  });
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  await user.click(screen.getByRole("checkbox", { name: "Select Ben" }));
  await user.keyboard("j");
  await shown("Ben");
  expect(screen.getByText("1 record(s) selected of 3")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Select the page" }));
  expect(screen.getByText("3 record(s) selected of 3")).toBeTruthy();
  server.on("POST", "/slips/moves/preview", () => ({
    status: 200,
    body: { data: { count: 3, possible: 3, refusals: [] } },
  }));
  await user.click(screen.getByRole("button", { name: "Set status" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Checked/ }));
  await screen.findByRole("button", { name: "Checked: 3 records" });
  expect(server.calls.at(-1)?.body).toEqual({ move: "check", ids: [2, 1, 3] });
});

it("the panel of keys lists the queue's keys and the open record's moves while it is shown", async () => {
  serve();
  renderRoute(area, "/slips?view=queue");
  await shown("Ada");
  const { result } = renderHook(() => useShownKeys());
  await waitFor(() => expect(result.current.map(([keys]) => keys.join(" "))).toEqual(["J", "K", "Z", "A", "R", "X"]));
});
