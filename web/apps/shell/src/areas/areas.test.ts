import { signInAs } from "@staffroom/testing";
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

vi.mock("@module-federation/runtime", () => ({
  loadRemote: () => Promise.resolve({ default: { name: "people", routes: [], menu: [], stale: {} } }),
  registerPlugins: () => undefined,
  registerRemotes: () => undefined,
}));

// The build says which versions the shell shares.
vi.stubGlobal("SHARED", {});

it("the script of an area is asked for beside its area.json, which may name another", async () => {
  signInAs();
  const { loadAreas, readyAreas } = await import("./areas");
  const listed = { name: "people", title: "People", entry: "remotes/people/entry.1.js", paths: [], clientPaths: [] };
  let answer: (own: object) => void = () => undefined;
  const own = new Promise<object>((done) => {
    answer = done;
  });
  vi.stubGlobal("fetch", async (address: URL) => {
    const body = address.pathname.endsWith("/remotes.json") ? { remotes: [listed] } : await own;
    return new Response(JSON.stringify(body));
  });
  const loading = loadAreas();
  const preloaded = () => document.head.querySelector<HTMLLinkElement>("link[rel=preload]")?.href;
  await waitFor(() => expect(preloaded()).toMatch(/\/remotes\/people\/entry\.1\.js$/));
  expect(readyAreas()).toHaveLength(0);
  answer({ ...listed, entry: "entry.2.js", shared: {} });
  await loading;
  expect(readyAreas().map(({ name }) => name)).toEqual(["people"]);
});
