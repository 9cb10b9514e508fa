import { createStore } from "@staffroom/api";
import { drawnOf, type Drawn, type Mark } from "./model";
import type { Outbox } from "./outbox";

/** A mark of the history; it gets another id when drawn again. */
type Ref = { id: number };
type Done = { did: "draw" | "erase"; ref: Ref; mark: Drawn } | { did: "change"; ref: Ref; before: Drawn; after: Drawn };

/** The marks that were drawn, erased and changed since the file was opened, for undo and redo. */
export class History {
  readonly state = createStore({ canUndo: false, canRedo: false });
  private done: Done[] = [];
  private undone: Done[] = [];

  constructor(private readonly outbox: Outbox) {}

  draw(mark: Drawn): void {
    this.remember({ did: "draw", ref: { id: this.outbox.draw(mark) }, mark });
  }

  erase(mark: Mark): void {
    const ref = this.refOf(mark.id);
    this.outbox.remove(mark.id);
    this.remember({ did: "erase", ref, mark: drawnOf(mark) });
  }

  change(mark: Mark, after: Drawn): void {
    this.outbox.change(mark.id, after);
    this.remember({ did: "change", ref: this.refOf(mark.id), before: drawnOf(mark), after });
  }

  undo(): void {
    this.step(this.done, this.undone, true);
  }

  redo(): void {
    this.step(this.undone, this.done, false);
  }

  /** Forgets a mark that the server refused. */
  forget(id: number): void {
    this.done = this.done.filter(({ ref }) => ref.id !== id);
    this.undone = this.undone.filter(({ ref }) => ref.id !== id);
    this.told();
  }

  /** Clears the history: other marks have replaced those that were drawn. */
  clear(): void {
    this.done = [];
    this.undone = [];
    this.told();
  }

  private step(from: Done[], to: Done[], isUndo: boolean): void {
    const one = from.pop();
    if (!one) return;
    if (one.did === "change") this.outbox.change(one.ref.id, isUndo ? one.before : one.after);
    else if ((one.did === "draw") === isUndo) this.outbox.remove(one.ref.id);
    else one.ref.id = this.outbox.draw(one.mark);
    to.push(one);
    this.told();
  }

  private refOf(id: number): Ref {
    const own = this.outbox.idOf(id);
    return [...this.done, ...this.undone].find(({ ref }) => this.outbox.idOf(ref.id) === own)?.ref ?? { id };
  }

  private remember(one: Done): void {
    this.done.push(one);
    this.undone = [];
    this.told();
  }

  private told(): void {
    this.state.set({ canUndo: this.done.length > 0, canRedo: this.undone.length > 0 });
  }
}
