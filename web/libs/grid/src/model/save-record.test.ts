import { fakeServer, signInAs } from "@staffroom/testing";
import { beforeEach, expect, it, vi } from "vitest";
import { saveFields } from "./save-record";

beforeEach(() => signInAs());
const change = (row: number, value: unknown) => ({ row, name: "rating", value, before: 1 });

it("each cell is saved to its record, and refusals return in the server's words", async () => {
  const server = fakeServer();
  server.on("PUT", "/entry/1", () => ({ status: 200, body: { data: { field: "mark", value: 70 } } }));
  server.on("PUT", "/entry/2", () => ({
    status: 422,
    body: { error: "No", code: "invalid", fields: { mark: "The mark is final" } },
  }));
  const saved = vi.fn();
  const refusals = await saveFields([change(1, 70), change(2, 80)], {
    pathOf: ({ row }) => `/entry/${row}`,
    fieldOf: () => "mark",
    onSaved: saved,
  });
  expect(refusals).toEqual([{ row: 2, name: "rating", text: "The mark is final" }]);
  expect(saved.mock.calls).toEqual([[{ field: "mark", value: 70 }, change(1, 70)]]);
  expect(server.calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { field: "mark", newValue: 70, oldValue: 1 },
    { field: "mark", newValue: 80, oldValue: 1 },
  ]);
});

it("another user's change is never overwritten, and an equal value counts as saved", async () => {
  const server = fakeServer();
  const theirs = (value: unknown) => () => ({
    status: 409,
    body: { error: "Changed", code: "changed_meanwhile", value },
  });
  server.on("PUT", "/entry/1", theirs(55));
  server.on("PUT", "/entry/2", theirs(80));
  const saved = vi.fn();
  const refusals = await saveFields([change(1, 70), change(2, 80)], {
    pathOf: ({ row }) => `/entry/${row}`,
    onSaved: saved,
  });
  expect(refusals).toEqual([
    { row: 1, name: "rating", text: "Somebody has changed this since. Retry saves your value, Restore keeps theirs" },
  ]);
  expect(saved.mock.calls.map(([one]) => one)).toEqual([
    { field: "rating", value: 55 },
    { field: "rating", value: 80 },
  ]);
});
