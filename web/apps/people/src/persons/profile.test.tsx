import type { Field, RecordData } from "@staffroom/contract";
import { fakeServer, renderRoute, signInAs, type FakeServer } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const field = (name: string, title: string, required = false): Field => ({
  name,
  title,
  type: "text",
  required,
  maxLength: 200,
});
const sections = (name: string, fields: Field[]) => ({
  status: 200,
  body: { data: { sections: [{ name, title: name, fields }] } },
});
const address = { title: "Home", line1: "1 Mill Road", postcode: "OX1 1AA" };
const addressFields = [
  field("title", "Title", true),
  field("line1", "Line 1", true),
  field("postcode", "Postcode", true),
];

function show(tab: string, more: Partial<RecordData> = {}): FakeServer {
  const server = fakeServer();
  const record = {
    id: 7,
    firstName: "Ada",
    lastName: "Lovelace",
    status: "active",
    under18: true,
    age: 15,
    userId: null,
    addresses: [
      { id: 1, title: "Home", primary: true },
      { id: 2, title: "Term time", primary: false },
    ],
    courses: [],
    clients: [],
    may: { edit: ["firstName"], link: true },
    moves: [],
    ...more,
  };
  server.on("GET", "/students/7", () => ({ status: 200, body: { data: record } }));
  server.on("GET", "/students/fields", () => sections("personal", [field("firstName", "First name", true)]));
  server.on("GET", "/address/fields", () => sections("address", addressFields));
  for (const id of [1, 2]) {
    const may = { edit: ["title", "line1", "postcode", "primary"], delete: true };
    server.on("GET", `/address/${id}`, () => ({
      status: 200,
      body: { data: { id, ...address, title: id === 1 ? "Home" : "Term time", primary: id === 1, may } },
    }));
    server.on("PUT", `/address/${id}`, () => ({ status: 200, body: { data: { field: "primary", value: true } } }));
  }
  renderRoute(area, `/students/7/${tab}`);
  return server;
}
const callsTo = (server: FakeServer, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);

beforeEach(() => signInAs());

it("the server's mark under 18 is shown", async () => {
  show("");
  expect(await screen.findByText("Under 18 (15)")).toBeTruthy();
});

it("the age mark is hidden if the birth date is unknown", async () => {
  show("", { under18: null, age: null });
  await screen.findByRole("heading", { name: "Ada Lovelace" });
  expect(screen.queryByText(/^Under 18/)).toBeNull();
});

it("another address becomes the primary one", async () => {
  const server = show("addresses");
  await userEvent.click(await screen.findByRole("button", { name: "Make primary" }));
  await waitFor(() =>
    expect(callsTo(server, "PUT", "/address/2").at(-1)?.body).toEqual({ field: "primary", newValue: true }),
  );
});

it("deleting an address asks first", async () => {
  const server = show("addresses");
  await userEvent.click(await screen.findByRole("button", { name: "Delete Term time" }));
  expect(await screen.findByText("Are you sure you wish to delete Term time?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "No, keep" }));
  expect(callsTo(server, "DELETE", "/address/2")).toHaveLength(0);
});

it("an address is added to the shown person", async () => {
  const server = show("addresses");
  server.on("POST", "/address", () => ({ status: 201, body: { data: { id: 3 } } }));
  await userEvent.click(await screen.findByRole("button", { name: /Add address/ }));
  const dialog = await screen.findByRole("dialog");
  const inputs = [...dialog.querySelectorAll("input")];
  for (const [at, text] of ["Grandparents", "2 Park Crescent", "OX2 2BB"].entries())
    await userEvent.type(inputs[at] as HTMLInputElement, text);
  await userEvent.click(
    [...dialog.querySelectorAll("button")].find((button) => button.textContent === "Add address") as HTMLElement,
  );
  await waitFor(() =>
    expect(callsTo(server, "POST", "/address").at(-1)?.body).toEqual({
      title: "Grandparents",
      line1: "2 Park Crescent",
      postcode: "OX2 2BB",
      personType: "student",
      personId: 7,
    }),
  );
});

it("a client is found by name and linked", async () => {
  const server = show("clients");
  const hit = {
    kind: "client",
    id: 31,
    title: "Annabella Byron",
    detail: "a@example.org",
    status: "active",
    target: "/clients/31",
  };
  server.on("GET", "/people/search", () => ({ status: 200, body: { data: [hit] } }));
  server.on("POST", "/clients/students", () => ({ status: 201, body: { data: { id: 9 } } }));
  await userEvent.click(await screen.findByRole("button", { name: /Add client/ }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Name of the client" }), "byr");
  await userEvent.click(await screen.findByText("Annabella Byron · a@example.org", undefined, { timeout: 3000 }));
  await userEvent.click(screen.getAllByRole("button", { name: "Add client" }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(callsTo(server, "POST", "/clients/students").at(-1)?.body).toEqual({ clientId: 31, studentId: 7 }),
  );
  expect(callsTo(server, "GET", "/people/search").at(-1)?.query).toEqual({ q: "byr", kinds: "client" });
});

it("no change is offered if the server allows none", async () => {
  show("clients", {
    may: { edit: [] },
    clients: [{ id: 31, linkId: 9, name: "Annabella Byron", status: "active", relation: "Mother", pays: false }],
  });
  expect(await within(await screen.findByRole("table")).findByRole("link", { name: "Annabella Byron" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Add client|Make the payer|Remove/ })).toBeNull();
});
