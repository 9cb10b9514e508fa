import type { Notice } from "@staffroom/contract";
import { addressOf, api } from "./client";
import { createStore } from "./store";

export type LiveState = "connecting" | "live" | "stale";
export type LiveEvent = { id: string; event: string; data: unknown };

/** Longest silence before the channel counts as stale; the server pings more often. */
const silenceMs = 45_000;
const waits = [1000, 2000, 5000, 10_000, 30_000];

/** Splits complete server-sent events from a growing text; returns them and the rest. */
export function parseEvents(text: string): { events: LiveEvent[]; rest: string } {
  const blocks = text.replace(/\r\n?/g, "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const events: LiveEvent[] = [];
  for (const block of blocks) {
    const event = { id: "", event: "message", data: "" };
    for (const line of block.split("\n")) {
      const match = /^(id|event|data): ?(.*)$/.exec(line);
      if (!match) continue;
      const [, name, value = ""] = match;
      if (name === "data") event.data += (event.data && "\n") + value;
      else event[name as "id" | "event"] = value;
    }
    if (!event.data && event.event === "message") continue;
    let data: unknown = event.data;
    try {
      data = JSON.parse(event.data);
    } catch {
      // A ping may carry plain text.
    }
    events.push({ ...event, data });
  }
  return { events, rest };
}

const state = createStore<LiveState>("connecting");
const eventListeners = new Set<(event: LiveEvent) => void>();

export const useLiveState = state.use;

/** Subscribes to the events of the user's channel; returns the function that unsubscribes. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

export function isNotice(event: LiveEvent): event is LiveEvent & { data: Notice } {
  return event.event === "notification" && typeof event.data === "object" && event.data !== null;
}

async function listen(lastId: string, signal: AbortSignal, onId: (id: string) => void): Promise<void> {
  const { ticket } = await api.post<{ ticket: string }>("/notifications/ticket", undefined, { signal });
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const answer = await fetch(addressOf("/notifications/stream", { ticket }), {
      headers: { Accept: "text/event-stream", ...(lastId ? { "Last-Event-ID": lastId } : {}) },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: "no-store",
    });
    if (!answer.ok || !answer.body) throw new Error(`stream answered ${answer.status}`);
    state.set("live");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const parsed = parseEvents(rest + value);
      rest = parsed.rest;
      for (const event of parsed.events) {
        if (event.id) onId(event.id);
        for (const listener of eventListeners) listener(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps the user's channel open and replays events missed during a gap; returns the function that closes it. */
export function startRealtime(): () => void {
  const stop = new AbortController();
  let lastId = "";
  let failures = 0;
  void (async () => {
    while (!stop.signal.aborted) {
      await listen(lastId, stop.signal, (id) => {
        lastId = id;
        failures = 0;
      }).catch(() => undefined);
      if (stop.signal.aborted) return;
      state.set("stale");
      const wait = waits[Math.min(failures, waits.length - 1)];
      failures += 1;
      await new Promise((done) => setTimeout(done, wait));
    }
  })();
  return () => {
    stop.abort();
    state.set("connecting");
  };
}
