import { api, ApiError, createStore, maySucceedLater, newKey, onReconnect, unsentKey } from "@staffroom/api";
import { keep, readKept } from "@staffroom/ui";
import type { Drawn, Layer, Mark } from "./model";

/**
 * A change of the user's own layer that the server does not have yet. A drawn mark has a negative id until it is saved;
 * `of` is the id of the changed or deleted mark, which may be unsaved too.
 */
type Step =
  | { do: "draw"; id: number; key: string; mark: Drawn }
  | { do: "change"; of: number; mark: Drawn }
  | { do: "delete"; of: number };

export type Saving = "saved" | "saving" | "unsaved";
type Outgoing = { saving: Saving; steps: readonly Step[] };

/**
 * The open viewer: it is told about refusals, and about saved marks as the server has them (none for a deleted one).
 */
type Listener = { refused: (error: unknown, id: number) => void; taken: (id: number, mark: Mark | null) => void };

const waits = [2000, 5000, 15_000, 30_000];

/** The changes of a user's layer on a file: sent one by one, kept in the browser until the server has them. */
export class Outbox {
  readonly state = createStore<Outgoing>({ saving: "saved", steps: [] });
  private listener: Listener | null = null;
  private readonly ids = new Map<number, number>();
  private readonly kept: string;
  private isSending = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly fileId: number,
    userId: number,
  ) {
    this.kept = keptKey(userId, fileId);
    const steps = read(this.kept);
    this.nextId = Math.min(0, ...steps.map(idIn)) - 1;
    this.state.set({ saving: steps.length ? "unsaved" : "saved", steps });
    onReconnect(() => void this.send());
  }

  private nextId: number;

  /** Sets the viewer to notify; returns the function that ends it. */
  listen(listener: Listener): () => void {
    this.listener = listener;
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  draw(mark: Drawn): number {
    const id = this.nextId;
    this.nextId -= 1;
    this.add({ do: "draw", id, key: newKey(), mark });
    return id;
  }

  change(of: number, mark: Drawn): void {
    this.add({ do: "change", of: this.idOf(of), mark });
  }

  remove(of: number): void {
    this.add({ do: "delete", of: this.idOf(of) });
  }

  /** Returns the server's id of a mark, else its own. */
  idOf = (id: number): number => this.ids.get(id) ?? id;

  /** Sends what waits, in order, until all is sent or the server cannot be reached. */
  async send(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isSending) return;
    this.isSending = true;
    for (let step = this.state.get().steps[0]; step; step = this.state.get().steps[0]) {
      this.set("saving");
      try {
        const mark = await this.call(step);
        this.tries = 0;
        this.done(step, mark);
      } catch (error) {
        if (maySucceedLater(error)) {
          this.set("unsaved");
          this.timer = setTimeout(() => void this.send(), waits[Math.min(this.tries, waits.length - 1)]);
          this.tries += 1;
          break;
        }
        this.drop(step);
        this.listener?.refused(error, idIn(step));
      }
    }
    if (!this.state.get().steps.length) this.set("saved");
    this.isSending = false;
  }

  private async call(step: Step): Promise<Mark | null> {
    if (step.do === "draw") {
      const repliesTo = step.mark.repliesTo ? this.idOf(step.mark.repliesTo) : null;
      return api.post<Mark>(`/file/${this.fileId}/marks`, { ...step.mark, repliesTo }, { idempotencyKey: step.key });
    }
    if (step.do === "change") return api.put<Mark>(`/mark/${step.of}`, step.mark);
    await api.delete(`/mark/${step.of}`).catch((error: unknown) => {
      // It is already gone: this delete was sent before, and its response was lost.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    return null;
  }

  private done(step: Step, mark: Mark | null): void {
    if (step.do === "draw" && mark) this.ids.set(step.id, mark.id);
    this.listener?.taken(idIn(step), mark);
    const left = this.state.get().steps.filter((one) => one !== step);
    this.set(
      "saving",
      left.map((one) => (one.do === "draw" ? one : { ...one, of: this.idOf(one.of) })),
    );
  }

  /** Drops a refused step, with the later ones of the same mark. */
  private drop(step: Step): void {
    const isOfIt = (one: Step) => one === step || (step.do === "draw" && one.do !== "draw" && one.of === step.id);
    this.set(
      "saving",
      this.state.get().steps.filter((one) => !isOfIt(one)),
    );
  }

  private add(step: Step): void {
    this.set(this.state.get().saving, [...this.state.get().steps, step]);
    void this.send();
  }

  private set(saving: Saving, steps: readonly Step[] = this.state.get().steps): void {
    this.state.set({ saving, steps });
    keep(this.kept, steps.length ? steps : null);
  }
}

const idIn = (step: Step): number => (step.do === "draw" ? step.id : step.of);

const keptKey = (userId: number, fileId: number) => unsentKey(userId, `marks.${fileId}`);

function read(key: string): Step[] {
  const kept = readKept<Step[]>(key);
  return Array.isArray(kept) ? kept : [];
}

const open = new Map<string, Outbox>();

/** Returns the outbox of a file, which continues to send after the viewer is closed. */
export function outboxOf(userId: number, fileId: number): Outbox {
  const key = keptKey(userId, fileId);
  const one = open.get(key) ?? new Outbox(fileId, userId);
  open.set(key, one);
  return one;
}

/** Sends what the user had left unsent on any file, when a viewer opens. */
export function resumeMarks(userId: number): void {
  const before = unsentKey(userId, "marks.");
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(before)) void outboxOf(userId, Number(key.slice(before.length))).send();
  }
}

/** Returns the layers as the user sees them, with unsent changes. */
export function withSteps(layers: readonly Layer[], steps: readonly Step[], me: { id: number; name: string }): Layer[] {
  if (!steps.length) return [...layers];
  const own = layers.find(({ mine }) => mine) ?? {
    id: 0,
    authorId: me.id,
    authorName: me.name,
    mine: true,
    released: false,
    score: null,
    marks: [],
  };
  let marks = own.marks;
  for (const step of steps) {
    if (step.do === "delete") marks = marks.filter(({ id }) => id !== step.of);
    else if (step.do === "change")
      marks = marks.map((mark) =>
        mark.id === step.of
          ? { ...mark, ...step.mark, score: step.mark.score ?? null, repliesTo: mark.repliesTo }
          : mark,
      );
    else
      marks = [
        ...marks,
        {
          ...step.mark,
          id: step.id,
          score: step.mark.score ?? null,
          repliesTo: step.mark.repliesTo ?? null,
          number: 0,
          modified: "",
        },
      ];
  }
  const shown = { ...own, marks };
  return layers.includes(own) ? layers.map((layer) => (layer === own ? shown : layer)) : [...layers, shown];
}
