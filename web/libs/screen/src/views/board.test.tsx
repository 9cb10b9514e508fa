import { defineMadeUpArea, defineRecordDrawer, type RecordData } from "@staffroom/contract";
import { fakeServer, renderRoute, serveList, signInAs, textColumn, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const lanes = [
  { value: "entered", label: "Entered" },
  { value: "approved", label: "Approved" },
  { value: "paid", label: "Paid" },
];
const board = {
  by: "status",
  filters: ["status"],
  title: "note",
  lines: ["total"],
  lanes,
  leads: { approve: ["approved"], pay: ["paid"], remark: [] },
};
const rows = [
  { id: 3, note: "Paper", total: 1200, status: "entered", moves: ["approve", "remark"] },
  { id: 4, note: "Ink", total: 900, status: "approved", moves: [] },
];
const area = defineMadeUpArea({
  name: "made-up",
  routes: [
    {
      path: "/bills",
      title: "Bills",
      list: { path: "/bills", recordDrawer: defineRecordDrawer<RecordData>({ param: "bill", heading: "{note}" }) },
    },
  ],
  menu: [],
});

function serve(): FakeServer {
  const server = fakeServer();
  serveList(server, "/bills", rows, {
    columns: [textColumn("note", "Note"), { name: "total", title: "Total", type: "money" }],
    tabs: [{ name: "status", title: "Status", options: lanes }],
    views: { board },
  } as object);
  server.on("GET", "/bills", ({ query }) => {
    const data = rows.filter(({ status }) => !query.status || status === query.status);
    return { status: 200, body: { data, total: data.length, totalIsExact: true, next: null } };
  });
  const approve = {
    name: "approve",
    title: "Approve",
    done: "Bill 3 approved",
    path: "/bills/3/approve",
    method: "POST",
    needs: [],
    confirm: null,
    style: "primary",
    key: "",
    undo: false,
  };
  server.on("GET", "/bills/3", () => ({
    status: 200,
    body: { data: { id: 3, note: "Paper", status: "entered", may: { edit: [] }, moves: [approve] } },
  }));
  server.on("GET", "/bills/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("POST", "/bills/3/approve", () => ({ status: 200, body: { data: { id: 3, status: "approved" } } }));
  return server;
}
const lane = (name: string) => screen.getByRole("region", { name: new RegExp(`^${name},`) });
const card = (name: string) => screen.getByText(name).closest("li") as HTMLElement;
const posted = (server: FakeServer) => server.calls.filter(({ method }) => method === "POST").map(({ path }) => path);

beforeEach(() => signInAs("staff"));

it("a lane for each state has the list's cards", async () => {
  const server = serve();
  renderRoute(area, "/bills?view=board&search=pap");
  expect(await within(await screen.findByRole("region", { name: /^Entered,/ })).findByText("Paper")).toBeTruthy();
  expect(within(lane("Approved")).getByText("Ink")).toBeTruthy();
  expect(within(lane("Entered")).getByText("£12.00")).toBeTruthy();
  const asked = server.calls.filter(({ path }) => path === "/bills").map(({ query }) => [query.status, query.search]);
  expect(asked).toEqual([
    ["entered", "pap"],
    ["approved", "pap"],
    ["paid", "pap"],
  ]);
  expect(screen.queryByRole("tab", { name: "Entered" })).toBeNull();
});

it("each lane shows the sum of its filtered cards", async () => {
  const server = serve();
  serveList(server, "/bills", rows, {
    columns: [textColumn("note", "Note"), { name: "total", title: "Total", type: "money" }],
    tabs: [{ name: "status", title: "Status", options: lanes }],
    views: { board: { ...board, sum: "total" } },
  } as object);
  server.on("GET", "/bills/figures", () => ({
    status: 200,
    body: { data: { groups: [{ keys: ["entered"], values: [1, 120_000] }] } },
  }));
  renderRoute(area, "/bills?view=board&search=pap");
  expect(await within(await screen.findByRole("region", { name: /^Entered,/ })).findByText(/£1,200.00/)).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/bills/figures")?.query).toEqual({
    by: "status",
    sum: "total",
    search: "pap",
  });
});

it("a card dragged to a lane makes the move that leads there; other lanes refuse it", async () => {
  const server = serve();
  renderRoute(area, "/bills?view=board");
  await screen.findByText("Paper");
  fireEvent.dragStart(card("Paper"));
  expect(lane("Approved").dataset.drop).toBe("yes");
  expect(lane("Paid").dataset.drop).toBe("no");
  fireEvent.drop(lane("Paid"));
  fireEvent.dragStart(card("Paper"));
  fireEvent.drop(lane("Approved"));
  await waitFor(() => expect(posted(server)).toEqual(["/bills/3/approve"]));
});

it("the menu of a card has the same moves, and M opens it", async () => {
  const server = serve();
  renderRoute(area, "/bills?view=board");
  const link = await screen.findByRole("link", { name: "Paper" });
  link.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("Ink");
  await user.keyboard("{ArrowLeft}m");
  await user.click(await screen.findByText("Move to Approved"));
  await waitFor(() => expect(posted(server)).toEqual(["/bills/3/approve"]));
});

it("a record changed meanwhile is reported", async () => {
  const server = serve();
  server.on("GET", "/bills/3", () => ({
    status: 200,
    body: { data: { id: 3, note: "Paper", status: "paid", may: { edit: [] }, moves: [] } },
  }));
  renderRoute(area, "/bills?view=board");
  await screen.findByText("Paper");
  fireEvent.dragStart(card("Paper"));
  fireEvent.drop(lane("Approved"));
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/bills/3")).toBe(true));
  await waitFor(() => expect(server.calls.filter(({ path }) => path === "/bills").length).toBeGreaterThan(3));
  expect(posted(server)).toEqual([]);
});

it("a lane with more cards than a board shows says so", async () => {
  const server = serve();
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 10,
      note: `Bill ${at}`,
      total: 1,
      status: "paid",
      moves: [],
    }));
  server.on("GET", "/bills", ({ query }) => {
    const data = query.status === "paid" ? many(Number(query.pageSize)) : [];
    return { status: 200, body: { data, total: query.status === "paid" ? 1200 : 0, totalIsExact: true, next: null } };
  });
  renderRoute(area, "/bills?view=board");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(lane("Paid").querySelectorAll(".sr-board-card")).toHaveLength(250));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await within(lane("Paid")).findByText("The first 1,000 of 1,200; filters show fewer")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
