import { useSyncExternalStore } from "react";

export type Store<State> = {
  get: () => State;
  set: (next: State) => void;
  /** Subscribes to changes; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** Returns the state in a component, and renders it again on a change. */
  use: () => State;
};

/** State outside of components. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const get = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
