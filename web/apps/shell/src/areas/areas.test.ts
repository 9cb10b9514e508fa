import { signInAs } from "@staffroom/testing";
import { expect, it, vi } from "vitest";

const registerRemotes = vi.hoisted(() => vi.fn());
vi.mock("@module-federation/runtime", () => ({
  loadRemote: () => Promise.resolve({ default: { name: "people", routes: [], menu: [], stale: {} } }),
  registerPlugins: () => undefined,
  registerRemotes,
}));

// The build says which versions the shell shares.
vi.stubGlobal("SHARED", {});

it("loads the script that the area.json of an area names", async () => {
  signInAs();
  const { loadAreas, readyAreas } = await import("./areas");
  const listed = { name: "people", title: "People", entry: "remotes/people/entry.js", paths: [], clientPaths: [] };
  vi.stubGlobal("fetch", (address: URL) => {
    const isList = address.pathname.endsWith("/remotes.json");
    const body = isList ? { remotes: [listed] } : { ...listed, entry: "entry.js?v=2", shared: {} };
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
  await loadAreas();
  expect(readyAreas().map(({ name }) => name)).toEqual(["people"]);
  const [[[remote]]] = registerRemotes.mock.calls as [[[{ entry: string }]]];
  expect(remote.entry).toMatch(/\/remotes\/people\/entry\.js\?v=2$/);
});
