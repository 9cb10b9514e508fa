import { loadRemote, registerRemotes } from "@module-federation/runtime";
import type { Area } from "@staffroom/contract";
import { useSyncExternalStore } from "react";

export type RemoteEntry = { name: string; title: string; entry: string };
export type AreaState =
  | { name: string; title: string; status: "loading" }
  | { name: string; title: string; status: "ready"; area: Area }
  | { name: string; title: string; status: "failed"; error: unknown };

let states: readonly AreaState[] = [];
let entries: RemoteEntry[] = [];
let loading: Promise<void> | null = null;
let tries = 0;
const listeners = new Set<() => void>();

function set(next: readonly AreaState[]): void {
  states = next;
  for (const listener of listeners) listener();
}

export function areaStates(): readonly AreaState[] {
  return states;
}

export function useAreas(): readonly AreaState[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areaStates,
  );
}

export function readyAreas(): Area[] {
  return states.flatMap((state) => (state.status === "ready" ? [state.area] : []));
}

async function loadOne(remote: RemoteEntry, again: boolean): Promise<AreaState> {
  const { name, title } = remote;
  try {
    const address = new URL(remote.entry, document.baseURI);
    // A script that failed once is asked for under another address.
    if (again) address.searchParams.set("try", String((tries += 1)));
    registerRemotes([{ name, entry: address.href }], { force: again });
    const module = await loadRemote<{ default: Area }>(`${name}/area`);
    if (!module?.default) throw new Error(`${title} answered without an area`);
    return { name, title, status: "ready", area: module.default };
  } catch (error) {
    console.error(error);
    return { name, title, status: "failed", error };
  }
}

function replace(state: AreaState): void {
  set(states.map((old) => (old.name === state.name ? state : old)));
}

/** Loads what `remotes.json` names; one area that fails leaves the others. Rejects only when the list itself is not there. */
export function loadAreas(): Promise<void> {
  loading ??= (async () => {
    const answer = await fetch("./remotes.json", { cache: "no-cache" });
    if (!answer.ok) throw new Error(`remotes.json answered ${answer.status}`);
    entries = ((await answer.json()) as { remotes: RemoteEntry[] }).remotes;
    set(entries.map(({ name, title }) => ({ name, title, status: "loading" })));
    await Promise.all(entries.map(async (remote) => replace(await loadOne(remote, false))));
  })().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Tries the areas that failed once more; answers whether all stand now. */
export async function retryAreas(): Promise<boolean> {
  await loadAreas();
  const failed = entries.filter(({ name }) => states.find((state) => state.name === name)?.status === "failed");
  await Promise.all(failed.map(async (remote) => replace(await loadOne(remote, true))));
  return states.every((state) => state.status === "ready");
}
