import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import PeopleExport from "./people-export";

const { invalidate } = vi.hoisted(() => ({ invalidate: vi.fn(() => Promise.resolve()) }));
vi.mock("@staffroom/api", async (load) => ({ ...(await load<object>()), invalidate }));
vi.mock("@staffroom/list", () => ({ ListScreen: () => null }));

it("the exports are refetched once one has ended", async () => {
  signInAs("sysadmin");
  const server = fakeServer();
  let running: number | null = 7;
  const state = { schedule: "Nightly", schemaVersion: 1, lastDone: null, lastDoneAt: null, lastError: "", columns: [] };
  server.on("GET", "/people/exports/state", () => ({ status: 200, body: { data: { ...state, running } } }));
  server.on("GET", "/people/exports/7", () => ({ status: 200, body: { data: { id: 7, progress: 3 } } }));
  renderScreen(<PeopleExport />);
  expect(await screen.findByText(/Running/)).toBeTruthy();
  expect(invalidate).not.toHaveBeenCalled();
  running = null;
  await waitFor(() => expect(invalidate).toHaveBeenCalledWith("/people/exports"), { timeout: 5000 });
});
