import { useSyncExternalStore } from "react";

export type Store<State> = {
  get: () => State;
  set: (next: State) => void;
  /** Subscribes to changes; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** The state in a component, which a change renders again. */
  use: () => State;
};

/** State outside of the components. */
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
