import { loadRemote, registerPlugins, registerRemotes } from "@module-federation/runtime";
import { appName, createStore, learnStale, useSession } from "@staffroom/api";
import { asClient, type Area } from "@staffroom/contract";
import { currentRoute } from "@staffroom/ui";
import { useMemo } from "react";
import { matchPath } from "react-router";
import {
  commandsOf,
  menuItems,
  navigationOf,
  screensOf,
  screensOfLists,
  type MenuItem,
  type Navigation,
  type Screen,
} from "../menu/menu-model";
import { misfitsOf, type Misfit, type Versions } from "./versions";

/**
 * An area in `remotes.json`: `entry` is in the folder of its files, `paths` are the addresses of its screens,
 * `clientPaths` those of the client application.
 */
type Listing = { name: string; title: string; entry: string; paths: string[]; clientPaths: string[] };
/**
 * Description of a remote, which its build writes as `area.json`: `shared` has the release and the packages that it was
 * built with.
 */
type Manifest = Listing & { shared: Versions };

/** The release of this shell and its packages; the build puts them in (`libs/build/src/manifest.mjs`). */
declare const SHARED: Versions;
export type AreaState = { name: string; title: string } & (
  | { status: "loading" }
  | { status: "ready"; area: Area }
  | { status: "failed"; error: unknown }
  | { status: "unfit"; misfits: Misfit[] }
);

/** The folder of the build: the client application stands one below it. */
const root = new URL(appName === "client" ? ".." : ".", document.baseURI);

/**
 * Libraries that areas alone use: a build shares those that its sources import. Each is loaded with the first area that
 * asks for it.
 */
export const sharedForAreas: readonly (() => Promise<unknown>)[] = [() => import("@staffroom/grid")];

const states = createStore<readonly AreaState[]>([]);
let entries: Listing[] = [];
let loading: Promise<void> | null = null;
let tries = 0;

export const useAreas = states.use;

const readyOf = (all: readonly AreaState[]): Area[] =>
  all.flatMap((state) => (state.status === "ready" ? [state.area] : []));
export const readyAreas = (): Area[] => readyOf(states.get());

/** The loaded areas; another array with every one that comes. */
export function useReadyAreas(): Area[] {
  const all = useAreas();
  return useMemo(() => readyOf(all), [all]);
}

/** Whether every area has loaded, or failed to. */
export function useAllSettled(): boolean {
  const all = useAreas();
  return all.length > 0 && all.every(({ status }) => status !== "loading");
}

/** The menu entries of the loaded areas that the user may open. */
export function useMenuItems(): MenuItem[] {
  const ready = useReadyAreas();
  const { user } = useSession();
  return useMemo(() => menuItems(ready, user?.roleIds ?? []), [ready, user]);
}

/** Returns the address of a list's screen, by the list's path. */
export function useScreenOfLists(): (list: string) => string | undefined {
  const ready = useReadyAreas();
  const { user } = useSession();
  return useMemo(() => screensOfLists(ready, user?.roleIds ?? []), [ready, user]);
}

/** The screens of the loaded areas that Ctrl+K finds for the user. */
export function useScreens(): Screen[] {
  const ready = useReadyAreas();
  const { user } = useSession();
  return useMemo(() => screensOf(ready, user?.roleIds ?? []), [ready, user]);
}

/** The commands of the loaded areas that the user has. */
export function useCommands(): Screen[] {
  const ready = useReadyAreas();
  const { user } = useSession();
  return useMemo(() => commandsOf(ready, user?.roleIds ?? []), [ready, user]);
}

/** The parts of the rail for the user; `places` limits the sections in front. */
export function useNavigation(places?: number): Navigation {
  const items = useMenuItems();
  const { user } = useSession();
  return useMemo(() => navigationOf(items, user?.roleIds ?? [], places), [items, user, places]);
}

/** The addresses of a remote's screens in this application. */
const pathsOf = ({ paths, clientPaths }: Listing) => (appName === "client" ? clientPaths : paths);

/**
 * Milliseconds until a script counts as not loaded (platform.md 8); the loader's own 20 seconds are too few on a slow
 * line.
 */
const scriptTimeout = 120_000;
let isPatient = false;

/** Gives the scripts of remotes the same time to load as other chunks of the page. */
function waitForScripts(): void {
  if (isPatient) return;
  isPatient = true;
  registerPlugins([
    {
      name: "patient-scripts",
      createScript: ({ url, attrs }) => {
        const script = document.createElement("script");
        script.src = url;
        for (const [name, value] of Object.entries(attrs ?? {})) script.setAttribute(name, String(value));
        return { script, timeout: scriptTimeout };
      },
    },
  ]);
}

/** Reads the `area.json` of a remote, which may be newer than this shell. */
async function readManifest(listed: Listing): Promise<Manifest> {
  const folder = new URL(".", listed.entry);
  const answer = await fetch(new URL("area.json", folder), { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) throw new Error(`area.json of ${listed.name} did not load`);
  const own = (await answer.json()) as Manifest;
  return { ...own, entry: new URL(own.entry, folder).href, paths: [...new Set([...listed.paths, ...pathsOf(own)])] };
}

async function loadOne(listed: Listing, again: boolean): Promise<AreaState> {
  const { name, title } = listed;
  try {
    const remote = await readManifest(listed);
    entries = entries.map((entry) => (entry.name === name ? remote : entry));
    const misfits = misfitsOf(remote.shared, SHARED);
    if (misfits.length) return { name, title, status: "unfit", misfits };
    const address = new URL(remote.entry);
    // The browser caches a failed script: a retry needs another address.
    if (again) address.searchParams.set("try", String((tries += 1)));
    waitForScripts();
    registerRemotes([{ name, entry: address.href }], { force: again });
    const module = await loadRemote<{ default: Area }>(`${name}/area`);
    if (!module?.default) throw new Error(`${title} answered without an area`);
    learnStale(module.default.stale);
    return { name, title, status: "ready", area: appName === "client" ? asClient(module.default) : module.default };
  } catch (error) {
    console.error(error);
    return { name, title, status: "failed", error };
  }
}

/**
 * Milliseconds in which areas that come one after the other are shown together: each of them draws menu and screen
 * again.
 */
const together = 60;
let arrived: readonly AreaState[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  clearTimeout(timer);
  timer = undefined;
  const now = new Map(arrived.map((state) => [state.name, state]));
  arrived = [];
  states.set(states.get().map((old) => now.get(old.name) ?? old));
}

/** Shows an area, at once where its screen is waited for or no other is to come. */
function replace(state: AreaState): void {
  arrived = [...arrived, state];
  const isLast = states
    .get()
    .every(({ name, status }) => status !== "loading" || arrived.some((one) => one.name === name));
  if (isLast || ownerOf(currentRoute())?.name === state.name) show();
  else timer ??= setTimeout(show, together);
}

async function readRemotes(): Promise<Listing[]> {
  const answer = await fetch(new URL("remotes.json", root), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`remotes.json answered ${answer.status}`);
  const { remotes } = (await answer.json()) as { remotes: Listing[] };
  return remotes.map((remote) => ({ ...remote, paths: pathsOf(remote), entry: new URL(remote.entry, root).href }));
}

/**
 * Loads the areas of `remotes.json`; the failure of one does not affect the others. Rejects only without
 * `remotes.json`.
 */
export function loadAreas(): Promise<void> {
  loading ??= (async () => {
    entries = await readRemotes();
    listFailed = false;
    states.set(entries.map(({ name, title }) => ({ name, title, status: "loading" })));
    await Promise.all(entries.map(async (remote) => replace(await loadOne(remote, false))));
  })().catch((error: unknown) => {
    loading = null;
    listFailed = true;
    states.set([]);
    throw error;
  });
  return loading;
}

/** True once loading `remotes.json` failed. */
let listFailed = false;

/**
 * The state of the area that owns an address: `unknown` for an address without owner, `loading` until that is known.
 */
export function standing(pathname: string): AreaState["status"] | "unknown" {
  if (listFailed) return "failed";
  if (!states.get().length) return "loading";
  const owner = ownerOf(pathname);
  return states.get().find(({ name }) => name === owner?.name)?.status ?? "unknown";
}

/** True while an area, or the list of them, is loading. */
export const areAreasLoading = (): boolean =>
  states.get().length ? states.get().some(({ status }) => status === "loading") : !listFailed;

/** The area that owns an address, loaded or not; undefined where none does. */
export function ownerOf(pathname: string): Listing | undefined {
  return entries.find(({ paths }) => paths.some((path) => matchPath(path, pathname)));
}

/** The packages by which the area of an address does not fit this shell. */
export function misfitsAt(pathname: string): readonly Misfit[] {
  const state = states.get().find(({ name }) => name === ownerOf(pathname)?.name);
  return state?.status === "unfit" ? state.misfits : [];
}

/** Loads the failed areas again, and the area `also`, which may lack one of its screens. */
export async function retryAreas(also?: string): Promise<void> {
  await loadAreas();
  const again = entries.filter(
    ({ name }) => name === also || states.get().find((state) => state.name === name)?.status === "failed",
  );
  await Promise.all(again.map(async (remote) => replace(await loadOne(remote, true))));
}

/** True when a newer build is served than this page's, whose chunks may be gone. */
export async function isOutdated(): Promise<boolean> {
  const read = await Promise.allSettled((await readRemotes().catch(() => [])).map(readManifest));
  const now = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return now.some(({ name, entry }) => entries.find((one) => one.name === name)?.entry !== entry);
}
