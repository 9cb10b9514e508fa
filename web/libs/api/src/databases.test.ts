import { afterEach, expect, it, vi } from "vitest";
import { databaseName, forgetDatabases } from "./databases";

afterEach(() => vi.unstubAllGlobals());

it("deletes the databases of the person who signs out, and those of nobody else", async () => {
  const deleteDatabase = vi.fn();
  const names = [databaseName("board-5", 7), databaseName("scans", 7), databaseName("board-5", 70), "elsewhere"];
  vi.stubGlobal("indexedDB", { databases: () => Promise.resolve(names.map((name) => ({ name }))), deleteDatabase });
  await forgetDatabases(7);
  expect(deleteDatabase.mock.calls).toEqual([["staffroom-7-board-5"], ["staffroom-7-scans"]]);
});

it("leaves a browser alone that lists no databases", async () => {
  const deleteDatabase = vi.fn();
  vi.stubGlobal("indexedDB", { deleteDatabase });
  await forgetDatabases(7);
  expect(deleteDatabase).not.toHaveBeenCalled();
});
