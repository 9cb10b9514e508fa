import { api, ApiError, call, createStore, databaseName, parseEvents, type LiveEvent } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { IndexeddbPersistence } from "y-indexeddb";
import * as Y from "yjs";
import type { BoardDocument } from "./model";
import { fromBase64, toBase64 } from "./canvas/points";

export type Board = Answer<"files", "/board/{id}">;
/** The state of a board apart from its drawing, as a stream sends it. */
export type Standing = Pick<Board, "name" | "background" | "locked" | "draws" | "runs" | "reason" | "members">;
/** The cursor of another tab; `draft` is the element that its user is drawing. */
export type Cursor = {
  tab: string;
  user: number;
  name: string;
  page: string;
  x: number;
  y: number;
  kind: "pointer" | "laser" | "away";
  view?: [number, number, number] | null;
  draft?: string;
  at: number;
};
export type LineState = "loading" | "live" | "saving" | "offline" | "waiting" | "gone";
type Strokes = { updates: { number: number; update: string }[]; number: number; more: boolean };

const sendEvery = 40;
const silenceMs = 15_000;
const waits = [300, 1000, 2000, 5000];
const cursorEvery = 90;
const presenceEvery = 8000;
const cursorsLast = 20_000;
const largest = 400_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      window.removeEventListener("online", end);
      done();
    }
    signal.addEventListener("abort", end);
    window.addEventListener("online", end);
  });

/**
 * Joins a document with its board on the server. Strokes are stored in this browser immediately (IndexedDB), sent in
 * batches, and stored by the server before others see them. Offline they wait, across reloads, and are merged once
 * online.
 */
export class Channel {
  readonly state = createStore<LineState>("loading");
  readonly standing = createStore<Standing | null>(null);
  readonly cursors = createStore<readonly Cursor[]>([]);
  private readonly stop = new AbortController();
  private readonly kept: IndexeddbPersistence;
  private waiting: Uint8Array[] = [];
  private number = 0;
  private isSending = false;
  private isLive = false;
  private isLost = false;
  private readonly tab = Math.random().toString(36).slice(2, 10);
  private pointed = { at: 0, timer: 0 as ReturnType<typeof setTimeout> | 0 };
  private last: Record<string, unknown> = { page: "", x: 0, y: 0, kind: "away" };
  private readonly board: Board;
  private readonly document: BoardDocument;

  constructor(board: Board, document: BoardDocument, user: number) {
    this.board = board;
    this.document = document;
    this.kept = new IndexeddbPersistence(databaseName(`board-${board.id}`, user), document.doc);
    this.standing.set(board);
    const off = document.onMine((update) => {
      this.waiting.push(update);
      void this.kept.set("unsent", 1);
      this.sendSoon();
    });
    this.stop.signal.addEventListener("abort", off);
    const beat = setInterval(() => {
      this.point(this.last, true);
      this.forget();
    }, presenceEvery);
    this.stop.signal.addEventListener("abort", () => clearInterval(beat));
    // strokes from before the board was created
    void this.start(document.elements.size > 0);
  }

  close(): void {
    this.stop.abort();
    void this.kept.destroy();
  }

  private async start(isDrawnOn: boolean): Promise<void> {
    await Promise.race([this.kept.whenSynced, pause(3000, this.stop.signal)]);
    const unsent = isDrawnOn || Boolean(await this.kept.get("unsent").catch(() => 0));
    const known = Number((await this.kept.get("number").catch(() => 0)) ?? 0);
    // the difference to the server's state was not sent
    this.number = unsent || known > this.board.number ? 0 : known;
    if (unsent) await this.findUnsent();
    void this.listen();
  }

  /** Reads the server's state, and queues what only this browser has. */
  private async findUnsent(): Promise<void> {
    for (let tries = 0; !this.stop.signal.aborted; tries += 1) {
      try {
        const theirs: Uint8Array[] = [];
        for (let after = 0, more = true; more;) {
          const answer = await api.get<Strokes>(`/board/${this.board.id}/updates`, {
            query: { after },
            signal: this.stop.signal,
          });
          theirs.push(...answer.updates.map(({ update }) => fromBase64(update)));
          ({ number: after, more } = answer);
          this.number = after;
        }
        for (const update of theirs) this.document.receive(update);
        const known = theirs.length > 0 ? Y.encodeStateVectorFromUpdate(Y.mergeUpdates(theirs)) : undefined;
        this.waiting.unshift(Y.encodeStateAsUpdate(this.document.doc, known));
        this.sendSoon();
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          this.state.set("gone");
          return;
        }
        this.state.set("offline");
        await pause(waits[Math.min(tries, waits.length - 1)] ?? 5000, this.stop.signal);
      }
    }
  }

  private async listen(): Promise<void> {
    for (let failures = 0; !this.stop.signal.aborted && this.state.get() !== "gone";) {
      try {
        await this.read(() => {
          failures = 0;
        });
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) {
          this.state.set("gone");
          return;
        }
      }
      this.isLive = false;
      if (this.stop.signal.aborted) return;
      if (failures > 0) this.show();
      await pause(waits[Math.min(failures, waits.length - 1)] ?? 5000, this.stop.signal);
      failures += 1;
    }
  }

  private async read(onEvent: () => void): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const answer = await call("GET", `/board/${this.board.id}/stream`, undefined, {
        headers: { Accept: "text/event-stream" },
        query: { after: this.number },
        signal: AbortSignal.any([this.stop.signal, silence.signal]),
      });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!reader) return;
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        const parsed = parseEvents(rest + value);
        rest = parsed.rest;
        for (const event of parsed.events) this.take(event);
        onEvent();
        if (!this.isLive) {
          this.isLive = true;
          this.show();
          this.sendSoon();
          this.point(this.last, true);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private take(event: LiveEvent): void {
    if (event.event === "strokes") {
      const { updates, number } = event.data as Strokes;
      this.document.doc.transact(() => {
        for (const one of updates) this.document.receive(fromBase64(one.update));
      }, "received");
      this.number = number;
      if (this.waiting.length === 0) void this.kept.set("number", number);
    } else if (event.event === "board") {
      const before = this.standing.get();
      this.standing.set(event.data as Standing);
      if (!before?.draws && this.standing.get()?.draws) this.sendSoon();
    } else if (event.event === "cursor") {
      const cursor = { ...(event.data as Cursor), at: Date.now() };
      if (cursor.tab === this.tab) return;
      this.cursors.set([...this.cursors.get().filter(({ tab }) => tab !== cursor.tab), cursor]);
    } else if (event.event === "gone") {
      this.state.set("gone");
    }
  }

  private forget(): void {
    const since = Date.now() - cursorsLast;
    const stay = this.cursors.get().filter(({ at }) => at > since);
    if (stay.length < this.cursors.get().length) this.cursors.set(stay);
  }

  private show(): void {
    if (this.state.get() === "gone") return;
    const refused = this.waiting.length > 0 && this.standing.get()?.draws === false;
    this.state.set(
      !this.isLive || this.isLost
        ? "offline"
        : refused
          ? "waiting"
          : this.waiting.length > 0 || this.isSending
            ? "saving"
            : "live",
    );
  }

  private sendSoon(): void {
    this.show();
    if (this.isSending || this.waiting.length === 0) return;
    this.isSending = true;
    setTimeout(() => void this.send(), sendEvery);
  }

  private async send(): Promise<void> {
    for (let failures = 0; this.waiting.length > 0 && !this.stop.signal.aborted;) {
      if (this.standing.get()?.draws === false) break;
      let size = 0;
      const batch = this.waiting.filter((one, at) => (size += one.length) <= largest || at === 0);
      try {
        const body = {
          updates: [toBase64(batch.length > 1 ? Y.mergeUpdates(batch) : (batch[0] as Uint8Array))],
          pages: this.document.pages().length,
        };
        await call("POST", `/board/${this.board.id}/updates`, body, { signal: this.stop.signal });
        this.waiting = this.waiting.slice(batch.length);
        this.isLost = false;
        failures = 0;
      } catch (error) {
        if (this.stop.signal.aborted) return;
        const status = error instanceof ApiError ? error.status : 0;
        if (status === 403) {
          // The board was locked in the meantime: the drawing stays here and is sent once it is unlocked.
          const standing = this.standing.get();
          if (standing) this.standing.set({ ...standing, draws: false, reason: (error as ApiError).message });
          break;
        }
        if (status === 404) {
          this.state.set("gone");
          break;
        }
        if (status === 409 || status === 422) {
          this.standing.set({
            ...(this.standing.get() as Standing),
            draws: false,
            reason: (error as ApiError).message,
          });
          break;
        }
        this.isLost = status === 0;
        this.show();
        await pause(waits[Math.min(failures, waits.length - 1)] ?? 5000, this.stop.signal);
        failures += 1;
      }
    }
    this.isSending = false;
    if (this.waiting.length === 0 && !this.stop.signal.aborted) void this.kept.set("unsent", 0);
    this.show();
  }

  /** Shares the user's cursor, at most ten times a second; while alone on the board, only the presence. */
  point(place: Record<string, unknown>, isDue = false): void {
    this.last = place;
    if (!this.isLive || (!isDue && this.cursors.get().length === 0)) return;
    const since = Date.now() - this.pointed.at;
    if (!isDue && since < cursorEvery) {
      this.pointed.timer ||= setTimeout(() => {
        this.pointed.timer = 0;
        this.point(this.last);
      }, cursorEvery - since);
      return;
    }
    this.pointed.at = Date.now();
    const body = { tab: this.tab, ...place };
    call("POST", `/board/${this.board.id}/cursor`, body, { signal: this.stop.signal }).catch(() => undefined);
  }
}
