import { expect, it } from "vitest";
import { nameOf, notUndone, type BulkChange } from "./bulk-changes";

const change: BulkChange = {
  id: "people-7",
  kind: "edits",
  list: "/students",
  title: "Students",
  field: "Status",
  file: null,
  state: "done",
  done: 3,
  total: 3,
  records: 3,
  error: null,
  created: "2026-11-24T02:00:00Z",
  finished: "2026-11-24T02:01:00Z",
  undo: null,
};

it("a change is named by its field or its file", () => {
  expect([change, { ...change, kind: "spreadsheets" as const, field: null, file: "leads.xlsx" }].map(nameOf)).toEqual([
    "Status changed",
    "Import of leads.xlsx",
  ]);
});

it("Undo is offered once, if something was changed", () => {
  expect(notUndone(change)).toBeNull();
  expect(notUndone({ ...change, state: "cancelled", records: null })).toBeNull();
  expect(
    [
      { ...change, state: "running" as const },
      { ...change, records: 0 },
      { ...change, undo: "running" as const },
      { ...change, undo: "done" as const },
    ].map(notUndone),
  ).toEqual(["It is still running", "It changed nothing", "It is being undone", "It was undone"]);
});
