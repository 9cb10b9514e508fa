import { afterEach, expect, it, vi } from "vitest";
import { databaseName, forgetDatabases } from "./databases";

afterEach(() => vi.unstubAllGlobals());

it("signing out deletes the user's databases and no others", async () => {
  const deleteDatabase = vi.fn();
  const names = [databaseName("board-5", 7), databaseName("scans", 7), databaseName("board-5", 70), "elsewhere"];
  vi.stubGlobal("indexedDB", { databases: () => Promise.resolve(names.map((name) => ({ name }))), deleteDatabase });
  await forgetDatabases(7);
  expect(deleteDatabase.mock.calls).toEqual([["staffroom-7-board-5"], ["staffroom-7-scans"]]);
});

it("a browser that cannot list databases is left alone", async () => {
  const deleteDatabase = vi.fn();
  vi.stubGlobal("indexedDB", { deleteDatabase });
  await forgetDatabases(7);
  expect(deleteDatabase).not.toHaveBeenCalled();
});
