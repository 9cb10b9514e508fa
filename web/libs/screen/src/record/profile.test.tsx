import { defineRecordDrawer, defineMadeUpArea, type RecordData } from "@staffroom/contract";
import { offerLists } from "@staffroom/ui";
import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { groupsOf } from "./profile";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const pay = {
  name: "pay",
  title: "Mark as paid",
  done: "Bill 3 marked as paid",
  style: "primary",
  confirm: null,
  path: "/bills/3/pay",
  method: "POST",
  needs: [],
  key: "",
  undo: false,
};
const states = [{ value: "open", label: "To be paid", color: "amber" }];
const area = defineMadeUpArea({
  name: "made-up",
  routes: [
    {
      path: "/rooms/:type?",
      title: "Rooms",
      list: { path: "/rooms", title: ({ type }) => (type ? `Rooms: ${type}` : "Rooms") },
    },
    {
      path: "/bills",
      title: "Bills",
      list: {
        path: "/bills",
        recordDrawer: defineRecordDrawer<RecordData & { by: string }>({
          param: "bill",
          heading: "{state}, {note}",
          called: "The bill",
          draw: ({ by }) => <p>Entered by {by}</p>,
        }),
      },
    },
    {
      path: "/people/:id/:tab?",
      title: "Person",
      profile: {
        thing: "/people",
        facts: ["state"],
        badges: ["state", ({ age }) => (age === 15 ? { status: "Under 18" } : null)],
        tabs: [
          { name: "bills", title: "Bills", list: "/bills", by: "personId" },
          {
            name: "files",
            title: "Files",
            widget: "files",
            props: ({ id }) => ({ entityType: "person", entityTypeId: id }),
          },
          { name: "accounts", title: "Accounts", only: ["accounting"], list: "/bills", by: "payerId" },
          {
            name: "lines",
            title: "Lines",
            parts: "/line",
            rows: "lines",
            noun: "line",
            named: "{note}",
            to: "/people/{id}/line",
            by: ({ name }) => ({ of: name }),
            columns: ["note"],
            ordered: true,
            empty: { title: "No lines." },
          },
          {
            name: "own",
            title: "Own",
            load: () =>
              Promise.resolve({
                default: ({ record, thing }) => (
                  <p>
                    {thing} {record.id}
                  </p>
                ),
              }),
          },
        ],
      },
    },
  ],
  menu: [],
  timeline: [
    {
      of: { "/people": { personId: "{id}" } },
      kind: "Bill",
      icon: "receipt",
      list: "/bills",
      at: "day",
      shows: ["note", "state"],
      target: "/bills?bill={id}",
    },
  ],
  summary: [
    {
      of: { "/people": { personId: "{id}" } },
      title: "Bills",
      list: "/bills",
      target: "{record}/bills?state={state}",
      alert: true,
    },
    { of: { "/people": { payerId: "{payer}" } }, title: "Paid", list: "/bills", target: "{record}/bills" },
    {
      of: { "/people": { personId: "{id}" } },
      title: "Cheque",
      list: "/bounced",
      target: "/bounced",
      says: "It came back",
      alert: true,
    },
    {
      of: { "/people": { personId: "{id}" } },
      title: "Letter",
      list: "/rooms",
      target: "/rooms",
      says: "It came back",
      alert: true,
    },
    { of: { "/people": { personId: "{id}" } }, title: "Secret", list: "/bills", target: "/", only: ["accounting"] },
  ],
});

beforeEach(() => signInAs("staff"));

function serve() {
  const server = fakeServer();
  const columns = [
    textColumn("note", "Note"),
    { name: "state", title: "State", type: "select" as const, options: states },
  ];
  serveList(server, "/rooms", [{ id: 1, note: "Room 4" }], {
    columns,
    filters: [{ name: "type", title: "Type", type: "select", options: [] }],
  });
  serveList(server, "/bills", [{ id: 3, note: "Paper" }], {
    columns,
    filters: [{ name: "state", title: "State", type: "select", options: states }],
  });
  server.on("GET", "/bills/3", () => ({
    status: 200,
    body: {
      data: { id: 3, note: "Paper", state: "open", status: "open", by: "Anna", moves: [pay], may: { edit: [] } },
    },
  }));
  server.on("GET", "/bills/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("GET", "/people/7", () => ({
    status: 200,
    body: { data: { id: 7, name: "Ada", state: "open", age: 15, may: { edit: [] } } },
  }));
  server.on("GET", "/people/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "one", title: "One", fields: [columns[1]] }] } },
  }));
  return server;
}

it.each([
  ["/rooms", "Rooms", undefined],
  ["/rooms/all", "Rooms", undefined],
  ["/rooms/lab", "Rooms: lab", "lab"],
])("%s: a parameter of the path is a fixed filter", async (address, title, type) => {
  const server = serve();
  renderRoute(area, address);
  expect(await screen.findByText("Room 4")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(server.calls.find(({ path }) => path === "/rooms")?.query.type).toBe(type);
});

it("a record opens beside its list, with a heading in the list's words", async () => {
  serve();
  const { router } = renderRoute(area, "/bills");
  await user.dblClick(await screen.findByText("Paper"));
  expect(await screen.findByText("To be paid, Paper")).toBeTruthy();
  expect(await screen.findByText("Entered by Anna")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Mark as paid" }).closest(".ant-drawer-footer")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Next record" }).getAttribute("aria-description")).toMatch(/last record/);
  expect(router.state.location.search).toBe("?bill=3");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

it("what did not load is named", async () => {
  serve().on("GET", "/bills/4", () => ({ status: 404, body: { error: "There is no such entry" } }));
  renderRoute(area, "/bills?bill=4");
  expect(await screen.findByText("The bill was not found")).toBeTruthy();
  act(() => offerLists(() => ({ title: "Bills", link: "/bills", views: [] })));
  await userEvent.click(screen.getByRole("button", { name: "Back to the list of Bills" }));
  await waitFor(() => expect(screen.queryByText("The bill was not found")).toBeNull());
});

it("a page has its name, badges with the labels of its fields, and the tabs of its reader's roles", async () => {
  serve();
  renderRoute(area, "/people/7");
  expect(await screen.findByRole("heading", { name: "Ada" })).toBeTruthy();
  expect(await screen.findByText("Under 18")).toBeTruthy();
  await waitFor(() => expect(document.querySelector(".sr-page-heading")?.textContent).toContain("To be paid"));
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Overview",
    "Bills",
    "Files",
    "Lines",
    "Own",
  ]);
});

it("groupsOf gathers the tabs of a group, and names a group of one after its tab", () => {
  const part = (key: string, group?: string) => ({ key, label: key.toUpperCase(), group, children: null });
  const groups = groupsOf([
    part("details", "Overview"),
    part("slips", "Teaching"),
    part("addresses", "Overview"),
    part("bank", "Money"),
    part("homework", "Teaching"),
    part("files"),
  ]);
  expect(groups.map(({ label, parts }) => [label, ...parts.map(({ key }) => key)])).toEqual([
    ["Overview", "details", "addresses"],
    ["Teaching", "slips", "homework"],
    ["BANK", "bank"],
    ["FILES", "files"],
  ]);
});

it("a page begins with a summary, and shows the events of every area with something for its reader", async () => {
  const server = serve();
  server.on("GET", "/bills/count", () => ({ status: 200, body: { data: { total: 2 } } }));
  server.on("GET", "/bounced/count", () => ({ status: 200, body: { data: { total: 1 } } }));
  server.on("GET", "/rooms/count", () => ({ status: 200, body: { data: { total: 0 } } }));
  server.on("GET", "/bills", () => ({
    status: 200,
    body: {
      data: [
        { id: 3, note: "Paper", state: "open", day: "2026-11-20" },
        { id: 4, note: "Ada", state: "open", day: "2026-10-02" },
        { id: 5, note: "", state: "open", day: "2026-09-01" },
      ],
      total: 3,
      totalIsExact: true,
      next: null,
    },
  }));
  const { router } = renderRoute(area, "/people/7");
  const figure = await screen.findByRole("link", { name: "2" });
  expect([...document.querySelectorAll(".sr-summary dt")].map((one) => one.textContent)).toEqual([
    "State",
    "Bills",
    "Cheque",
  ]);
  expect(screen.getByRole("link", { name: "It came back" }).closest("[data-alert]")).toBeTruthy();
  expect(figure.closest("[data-alert]")).toBeTruthy();
  expect(figure.getAttribute("href")).toMatch(/\/people\/7\/bills\?state=open$/);
  const entry = await screen.findByRole("link", { name: "Paper" });
  const timeline = document.querySelectorAll(".sr-timeline li");
  expect([...timeline].map((one) => one.textContent)).toEqual([
    "PaperBill · To be paid20/11/26",
    "To be paidBill02/10/26",
    "BillBill · To be paid01/09/26",
  ]);
  await user.click(entry);
  expect(router.state.location.search).toBe("?bill=3");
  expect(server.calls.some(({ query }) => "payerId" in query)).toBe(false);
});

it("a record links to its neighbours in the list, and Esc returns to the list", async () => {
  const server = serve();
  serveList(
    server,
    "/people",
    [
      { id: 7, name: "Ada" },
      { id: 8, name: "Ben" },
    ],
    { target: "/people/{id}", columns: [textColumn("name", "Name")] },
  );
  server.on("GET", "/people/8", () => ({ status: 200, body: { data: { id: 8, name: "Ben", may: { edit: [] } } } }));
  const both = defineMadeUpArea({
    ...area,
    routes: [{ path: "/all", title: "People", list: "/people" }, ...area.routes],
  });
  const { router } = renderRoute(both, "/all?search=abc");
  await user.click(await screen.findByRole("link", { name: "Ada" }));
  expect(router.state.location.pathname).toBe("/people/7");
  cleanup();
  const page = renderRoute(both, "/people/7");
  await user.click(await screen.findByRole("button", { name: "Next record" }));
  expect(page.router.state.location.pathname).toBe("/people/8");
  expect(await screen.findByText("2 of 2")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(page.router.state.location.pathname + page.router.state.location.search).toBe("/all?search=abc");
});

it("a tab shows related rows, a component of its own, or that a widget's area is unavailable", async () => {
  const server = serve();
  renderRoute(area, "/people/7/bills?state=open");
  expect(await screen.findByText("Paper")).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/bills")?.query).toMatchObject({ personId: "7", state: "open" });
  await user.click(screen.getByRole("tab", { name: "Own" }));
  expect(await screen.findByText("/people 7")).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Files" }));
  expect(await screen.findByText("Files cannot be shown now")).toBeTruthy();
});

it("parts take values from the record, send their changes, and follow the order of the call", async () => {
  const server = serve();
  server.on("GET", "/people/7", () => ({
    status: 200,
    body: {
      data: {
        id: 7,
        name: "Ada",
        lines: [
          { id: 1, note: "Paper" },
          { id: 2, note: "Ink" },
        ],
        may: { edit: ["name"] },
      },
    },
  }));
  server.on("GET", "/line/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          { name: "line", title: "Line", fields: [{ name: "note", title: "Note", type: "text", required: true }] },
        ],
      },
    },
  }));
  for (const path of ["/people/7/line", "/people/7/line/order"])
    server.on("POST", path, () => ({ status: 201, body: { data: { id: 3 } } }));
  server.on("DELETE", "/line/2", () => ({ status: 200, body: { data: {} } }));
  renderRoute(area, "/people/7/lines");
  const sent = (path: string) =>
    server.calls.filter((call) => call.path === path && call.method !== "GET").map(({ body }) => body);
  await screen.findByRole("columnheader", { name: "Note" });
  await user.click(screen.getByRole("button", { name: "Add a line" }));
  await user.type(await screen.findByLabelText(/^Note/), "Pens");
  await user.click(screen.getAllByRole("button", { name: "Add a line" }).at(-1) as HTMLElement);
  await waitFor(() => expect(sent("/people/7/line")).toEqual([{ note: "Pens", of: "Ada" }]));
  await user.click(screen.getByRole("button", { name: "Delete Ink" }));
  await user.click(await screen.findByRole("button", { name: /^Yes/ }));
  await waitFor(() => expect(sent("/line/2")).toHaveLength(1));
  act(() => screen.getByRole("button", { name: "Move Paper" }).focus());
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(sent("/people/7/line/order")).toEqual([{ ids: [2, 1] }]));
});
