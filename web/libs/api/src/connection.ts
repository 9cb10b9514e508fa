import { isUnreachable } from "./errors";
import { getSession } from "./session";
import { createStore } from "./store";
import { dropUnsent } from "./unsent-kept";

/**
 * A call to send once the server can be reached again; `label` names it to the user, `kept` is its id if it outlives
 * the page.
 */
export type Waiting = { key: string; label: string; send: () => unknown; kept?: string };
export type Connection = { isLost: boolean; waiting: readonly Waiting[] };

const waits = [2000, 4000, 8000, 15_000];
const connection = createStore<Connection>({ isLost: false, waiting: [] });
let tries = 0;
let restoredAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const reconnectListeners = new Set<() => void>();

const set = (change: Partial<Connection>) => connection.set({ ...connection.get(), ...change });

export const getConnection = connection.get;
export const useConnection = connection.use;

/** Polls the server's cheapest call until it answers. */
function probe(): void {
  clearTimeout(timer);
  fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(connectionRestored, probeLater);
}

function probeLater(): void {
  clearTimeout(timer);
  timer = setTimeout(probe, waits[Math.min(tries, waits.length - 1)]);
  tries += 1;
}

/** Records a call without a response. */
export function connectionLost(): void {
  if (connection.get().isLost) return;
  set({ isLost: true });
  // An unstable connection is polled with backoff.
  if (Date.now() - restoredAt > 60_000) tries = 0;
  window.addEventListener("online", probe);
  probeLater();
}

/** Records a response of any status, and sends the waiting calls. */
export function connectionRestored(): void {
  if (!connection.get().isLost) return;
  clearTimeout(timer);
  window.removeEventListener("online", probe);
  restoredAt = Date.now();
  const { waiting } = connection.get();
  set({ isLost: false, waiting: [] });
  for (const one of waiting) void sendNow(one);
  for (const listener of reconnectListeners) listener();
}

async function sendNow({ key, send, kept }: Waiting): Promise<void> {
  await send();
  // A call without a response waits again; the form handles one that it was told about.
  if (kept !== undefined && !isWaiting(key)) forget(kept);
}

const forget = (kept: string) => dropUnsent(getSession().user?.id, kept);

/**
 * Queues a call until the server can be reached again; it replaces a waiting call with the same key, or with the key
 * `instead`.
 */
export function sendLater(one: Waiting, instead = one.key): void {
  set({ waiting: [...connection.get().waiting.filter(({ key }) => key !== one.key && key !== instead), one] });
}

/** Removes the waiting call of the key. */
export function cancelSend(key: string): void {
  const cancelled = connection.get().waiting.find((one) => one.key === key);
  if (!cancelled) return;
  if (cancelled.kept !== undefined) forget(cancelled.kept);
  set({ waiting: connection.get().waiting.filter((one) => one !== cancelled) });
}

export function isWaiting(key: string): boolean {
  return connection.get().waiting.some((one) => one.key === key);
}

/** Subscribes to reconnections; returns the function that unsubscribes. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** Waits until the server can be reached again. */
export function reconnected(): Promise<void> {
  connectionLost();
  return new Promise((done) => {
    const stop = onReconnect(() => {
      stop();
      done();
    });
  });
}

/** Loads a chunk, with retries while the server cannot be reached. */
export async function loadPiece<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await reconnected();
    }
  }
}
