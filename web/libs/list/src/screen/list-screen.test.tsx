import { useApi } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { currentToasts } from "@staffroom/ui";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ListScreen } from "./list-screen";

beforeEach(() => signInAs());

const boxOf = (id: number) => document.querySelector(`[data-row-key="${id}"] input[type="checkbox"]`) as HTMLElement;
const show = (address = "/students/list") =>
  renderScreen(<ListScreen path="/students" />, { path: "/students/list", address });

it("a list is drawn from the service's columns", async () => {
  fakeServer();
  show();
  expect(await screen.findByText("Students", { selector: "h1" })).toBeTruthy();
  expect(await screen.findByText("1-50 of 200")).toBeTruthy();
  for (const title of ["Last name", "Balance", "All", "Alumni"]) expect(screen.getAllByText(title)).not.toHaveLength(0);
});

it("the address sorts, pages and filters", async () => {
  const server = fakeServer();
  const { router } = show();
  await screen.findByText("1-50 of 200");
  await userEvent.click(screen.getByLabelText("Next page"));
  await screen.findByText("51-100 of 200");
  expect(router.state.location.search).toBe("?page=2");
  await userEvent.click(screen.getAllByText("Alumni")[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toBe("?status=alumni"));
  await waitFor(() => expect(server.calls.at(-1)?.query).toMatchObject({ status: "alumni", page: "1" }));
});

it("a search runs 300 ms after the last key, from three letters", async () => {
  const server = fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  const before = server.calls.length;
  fireEvent.change(screen.getByLabelText("Search Students"), { target: { value: "abb" } });
  await new Promise((done) => setTimeout(done, 200));
  expect(server.calls).toHaveLength(before);
  await waitFor(() => expect(server.calls.at(-1)?.query.search).toBe("abb"));
});

it("arrow down moves from the search to the rows, and arrow up back from the first", async () => {
  fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  const search = screen.getByLabelText("Search Students");
  await userEvent.click(search);
  await userEvent.keyboard("{ArrowDown}");
  const rows = screen.getByRole("region", { name: "Students, rows" });
  expect(document.activeElement).toBe(rows);
  const active = () => document.querySelector(".sr-row-active")?.getAttribute("data-row-key");
  const first = active();
  expect(first).toBe(document.querySelector("[data-row-key]")?.getAttribute("data-row-key"));
  await userEvent.keyboard("{ArrowDown}");
  expect(active()).not.toBe(first);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(search);
  expect(active()).toBeUndefined();
});

it("deleting asks first, word for word", async () => {
  const server = fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  await userEvent.click(screen.getByText("EDIT"));
  await userEvent.click(screen.getAllByLabelText(/^Select (?!all)/)[0] as HTMLElement);
  expect(screen.getByText("1 record(s) selected of 200")).toBeTruthy();
  await userEvent.click(screen.getByText("Delete"));
  expect(await screen.findAllByText("Delete entry?")).not.toHaveLength(0);
  expect(screen.getAllByText(/^Are you sure you wish to delete \w+ \w+\?$/)).not.toHaveLength(0);
  expect(server.calls.some((call) => call.method === "DELETE")).toBe(false);
  await userEvent.click(screen.getAllByText("Yes, delete").at(-1) as HTMLElement);
  await waitFor(() => expect(server.calls.some((call) => call.method === "DELETE")).toBe(true));
});

it("an edited cell has one control: an address is not a link inside its button", async () => {
  fakeServer();
  show();
  await screen.findByText("1-50 of 200");
  expect(screen.getAllByRole("link", { name: /@example.org$/ }).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByText("EDIT"));
  expect(screen.getAllByRole("button", { name: /@example.org, edit Email$/ }).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: /@example.org$/ })).toBeNull();
});

it("failed rows keep the frame and can be retried", async () => {
  const server = fakeServer();
  let broken = true;
  server.on("GET", "/students", () =>
    broken
      ? { status: 500, body: { error: "The list broke" } }
      : { status: 200, body: { data: [], total: 0, totalIsExact: true, next: null } },
  );
  show();
  expect(await screen.findByText("The list broke")).toBeTruthy();
  expect(screen.getByText("Students", { selector: "h1" })).toBeTruthy();
  expect(screen.getByText("Report")).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByText("Retry"));
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
});

it("the export has all matches except the rows deselected again", async () => {
  const server = fakeServer();
  server.on("POST", "/students/export", () => ({ status: 202, body: { data: { id: "people-1" } } }));
  show();
  await screen.findByText("1-50 of 200");
  await userEvent.click(screen.getByLabelText("Select all rows of this page"));
  await userEvent.click(await screen.findByText("Select all that match"));
  const [first] = screen.getAllByLabelText(/^Select (?!all)/);
  await userEvent.click(first as HTMLElement);
  expect(screen.getByText("199 record(s) selected of 200")).toBeTruthy();
  await userEvent.click(screen.getByText("Export selected"));
  await userEvent.click(await screen.findByText("Spreadsheet (XLSX)"));
  await waitFor(() =>
    expect(server.calls.find((call) => call.path === "/students/export")?.body).toMatchObject({
      except: [Number(first?.closest("[data-row-key]")?.getAttribute("data-row-key"))],
    }),
  );
});

it("an edit in a row refetches totals, and leaving EDIT refetches the rows", async () => {
  const server = fakeServer();
  let sum = 0;
  server.on("GET", "/students/totals", () => ({ status: 200, body: { data: (sum += 1) } }));
  const Total = () => <output>{`Total ${String(useApi<number>("/students/totals").data)}`}</output>;
  const changed = vi.fn();
  renderScreen(<ListScreen path="/students" subtitle={<Total />} onChanged={changed} />, {
    path: "/students/list",
    address: "/students/list",
  });
  await screen.findByText("1-50 of 200");
  await screen.findByText("Total 1");
  const pages = () => server.calls.filter((call) => call.path === "/students").length;
  const before = pages();
  await userEvent.click(screen.getByText("EDIT"));
  await userEvent.click(screen.getAllByRole("button", { name: /, edit First name$/ })[0] as HTMLElement);
  await userEvent.clear(document.activeElement as HTMLElement);
  await userEvent.keyboard("Ottilie{Enter}");
  await screen.findByText("Total 2");
  expect(screen.getAllByText("Ottilie")).not.toHaveLength(0);
  expect(changed).toHaveBeenCalledOnce();
  expect(pages()).toBe(before);
  await userEvent.click(screen.getByText("EDIT"));
  await waitFor(() => expect(pages()).toBe(before + 1));
});

it("edit and delete are offered by the row's rights", async () => {
  const server = fakeServer();
  const rows = [
    { id: 1, name: "Paper", may: { edit: ["name"], delete: true }, moves: ["approve"] },
    { id: 2, name: "Ink", may: { edit: [], delete: false }, moves: [] },
  ];
  serveList(server, "/bills", rows, {
    may: { add: false, edit: true, delete: true, export: false },
    edit: { path: "/bills/{id}", fields: [textColumn("name", "Name")] },
    delete: { path: "/bills/{id}" },
  });
  renderScreen(<ListScreen path="/bills" />, { path: "/bills", address: "/bills" });
  await screen.findByText("Paper");
  await userEvent.click(screen.getByText("EDIT"));
  expect(screen.getAllByRole("button", { name: /, edit Name$/ }).map((cell) => cell.textContent)).toEqual([
    "Paper, edit Name",
  ]);
  await userEvent.click(boxOf(1));
  expect(screen.getByText("Delete")).toBeTruthy();
  await userEvent.click(boxOf(2));
  expect(screen.queryByText("Delete")).toBeNull();
});

it("archiving removes the selected rows, and a record in use stays with the reason", async () => {
  const server = fakeServer();
  const rows = [{ id: 1, name: "London", archived: false }];
  const fields: Field[] = [{ ...textColumn("name", "Name") }, { name: "archived", title: "Archived", type: "boolean" }];
  serveList(server, "/orgs", rows, {
    may: { add: false, edit: true, delete: true, export: false },
    edit: { path: "/orgs/{id}", fields },
    delete: { path: "/orgs/{id}" },
    filters: [{ name: "archived", title: "Archived", type: "boolean", default: false }],
  });
  const text = "London is used by 1,148 invoices and 12 departments. Archive it instead.";
  server.on("DELETE", "/orgs/1", () => ({ status: 409, body: { error: text, code: "in_use" } }));
  server.on("PUT", "/orgs/1", () => ({ status: 200, body: { data: { field: "archived", value: true } } }));
  window.location.hash = "#/orgs"; // the home page does not show a refusal
  const { router } = renderScreen(<ListScreen path="/orgs" />, { path: "/orgs", address: "/orgs" });
  await screen.findByText("London");
  await userEvent.click(screen.getByText("EDIT"));
  await userEvent.click(boxOf(1));
  await userEvent.click(screen.getByText("Delete"));
  await screen.findAllByText("Delete entry?");
  await userEvent.click(screen.getAllByText("Yes, delete").at(-1) as HTMLElement);
  await waitFor(() => expect(server.calls.some((call) => call.method === "DELETE")).toBe(true));
  await waitFor(() => expect(JSON.stringify(currentToasts())).toContain(text));
  await userEvent.click(screen.getByText("Archive"));
  await waitFor(() =>
    expect(server.calls.find((call) => call.method === "PUT")?.body).toEqual({ field: "archived", newValue: true }),
  );
  await userEvent.click(screen.getByRole("button", { name: /^Archived/ }));
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "No" })).checked).toBe(true);
  expect(screen.queryByRole("radio", { name: "Any" })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
  await waitFor(() => expect(router.state.location.search).toBe("?archived=true"));
});

it("a refused filter is not shown as a failed page", async () => {
  const server = fakeServer();
  const refusal = "'zzz' is no value of status";
  server.on("GET", "/students", ({ query }) =>
    query.status
      ? { status: 422, body: { error: refusal, code: "bad_filter", fields: { status: refusal } } }
      : { status: 200, body: { data: [], total: 0, totalIsExact: true, next: null } },
  );
  const seen: boolean[] = [];
  const look = new MutationObserver(() => seen.push(document.body.textContent?.includes("did not load") ?? false));
  look.observe(document.body, { childList: true, subtree: true, characterData: true });
  const { router } = show("/students/list?status=zzz");
  await waitFor(() =>
    expect(server.calls.filter(({ path }) => path === "/students").at(-1)?.query.status).toBeUndefined(),
  );
  await waitFor(() => expect(router.state.location.search).not.toContain("zzz"));
  look.disconnect();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(true);
});

it("an unknown path does not compile", () => {
  // @ts-expect-error: there is no such list
  expect(<ListScreen path="/repots" />).toBeTruthy();
});

it("a link and an address open the route's page for a new record", async () => {
  const one = () =>
    renderScreen(<ListScreen path="/students" addsAt="/students/new" />, {
      path: "/students/list",
      address: "/students/list",
    });
  fakeServer();
  const { router } = one();
  await userEvent.click(await screen.findByRole("link", { name: /New student/ }));
  expect(router.state.location.pathname).toBe("/students/new");
  await router.navigate("/students/list?new=true");
  await waitFor(() => expect(router.state.location.pathname).toBe("/students/new"));
});
