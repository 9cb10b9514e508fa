import { fakeServer, renderRoute, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../../area";

const text = (name: string, title: string) => ({ name, title, type: "text", required: true, maxLength: 100 });
const listed = {
  columns: [text("name", "Name")],
  filters: [],
  tabs: [],
  defaultSort: "name",
  pageSizes: [50],
  defaultPageSize: 50,
};

function show(mayAdd: boolean) {
  const server = fakeServer();
  const may = { add: mayAdd, edit: mayAdd, delete: mayAdd, export: true };
  const add = {
    path: "/exam",
    fields: [{ ...text("seriesId", "Series"), type: "select", readOnly: true }, text("name", "Name")],
  };
  const meta = {
    name: "exams",
    title: "Exams",
    one: "exam",
    rowKey: "id",
    target: "",
    ...listed,
    may,
    add: mayAdd ? add : null,
    edit: null,
    delete: { path: "/exam/{id}" },
  };
  server.on("GET", "/system/examseries/4", () => ({
    status: 200,
    body: { data: { id: 4, name: "Summer 2027", type: "public", may: { edit: [], addExam: mayAdd }, moves: [] } },
  }));
  server.on("GET", "/exam/columns", () => ({ status: 200, body: { data: meta } }));
  server.on("GET", "/exam", () => ({
    status: 200,
    body: { data: [{ id: 9, name: "French" }], total: 1, totalIsExact: true, next: null },
  }));
  server.on("POST", "/exam", () => ({ status: 201, body: { data: { id: 10 } } }));
  renderRoute(area, "/exams/series/4/exams");
  return server;
}

beforeEach(() => signInAs());

it("an exam is added to the shown series, without a choice", async () => {
  const server = show(true);
  expect(await screen.findByText("French")).toBeTruthy();
  expect(server.calls.find((call) => call.path === "/exam")?.query.seriesId).toBe("4");
  fireEvent.click(await screen.findByRole("button", { name: /New exam/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).not.toContain("Series");
  await userEvent.type(dialog.querySelector("input") as HTMLInputElement, "Latin");
  fireEvent.click(
    [...dialog.querySelectorAll("button")].find((button) => button.textContent === "Add exam") as HTMLElement,
  );
  await waitFor(() =>
    expect(server.calls.find((call) => call.method === "POST")?.body).toMatchObject({ name: "Latin", seriesId: 4 }),
  );
});

it("nothing is offered without the server's permission", async () => {
  show(false);
  expect(await screen.findByText("French")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New exam/ })).toBeNull();
});
