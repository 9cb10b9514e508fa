import { fakeServer, renderScreen, serveList, signInAs } from "@staffroom/testing";
import { offerLists } from "@staffroom/ui";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { AnyListScreen } from "../screen/list-screen";
import { listKey } from "./saved-views";

beforeEach(() => signInAs());

const show = (address: string) => renderScreen(<AnyListScreen path="/students" />, { path: "/students/list", address });
const view = (id: number, name: string, more: object = {}) => ({
  id,
  list: "/students",
  name,
  query: { status: "alumni" },
  columns: [{ name: "lastName" }, { name: "phone" }],
  view: "table",
  isDefault: false,
  position: id,
  version: 1,
  ...more,
});
const serve = (views: object[]) => {
  const server = fakeServer();
  server.on("GET", "/me/views", () => ({ status: 200, body: { data: views } }));
  return server;
};

it("views are kept under the list and its fixed filters", () => {
  expect(listKey("/students", {})).toBe("/students");
  expect(listKey("/locations", { type: "zoom", area: "1" })).toBe("/locations?area=1&type=zoom");
});

it("the current filters and columns are saved under a name, and the address opens the view", async () => {
  const server = fakeServer();
  const { router } = show("/students/list?status=alumni&sort=-balance&page=2");
  await screen.findByText(/of 28$/).catch(() => undefined);
  await userEvent.click(await screen.findByRole("button", { name: "Views" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Save as…" }));
  await userEvent.type(await screen.findByLabelText(/^Name/), "Alumni who owe");
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  await waitFor(() => expect(router.state.location.search).toBe("?sort=-balance&status=alumni&saved=1"));
  expect(server.calls.find(({ path, method }) => path === "/me/views" && method === "POST")?.body).toMatchObject({
    list: "/students",
    name: "Alumni who owe",
    query: { status: "alumni", sort: "-balance" },
    view: "table",
  });
  expect(await screen.findByRole("button", { name: "Views, Alumni who owe" })).toBeTruthy();
});

it("the default view opens without a choice, and the whole list when chosen", async () => {
  serve([view(4, "Alumni", { isDefault: true })]);
  const { router } = show("/students/list");
  await waitFor(() => expect(router.state.location.search).toBe("?status=alumni&saved=4"));
  await userEvent.click(await screen.findByRole("button", { name: "Views, Alumni" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Whole list" }));
  await waitFor(() => expect(router.state.location.search).toBe("?saved=0"));
  expect(screen.getByRole("button", { name: "Views" })).toBeTruthy();
});

it("a view with changed filters is marked and can be updated", async () => {
  const server = serve([view(4, "Alumni")]);
  show("/students/list?status=active&saved=4");
  await userEvent.click(await screen.findByRole("button", { name: "Views, Alumni" }));
  expect(screen.getByTitle("Its filters have changed")).toBeTruthy();
  server.on("PUT", "/me/views/4", ({ body }) => ({ status: 200, body: { data: view(4, "Alumni", body as object) } }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Update Alumni" }));
  await waitFor(() => expect(screen.queryByTitle("Its filters have changed")).toBeNull());
  expect(server.calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ query: { status: "active" } });
});

it("a colleague's link applies the filters but keeps the user's columns", async () => {
  const server = serve([view(4, "Alumni")]);
  show("/students/list?status=enquiry&saved=99");
  await screen.findByRole("button", { name: "Views" });
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/students")?.query).toMatchObject({ status: "enquiry" }),
  );
  expect(screen.getByRole("separator", { name: "Width of Email" })).toBeTruthy();
});

it("shown figures are saved and opened again", async () => {
  const kept = { figures: "status", measure: "total", chart: "pie", asOf: "2025-12-31" };
  const server = fakeServer();
  serveList(server, "/things", [{ id: 1, name: "One" }], {
    title: "Things",
    figures: {
      by: [{ name: "status", title: "Status", type: "select" }],
      sums: [{ name: "total", title: "Total", type: "money" }],
      asOf: { by: ["status"], sums: ["total"] },
    },
  });
  server.on("GET", "/things/figures", () => ({
    status: 200,
    body: { data: { by: [], measures: [], groups: [], totals: [], truncated: false, period: null, asOf: null } },
  }));
  const { router } = renderScreen(<AnyListScreen path="/things" />, {
    path: "/things",
    address: `/things?${new URLSearchParams(kept).toString()}`,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Views" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Save as…" }));
  await userEvent.type(await screen.findByLabelText(/^Name/), "At the end of the year");
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  await waitFor(() => expect(router.state.location.search).toMatch(/saved=/));
  expect(server.calls.find(({ path, method }) => path === "/me/views" && method === "POST")?.body).toMatchObject({
    query: kept,
  });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject(kept);
  expect(screen.getByRole("button", { name: "Rows" })).toBeTruthy();
});

it("built-in views of the menu are listed, each with its own address", async () => {
  fakeServer();
  act(() =>
    offerLists(() => ({
      title: "Students",
      link: "/students/list",
      views: [{ title: "Social media release", link: "/students/social-media" }],
    })),
  );
  const { router } = show("/students/list");
  await userEvent.click(await screen.findByRole("button", { name: "Views" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Whole list",
    "Social media release",
    "Save as…",
    "Save as table…",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Social media release" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/students/social-media"));
  act(() => offerLists(() => undefined));
});
