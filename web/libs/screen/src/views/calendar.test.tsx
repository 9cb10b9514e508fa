import { defineMadeUpArea, defineRecordDrawer, type RecordData } from "@staffroom/contract";
import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const calendar = {
  title: "note",
  lines: [],
  filters: ["due"],
  days: "due",
  start: "due",
  end: "",
  color: "",
  timed: false,
};
const rows = [
  { id: 3, note: "Paper", due: "2026-11-04" },
  { id: 4, note: "Ink", due: "2026-11-04" },
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

function serve() {
  const server = fakeServer();
  serveList(server, "/bills", rows, {
    columns: [textColumn("note", "Note"), { name: "due", title: "Due", type: "date" }],
    views: { calendar },
  } as object);
  server.on("GET", "/bills/3", () => ({
    status: 200,
    body: { data: { id: 3, note: "Paper", may: { edit: [] }, moves: [] } },
  }));
  server.on("GET", "/bills/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  return server;
}

beforeEach(() => signInAs("staff"));

it("a month loads its weeks, and a day lists the rows that do not fit", async () => {
  const server = serve();
  const { router } = renderRoute(area, "/bills?view=calendar&span=month&day=2026-11-25");
  const more = await screen.findByRole("button", { name: "2 on Wednesday 4 November, 2 in all" });
  expect(more.closest("td")?.querySelector("time")?.dateTime).toBe("2026-11-04");
  expect(server.calls.find(({ path, query }) => path === "/bills" && query.due)?.query.due).toBe(
    "2026-10-26..2026-12-06",
  );
  expect(screen.queryByRole("link", { name: /Paper/ })).toBeNull();
  await user.click(more);
  const day = await screen.findByRole("tooltip");
  expect(
    within(day)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["4 November Paper", "4 November Ink"]);
  await user.click(within(day).getByRole("link", { name: /Paper/ }));
  expect(router.state.location.search).toContain("bill=3");
});

it("an agenda has the days with rows, and follows their links", async () => {
  serve();
  const { router } = renderRoute(area, "/bills?view=calendar&span=agenda&day=2026-11-25");
  await user.click(await screen.findByRole("button", { name: /^Earlier: / }));
  expect(await screen.findByRole("heading", { name: "Wednesday 4 November" })).toBeTruthy();
  await user.click(screen.getByRole("link", { name: /Paper/ }));
  expect(router.state.location.search).toContain("bill=3");
});

it("a period with several pages of rows is drawn whole, one with far too many not at all", async () => {
  const server = serve();
  let total = 1001;
  server.on("GET", "/bills", ({ query }) => {
    const page = Number(query.page);
    const all = Array.from({ length: total }, (_, at) => ({ id: at + 10, note: `Bill ${at}`, due: "2026-11-04" }));
    return {
      status: 200,
      body: { data: query.due ? all.slice((page - 1) * 1000, page * 1000) : [], total, totalIsExact: true, next: null },
    };
  });
  const first = renderRoute(area, "/bills?view=calendar&span=month&day=2026-11-25");
  expect(await screen.findByRole("button", { name: "1001 on Wednesday 4 November, 1001 in all" })).toBeTruthy();
  first.unmount();
  total = 3001;
  renderRoute(area, "/bills?view=calendar&span=month&day=2026-12-25");
  expect(await screen.findByText("3,001 in this time")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show week" }));
  expect(await screen.findByRole("button", { name: "After" })).toBeTruthy();
});
