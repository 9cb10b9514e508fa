import { useSyncExternalStore } from "react";
import { isUnreachable } from "./errors";

/** Sent once the server can be reached again; `label` says what it is, to the person. */
export type Waiting = { key: string; label: string; send: () => unknown };
export type Line = { isLost: boolean; waiting: readonly Waiting[] };

const waits = [2000, 4000, 8000, 15_000];
let line: Line = { isLost: false, waiting: [] };
let tries = 0;
let stoodAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const backListeners = new Set<() => void>();

function set(change: Partial<Line>): void {
  line = { ...line, ...change };
  for (const listener of listeners) listener();
}

export function getLine(): Line {
  return line;
}

export function useLine(): Line {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getLine,
  );
}

/** Asks for the smallest thing the server has, until it answers. */
function probe(): void {
  clearTimeout(timer);
  fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(lineStands, askAgain);
}

function askAgain(): void {
  clearTimeout(timer);
  timer = setTimeout(probe, waits[Math.min(tries, waits.length - 1)]);
  tries += 1;
}

/** A call got no answer. */
export function lineLost(): void {
  if (line.isLost) return;
  set({ isLost: true });
  // A line that comes and goes is asked less and less often.
  if (Date.now() - stoodAt > 60_000) tries = 0;
  window.addEventListener("online", probe);
  askAgain();
}

/** An answer came, whatever it says: what waited goes out. */
export function lineStands(): void {
  if (!line.isLost) return;
  clearTimeout(timer);
  window.removeEventListener("online", probe);
  stoodAt = Date.now();
  const { waiting } = line;
  set({ isLost: false, waiting: [] });
  for (const { send } of waiting) void send();
  for (const listener of backListeners) listener();
}

/** Sends when the server can be reached again, in place of what waited under the same key. */
export function sendLater(one: Waiting): void {
  set({ waiting: [...line.waiting.filter(({ key }) => key !== one.key), one] });
}

/** What waits under the key is not sent any more. */
export function takeBack(key: string): void {
  if (isWaiting(key)) set({ waiting: line.waiting.filter((one) => one.key !== key) });
}

export function isWaiting(key: string): boolean {
  return line.waiting.some((one) => one.key === key);
}

/** Hears when the server can be reached again; answers the function that stops hearing. */
export function onLineBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

/** Loads a piece of the page, again and again while the server cannot be reached. */
export async function loadPiece<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      lineLost();
      await new Promise<void>((done) => {
        const stop = onLineBack(() => {
          stop();
          done();
        });
      });
    }
  }
}
