import { queryClient } from "@staffroom/api";
import { fakeServer, renderScreen, serveList, signInAs, textColumn, type FakeServer } from "@staffroom/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListScreen } from "../screen/list-screen";

beforeEach(() => signInAs());

const show = (address = "/students/list", props: Partial<Parameters<typeof ListScreen>[0]> = {}) =>
  renderScreen(<ListScreen path="/students" {...props} />, { path: "/students/list", address });
/** Leaves the list and the page, as a reload does: caches are empty, the storage stays. */
const reload = () => {
  cleanup();
  queryClient.clear();
};
/** A server with slow responses: `trips` counts the round trips before the last rows arrived. */
function distantServer() {
  const server = fakeServer();
  const answerOf = globalThis.fetch;
  let over = 0;
  let rowsTrip = 0;
  vi.stubGlobal("fetch", async (address: string, options?: RequestInit) => {
    const trip = over + 1;
    if (/\/students(?:\?|$)/.test(address)) rowsTrip = Math.max(rowsTrip, trip);
    await new Promise((done) => setTimeout(done, 20));
    const answer = await answerOf(address, options);
    over = Math.max(over, trip);
    return answer;
  });
  return Object.assign(server, { trips: () => rowsTrip });
}
const rowsCalls = ({ calls }: Pick<FakeServer, "calls">) => calls.filter(({ path }) => path === "/students");

/** Opens the list once, then again as after a reload, with another server. */
async function openTwice(address?: string, props?: Parameters<typeof show>[1]) {
  const first = distantServer();
  show(address, props);
  await screen.findByText(/^1-\d+ of/);
  reload();
  const again = distantServer();
  show(address, props);
  await screen.findByText(/^1-\d+ of/);
  return { first, again };
}

describe("the first rows of a list", () => {
  it("first rows take two round trips in a browser that has never opened the list", async () => {
    const { first } = await openTwice();
    expect(first.trips()).toBe(2);
  });

  it("first rows take one round trip afterwards, next to the columns, in one call", async () => {
    const { first, again } = await openTwice();
    expect(again.trips()).toBe(1);
    expect(rowsCalls(again)).toHaveLength(1);
    expect(rowsCalls(again)[0]?.query).toEqual(rowsCalls(first).at(-1)?.query);
  });

  it("first rows take one round trip with the address's filters, order and page", async () => {
    const { again } = await openTwice("/students/list?status=alumni&sort=-lastName&pageSize=25");
    expect(again.trips()).toBe(1);
    expect(rowsCalls(again)).toHaveLength(1);
    expect(rowsCalls(again)[0]?.query).toMatchObject({ status: "alumni", pageSize: "25" });
  });

  it("first rows take one round trip in a list inside another screen", async () => {
    const { again } = await openTwice(undefined, { embedded: { height: 320 }, fixed: { status: "alumni" } });
    expect(again.trips()).toBe(1);
    expect(rowsCalls(again)).toHaveLength(1);
  });

  it("first rows follow the metadata if the list has changed since", async () => {
    fakeServer();
    show();
    await screen.findByText("1-50 of 200");
    reload();
    const server = fakeServer();
    serveList(server, "/students", [{ id: 1, name: "Ada" }], {
      columns: [{ ...textColumn("name", "Name"), sortable: true }],
      defaultSort: "name",
      defaultPageSize: 25,
      pageSizes: [25],
    });
    show();
    expect(await screen.findByText("Ada")).toBeTruthy();
    expect(rowsCalls(server).at(-1)?.query).toMatchObject({ pageSize: "25", sort: "name" });
  });

  it("first rows are not requested if the address shows figures", async () => {
    fakeServer();
    show();
    await screen.findByText("1-50 of 200");
    reload();
    const server = distantServer();
    show("/students/list?figures=status");
    await screen.findByRole("heading", { name: "Students" });
    await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/students/columns"));
    expect(server.trips()).not.toBe(1);
  });
});
