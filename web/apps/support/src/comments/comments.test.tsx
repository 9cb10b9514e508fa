import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import Comments from ".";
import type { CommentRow } from "./types";

const types = [
  { value: "general", label: "General", color: "grey", audience: [] },
  { value: "contact", label: "Contact", color: "blue", audience: [] },
];
const all = { edit: true, delete: true, pin: true, lock: true };

const row = (id: number, more: Partial<CommentRow> = {}): CommentRow => ({
  id,
  author: { id: 1, name: "Sofia Admin" },
  type: "general",
  typeLabel: "General",
  comment: `<p>Comment ${id}</p>`,
  createdDate: "2026-07-01T11:30:00Z",
  modifiedDate: null,
  edits: 0,
  pinned: false,
  locked: false,
  color: "grey",
  may: all,
  ...more,
});

function show(rows: CommentRow[], readOnly = false, size = rows.length): FakeServer {
  const server = fakeServer();
  server.on("GET", "/comments", () => ({
    status: 200,
    body: { data: rows, total: size, totalIsExact: true, next: null, types },
  }));
  server.on("GET", "/comments/people", () => ({
    status: 200,
    body: { data: [{ id: 12, name: "Colin [Col] Colleague" }] },
  }));
  renderScreen(<Comments entityType="student" entityTypeId={7} readOnly={readOnly} />);
  return server;
}

const rowOf = (text: string) => screen.getByText(text).closest("tr") as HTMLElement;

beforeEach(() => signInAs());

it("the record's comments are requested and the columns drawn, times in London", async () => {
  const server = show([row(1, { edits: 1, modifiedDate: "2026-12-01T11:30:00Z" })]);
  await screen.findByText("Comment 1");
  expect(server.calls.find((call) => call.path === "/comments")?.headers).toMatchObject({
    entitytype: "student",
    entitytypeid: "7",
  });
  for (const title of ["Author", "Type", "Comment", "Created", "Modified", "Pinned"])
    expect(screen.getAllByText(title)).not.toHaveLength(0);
  expect(screen.getByText("01/07/26 12:30")).toBeTruthy();
  expect(screen.getByText("01/12/26 11:30")).toBeTruthy();
  expect(screen.getByText("1-1 of 1")).toBeTruthy();
});

it("a page has 50 comments by default", async () => {
  show(Array.from({ length: 60 }, (_, index) => row(index + 1)));
  expect(await screen.findByText("1-50 of 60")).toBeTruthy();
  expect(document.querySelectorAll(".ant-table-row")).toHaveLength(50);
});

it("a read-only list hides Add and EDIT, and pins nothing", async () => {
  show([row(1)], true);
  await screen.findByText("Comment 1");
  expect(screen.queryByText("New comment")).toBeNull();
  expect(screen.queryByText("EDIT")).toBeNull();
  expect((screen.getByLabelText("Pin") as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByText("Comment 1"));
  expect(screen.queryByText("Edit comment")).toBeNull();
});

it("a click opens a comment only in edit mode", async () => {
  show([row(1)]);
  await userEvent.click(await screen.findByText("Comment 1"));
  expect(screen.queryByText("Edit comment")).toBeNull();
  await userEvent.click(screen.getByText("EDIT"));
  await userEvent.click(screen.getByText("Comment 1"));
  expect(await screen.findByText("Edit comment")).toBeTruthy();
});

it("Delete is offered in edit mode, never for locked rows", async () => {
  const server = show([
    row(1),
    row(2, { locked: true, may: { ...all, edit: false, delete: false } }),
    row(3, { may: { ...all, edit: false, delete: false, lock: false } }),
  ]);
  await screen.findByText("Comment 1");
  expect(screen.queryByLabelText("Delete")).toBeNull();
  await userEvent.click(screen.getByText("EDIT"));
  expect(within(rowOf("Comment 1")).getByLabelText("Delete")).toBeTruthy();
  expect(within(rowOf("Comment 2")).queryByLabelText("Delete")).toBeNull();
  expect(within(rowOf("Comment 3")).queryByLabelText("Delete")).toBeNull();
  server.on("DELETE", "/comment/1", () => ({ status: 200, body: { data: { id: 1 } } }));
  await userEvent.click(within(rowOf("Comment 1")).getByLabelText("Delete"));
  expect(await screen.findAllByText("Delete entry?")).not.toHaveLength(0);
  await userEvent.click(screen.getAllByText("Yes, delete").at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.calls.some((call) => call.method === "DELETE" && call.path === "/comment/1")).toBe(true),
  );
});

it("the row's pin pins a comment", async () => {
  const server = show([row(1)]);
  server.on("POST", "/comment/1/toggle/pinned", () => ({ status: 200, body: { data: { id: 1, pinned: true } } }));
  await userEvent.click(await screen.findByLabelText("Pin"));
  await waitFor(() => expect(server.calls.filter((call) => call.path === "/comments")).toHaveLength(2));
});

it("the search covers author, type and text, with mentions as displayed", async () => {
  show([
    row(1, { comment: "<p>See @[Colin](user:12)</p>" }),
    row(2, { typeLabel: "Contact" }),
    row(3, { author: { id: 2, name: "Olga Office" } }),
  ]);
  await screen.findByText("@Colin");
  for (const [typed, left] of [
    ["@colin", "1-1 of 1"],
    ["contact", "1-1 of 1"],
    ["olga", "1-1 of 1"],
    ["comment", "1-2 of 2"],
  ] as const) {
    await userEvent.clear(screen.getByLabelText("Search comments"));
    await userEvent.type(screen.getByLabelText("Search comments"), typed);
    expect(screen.getByText(left)).toBeTruthy();
  }
  await userEvent.type(screen.getByLabelText("Search comments"), "zzz");
  expect(screen.getByText("Nothing matches")).toBeTruthy();
});

it("the types of comment are offered and a text is required", async () => {
  const server = show([]);
  expect(await screen.findByText("No comments yet")).toBeTruthy();
  await userEvent.click(screen.getByText("New comment"));
  await userEvent.click(await screen.findByText("Contact"));
  expect(await screen.findByText("Add comment")).toBeTruthy();
  await userEvent.click(screen.getByText("Save"));
  expect((await screen.findAllByText("Field is required")).length).toBeGreaterThan(0);
  expect(server.calls.some((call) => call.method === "POST")).toBe(false);
});

it("a comment shows its former texts", async () => {
  const server = show([row(1, { edits: 1, modifiedDate: "2026-12-01T11:30:00Z" })]);
  server.on("GET", "/comment/1/revisions", () => ({
    status: 200,
    body: {
      data: [
        {
          id: 9,
          type: "general",
          comment: "<p>First words</p>",
          replaced: "2026-12-01T11:30:00Z",
          replacedBy: { id: 2, name: "Olga Office" },
        },
      ],
    },
  }));
  await userEvent.click(await screen.findByLabelText("Show history"));
  expect(await screen.findByText("First words")).toBeTruthy();
  expect(screen.getByText(/Now · Olga Office/)).toBeTruthy();
  expect(screen.getByText(/Before · Sofia Admin · 01\/07\/26 12:30/)).toBeTruthy();
});

const texts = () =>
  [...document.querySelectorAll<HTMLTableRowElement>("tr.ant-table-row")].map(({ cells }) => cells[2]?.textContent);

it("comments are a usual list: headings sort, chips filter, and it has pages and search", async () => {
  show([
    row(1),
    row(2, { type: "contact", typeLabel: "Contact", author: { id: 2, name: "Ada Office" }, pinned: true }),
    row(3, { author: { id: 3, name: "Zoe" } }),
  ]);
  await screen.findByText("Comment 1");
  await userEvent.click(
    screen
      .getAllByText("Author")
      .map((one) => one.closest(".sr-sort"))
      .find(Boolean) as HTMLElement,
  );
  expect(texts()).toEqual(["Comment 2", "Comment 1", "Comment 3"]);
  await userEvent.click(document.querySelectorAll<HTMLElement>(".sr-filter-open")[0] as HTMLElement);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Contact" }));
  expect(texts()).toEqual(["Comment 2"]);
  expect(screen.getByText("1-1 of 1")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(screen.getByText("1-3 of 3")).toBeTruthy();
});

it("on a phone comments are cards, with the same tools", async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query: string) => ({ ...wide(query), matches: query.includes("max-width: 599px") });
  show([row(1, { pinned: true }), row(2)]);
  await screen.findByText("Comment 1");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(document.querySelector("table")).toBeNull();
  expect(screen.getByLabelText("Unpin")).toBeTruthy();
  window.matchMedia = wide;
});
