import { learnStale } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import FileList from "./file-list";

beforeEach(() => signInAs());
afterEach(() => learnStale({ "/file": [] }));

const columns = {
  name: "files",
  title: "Files",
  rowKey: "id",
  target: null,
  pageSizes: [10, 25],
  defaultPageSize: 25,
  columns: [
    { name: "name", title: "Name", type: "text", sortable: true },
    { name: "size", title: "Size", type: "integer" },
  ],
  may: { add: false, edit: false, delete: false, export: true },
};
const rows = [
  { id: 5, name: "Essay", extension: "pdf", size: 2048, locked: false, visible: true },
  { id: 6, name: "Photo", extension: "jpg", size: 1024, locked: true, visible: false },
];

function show(props: Parameters<typeof FileList>[0]) {
  const server = fakeServer();
  server.on("GET", "/files/columns", () => ({ status: 200, body: { data: columns } }));
  server.on("GET", "/files", () => ({ status: 200, body: { data: rows, total: 2, totalIsExact: true, next: null } }));
  server.on("POST", "/file/5/lock", () => ({ status: 200, body: { data: {} } }));
  renderScreen(<FileList {...props} />);
  return server;
}

it("only the record's files are requested, and sizes are shown in readable units", async () => {
  const server = show({ entityType: "student", entityTypeId: 7 });
  expect(await screen.findByText("Essay")).toBeTruthy();
  expect(screen.getByText("2.0 kB")).toBeTruthy();
  expect(server.calls.find((call) => call.path === "/files")?.query).toMatchObject({
    entityType: "student",
    entityTypeId: "7",
  });
});

it("locking a file refetches the list", async () => {
  learnStale({ "/file": ["/files"] });
  const server = show({ entityType: "student", entityTypeId: 7 });
  await screen.findByText("Essay");
  await userEvent.click(screen.getByLabelText("Lock"));
  await waitFor(() =>
    expect(server.calls.some((call) => call.method === "POST" && call.path === "/file/5/lock")).toBe(true),
  );
  await waitFor(() => expect(server.calls.filter((call) => call.path === "/files")).toHaveLength(2));
});

it("a read-only list hides what changes files", async () => {
  show({ entityType: "student", entityTypeId: 7, readOnly: true });
  await screen.findByText("Essay");
  expect(screen.queryByText("Upload")).toBeNull();
  expect(screen.queryByLabelText("Lock")).toBeNull();
  expect(screen.getAllByLabelText("Open")).toHaveLength(2);
});

it("a file opens over the screen and closes again", async () => {
  const server = show({ entityType: "student", entityTypeId: 7 });
  server.on("GET", "/file/5/details", () => ({ status: 404, body: { error: "No" } }));
  await screen.findByText("Essay");
  await userEvent.click(screen.getAllByLabelText("Open")[0] as HTMLElement);
  expect(await screen.findByLabelText("File viewer")).toBeTruthy();
  await userEvent.click(screen.getByText("Close"));
  await waitFor(() => expect(screen.queryByLabelText("File viewer")).toBeNull());
});
