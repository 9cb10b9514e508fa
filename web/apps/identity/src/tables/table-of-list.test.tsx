import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { keepOwn, ownCopy, type SharedTable } from "./definition";
import { TableOfList } from "./table-of-list";

const table: SharedTable = {
  id: 3, slug: "cats", title: "Cats", description: "", list: "/animals", screen: "/animals", definition: { query: { sort: "name" } }, ownerId: 1, owner: "Ada",
  locked: false, modified: "2026-11-24T02:00:00Z", modifiedBy: "Ada", version: 2, may: { change: true, own: false },
};
const text = "Somebody else has saved this table. Go back to the shared one, or save yours as another table.";

beforeEach(() => {
  signInAs();
  keepOwn(table, null);
});

function serve() {
  const server = fakeServer();
  serveList(server, "/animals", [{ id: 1, name: "Tom", age: "7" }], { columns: [{ ...textColumn("name", "Name"), sortable: true }, textColumn("age", "Age")], defaultSort: "name" });
  server.on("GET", "/animals/subtotals", () => ({ status: 200, body: { data: { by: [], sums: [], groups: [], totals: [] } } }));
  return server;
}
const show = () => renderScreen(<TableOfList table={table} reload={() => undefined} />, { path: "/table/cats", address: "/table/cats" });

it("saves with the version from which the own copy was made, so that a table that somebody else saved since is refused", async () => {
  const server = serve();
  server.on("PUT", "/tables/3/definition", () => ({ status: 409, body: { error: text, code: "changed_meanwhile", requestId: "x" } }));
  keepOwn(table, { version: 1, definition: { columns: [{ name: "age" }, { name: "name" }], query: {} } });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Save for all" }));
  await waitFor(() => expect(server.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ version: 1, definition: { columns: [{ name: "age" }, { name: "name" }] } }));
  expect(ownCopy(table)?.version).toBe(1);
});

it("takes an order that is the list's own for no change", async () => {
  serve();
  show();
  await screen.findByRole("button", { name: "Set up…" });
  await screen.findByText("Tom");
  expect(screen.queryByRole("button", { name: "Back to the shared one" })).toBeNull();
});

it("opens a table whose own copy cannot be read as the shared one", () => {
  keepOwn(table, { version: 1, definition: {} });
  const [kept = ""] = Object.keys(localStorage).filter((name) => name.endsWith(":3"));
  localStorage.setItem(kept, "{not json");
  expect(ownCopy(table)).toBeNull();
});
