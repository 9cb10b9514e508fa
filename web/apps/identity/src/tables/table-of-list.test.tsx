import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { SharedTable } from "./definition";
import { TableOfList } from "./table-of-list";

const table: SharedTable = {
  id: 3,
  slug: "cats",
  title: "Cats",
  description: "",
  list: "/animals",
  screen: "/animals",
  definition: { query: { sort: "name" } },
  ownerId: 1,
  owner: "Ada",
  locked: false,
  modified: "2026-11-24T02:00:00Z",
  modifiedBy: "Ada",
  version: 2,
  own: null,
  may: { change: true, own: false },
};
const text = "Somebody else has saved this table. Go back to the shared one, or save yours as another table.";

beforeEach(() => signInAs());

function serve() {
  const server = fakeServer();
  serveList(server, "/animals", [{ id: 1, name: "Tom", age: "7" }], {
    columns: [{ ...textColumn("name", "Name"), sortable: true }, textColumn("age", "Age")],
    defaultSort: "name",
  });
  server.on("GET", "/animals/subtotals", () => ({
    status: 200,
    body: { data: { by: [], sums: [], groups: [], totals: [] } },
  }));
  return server;
}
const show = (of: Partial<SharedTable> = {}) =>
  renderScreen(<TableOfList table={{ ...table, ...of }} reload={() => undefined} />, {
    path: "/table/cats",
    address: "/table/cats",
  });

it("saving sends the version of the copy, so that a table saved since by another user is refused", async () => {
  const server = serve();
  server.on("PUT", "/tables/3/definition", () => ({
    status: 409,
    body: { error: text, code: "changed_meanwhile", requestId: "x" },
  }));
  show({ own: { version: 1, definition: { columns: [{ name: "age" }, { name: "name" }], query: {} } } });
  await userEvent.click(await screen.findByRole("button", { name: "Save for all" }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
      version: 1,
      definition: { columns: [{ name: "age" }, { name: "name" }] },
    }),
  );
});

it("the list's own order does not count as a change", async () => {
  serve();
  show();
  await screen.findByRole("button", { name: "Set up…" });
  await screen.findByText("Tom");
  expect(screen.queryByRole("button", { name: "Back to the shared one" })).toBeNull();
});

it("the user's own columns and rows are kept on the server, and dropped by Undo", async () => {
  const server = serve();
  server.on("PUT", "/tables/3/own", () => ({ status: 200, body: { data: table } }));
  server.on("DELETE", "/tables/3/own", () => ({ status: 200, body: { data: table } }));
  show();
  await screen.findByText("Tom");
  await userEvent.type(screen.getByRole("searchbox"), "tom");
  await waitFor(
    () =>
      expect(server.calls.find(({ path }) => path === "/tables/3/own")).toMatchObject({
        method: "PUT",
        body: { version: 2, definition: { query: { search: "tom" } } },
      }),
    { timeout: 3000 },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Back to the shared one" }));
  await waitFor(
    () => expect(server.calls.filter(({ path }) => path === "/tables/3/own").at(-1)?.method).toBe("DELETE"),
    { timeout: 3000 },
  );
});

it("rows are drawn in groups, each below its name with its figures, and folded", async () => {
  const server = serve();
  server.on("GET", "/animals/subtotals", () => ({
    status: 200,
    body: { data: { groups: [{ values: ["Tom"], currency: null, count: 12, sums: {} }], truncated: false } },
  }));
  show({ definition: { query: {}, groups: ["name"], columns: [{ name: "age" }, { name: "name" }] } });
  const head = await screen.findByRole("button", { name: /^Tom 12 rows$/, expanded: true });
  expect(server.calls.some(({ path, query }) => path === "/animals" && query.sort === "name")).toBe(true);
  await userEvent.click(head);
  expect(screen.queryByText("7")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Tom 12 rows$/, expanded: false }));
  expect(await screen.findByText("7")).toBeDefined();
});

it("a table without the column, group and order that its list has lost says so", async () => {
  const server = serve();
  show({
    definition: {
      query: { sort: "gone,name" },
      groups: ["gone"],
      sums: ["gone"],
      columns: [{ name: "gone" }, { name: "name" }],
    },
  });
  expect(await screen.findByText("Tom")).toBeDefined();
  expect(screen.getByText("A column of this table is no longer in the list, or not for you.")).toBeDefined();
  expect(server.calls.filter(({ path }) => path === "/animals").map(({ query }) => query.sort)).not.toContain(
    "gone,name",
  );
  expect(server.calls.some(({ path }) => path === "/animals/subtotals")).toBe(false);
});
