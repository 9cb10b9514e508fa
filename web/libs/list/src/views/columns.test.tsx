import { getConnection } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ListMeta } from "@staffroom/contract";
import { beforeEach, expect, it } from "vitest";
import { columnWidths } from "../table/cells";
import { layoutOf, placeColumns, shownColumns, withoutFixed } from "../table/columns";
import { ListScreen } from "../screen/list-screen";

beforeEach(() => signInAs());

const meta: ListMeta = {
  name: "things",
  title: "Things",
  one: "thing",
  rowKey: "id",
  may: {},
  columns: [
    { name: "id", title: "ID", type: "id" },
    { name: "name", title: "Name", type: "text" },
    { name: "net", title: "Net", type: "money", currency: "currency" },
    { name: "note", title: "Note", type: "text", hidden: true },
    { name: "currency", title: "Currency", type: "text", hidden: true, choosable: false },
  ],
};
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(" ");

it("columns begin with the name; the id is last and hidden", () => {
  const placed = placeColumns(meta);
  expect(names(placed)).toBe("name net note id");
  expect(names(shownColumns(placed))).toBe("name net");
});

it("columns keep their places, and new ones follow their neighbour", () => {
  const placed = placeColumns(meta, [
    { name: "id" },
    { name: "gone" },
    { name: "net", pinned: true, width: 90 },
    { name: "name", hidden: true },
  ]);
  expect(names(placed)).toBe("id net note name");
  expect(names(shownColumns(placed))).toBe("net id");
  expect(layoutOf(placed)).toEqual([
    { name: "id" },
    { name: "net", pinned: true, width: 90 },
    { name: "note", hidden: true },
    { name: "name", hidden: true },
  ]);
  // A layout that would show nothing shows the list's default columns.
  expect(
    names(
      shownColumns(
        placeColumns({ ...meta, columns: meta.columns.slice(1, 3) }, [
          { name: "name", hidden: true },
          { name: "net", hidden: true },
        ]),
      ),
    ),
  ).toBe("name net");
});

it("columns that repeat the record's page are left out, but never all columns", () => {
  const [id, name, ...others] = meta.columns;
  if (!id || !name) throw new Error("the list has both");
  const columns = [id, { ...name, fixedBy: ["personId"] }, ...others];
  expect(names(withoutFixed(columns, { personId: "7" }))).toBe("id net note currency");
  expect(names(withoutFixed(columns, { personId: "7,8" }))).toBe("id name net note currency");
  expect(names(withoutFixed(columns, { status: "open" }))).toBe("id name net note currency");
  expect(names(withoutFixed([{ ...name, fixedBy: ["personId"] }], { personId: "7" }))).toBe("name");
});

it("a chosen width stays; others share the rest, or the last takes it", () => {
  const [name, net] = shownColumns(placeColumns(meta));
  if (!name || !net) throw new Error("both are shown");
  expect(columnWidths([{ ...name, chosen: 300 }, net], 900).get("name")).toBe(300);
  expect(columnWidths([{ ...name, chosen: 300 }, net], 900).get("net")).toBeGreaterThan(598);
  expect(columnWidths([name, { ...net, chosen: 150 }], 900).get("name")).toBeGreaterThan(748);
});

const heads = () =>
  [...document.querySelectorAll(".ant-table-thead th")].map((head) => head.textContent).filter(Boolean);
const show = (address = "/students/list") =>
  renderScreen(<ListScreen path="/students" />, { path: "/students/list", address });

it("columns are hidden, shown, pinned and resized, and saved for the user", async () => {
  const server = fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  expect(heads()).not.toContain("Id");
  const before = heads();
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByLabelText("Phone"));
  await userEvent.click(screen.getByLabelText("Id"));
  await userEvent.click(screen.getByRole("button", { name: "Pin Email on the left" }));
  expect(heads()).toEqual(["Email", ...before.filter((title) => title !== "Phone" && title !== "Email"), "Id"]);
  fireEvent.keyDown(screen.getByRole("separator", { name: "Width of Status" }), { key: "ArrowRight" });
  const sent = () =>
    (server.calls.findLast(({ path }) => path === "/me/layout")?.body as { columns: object[] } | undefined)?.columns;
  await waitFor(() => expect(sent()).toContainEqual({ name: "status", width: 108 }));
  expect(sent()).toContainEqual({ name: "phone", hidden: true });
  expect(sent()).toContainEqual({ name: "email", pinned: true });
  await userEvent.click(screen.getByRole("button", { name: "Reset columns" }));
  expect(heads()).toEqual(before);
  await waitFor(() => expect(sent()).toEqual([]));
});

it("the export has the shown columns, in order", async () => {
  const server = fakeServer();
  const hidden = ["status", "type", "email", "balance", "over18", "birthday", "created"].map((name) => ({
    name,
    hidden: true,
  }));
  const layout = {
    id: 1,
    list: "/students",
    name: null,
    query: {},
    columns: [{ name: "phone" }, ...hidden, { name: "firstName" }, { name: "lastName", pinned: true }],
    view: "table",
    isDefault: false,
    position: 0,
    version: 1,
  };
  server.on("GET", "/me/views", () => ({ status: 200, body: { data: [layout] } }));
  show();
  await screen.findByText("1-50 of 200");
  await waitFor(() => expect(heads()).toEqual(["Last name1", "Phone", "First name2"]));
  await userEvent.click(screen.getByText("Export"));
  await userEvent.click(await screen.findByText("Spreadsheet (XLSX)"));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/students/export")?.body).toMatchObject({
      columns: ["lastName", "phone", "firstName"],
    }),
  );
});

it("the columns are sent once the server can be reached again", async () => {
  const server = fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  server.on("PUT", "/me/layout", () => Promise.reject(new TypeError("no line")));
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Phone" }));
  await waitFor(() => expect(getConnection().waiting).toHaveLength(1));
  expect(heads()).not.toContain("Phone");
  server.on("PUT", "/me/layout", ({ body }) => ({
    status: 200,
    body: {
      data: {
        id: 7,
        name: null,
        query: {},
        view: "table",
        isDefault: false,
        position: 0,
        version: 1,
        ...(body as object),
      },
    },
  }));
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(getConnection().waiting).toHaveLength(0));
  const last = server.calls.findLast(({ path }) => path === "/me/layout")?.body as { columns: object[] };
  expect(last.columns).toContainEqual({ name: "phone", hidden: true });
});
