import * as Y from "yjs";

/** The brushes of money.md 9. */
export const brushes = ["pencil", "circle", "pattern", "hline", "vline", "square", "diamond"] as const;
export type Brush = (typeof brushes)[number];

/** The fifteen fonts of the style picker; an element keeps the place of its font in this list. */
export const fonts = [
  ["Geist", "'Geist Variable', system-ui, sans-serif"],
  ["Newsreader", "'Newsreader Variable', Georgia, serif"],
  ["Arial", "Arial, Helvetica, sans-serif"],
  ["Verdana", "Verdana, Geneva, sans-serif"],
  ["Tahoma", "Tahoma, Geneva, sans-serif"],
  ["Trebuchet MS", "'Trebuchet MS', Helvetica, sans-serif"],
  ["Century Gothic", "'Century Gothic', Futura, sans-serif"],
  ["Georgia", "Georgia, serif"],
  ["Times New Roman", "'Times New Roman', Times, serif"],
  ["Garamond", "Garamond, 'EB Garamond', serif"],
  ["Palatino", "'Palatino Linotype', Palatino, serif"],
  ["Courier New", "'Courier New', Courier, monospace"],
  ["Lucida Console", "'Lucida Console', Monaco, monospace"],
  ["Comic Sans MS", "'Comic Sans MS', 'Comic Neue', cursive"],
  ["Impact", "Impact, 'Arial Narrow Bold', sans-serif"],
] as const;

/** The settings of the style picker. `ox`, `oy` displace a shadow of the stroke; `u` keeps the width of lines when they are resized. */
export type Style = { b: Brush; c: string; w: number; ox: number; oy: number; u: boolean; f: number; s: number };
export const firstStyle: Style = { b: "pencil", c: "rgba(32,38,46,1)", w: 4, ox: 0, oy: 0, u: true, f: 0, s: 32 };
export const most = { width: 50, offset: 30 };

/** The parts of every element: its page `g`, its place in the order `z`, its group `gr`. Positions are units of the page. */
type Common = { g: string; z: number; c: string; w: number; ox?: number; oy?: number; u?: boolean; gr?: string };
/** A stroke has its points packed in `p`, moved by `x`, `y` and scaled by `sx`, `sy`. */
export type Stroke = Common & { k: "stroke"; b: Brush; p: Uint8Array; x?: number; y?: number; sx?: number; sy?: number };
export type Shape = Common & { k: "line" | "arrow" | "rectangle" | "ellipse"; x: number; y: number; x2: number; y2: number };
export type Words = Common & { k: "text"; x: number; y: number; t: string; s: number; f: number };
/** A picture of an uploaded file. */
export type Picture = Common & { k: "image"; file: number; x: number; y: number; x2: number; y2: number };
/** LaTeX, shown as a picture in its box; `s` is the size of its letters. */
export type Formula = Common & { k: "formula"; t: string; s: number; x: number; y: number; x2: number; y2: number };
export type Element = Stroke | Shape | Words | Picture | Formula;

export type Paper = "plain" | "grid" | "ruled" | "dots";
/** A page of an uploaded PDF below the drawing. */
export type Backing = { file: number; page: number };
export type Page = { id: string; paper?: Paper; backing?: Backing; width: number; height: number };

export const firstPage = "p1";
/** A page in units: A4 across. */
export const pageSize = { width: 1600, height: 1131 };
const remote = Symbol("strokes of others");

/** An id that no two people make. */
export const newId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/**
 * The document of a board: elements by their ids, the order of the pages after the first, and the settings of pages. An element is written whole,
 * so that of two who change it at once the last wins; strokes of two people never meet.
 */
export class BoardDocument {
  readonly doc = new Y.Doc();
  readonly elements = this.doc.getMap<Element>("elements");
  private readonly order = this.doc.getArray<string>("pages");
  private readonly settings = this.doc.getMap<Partial<Page>>("settings");
  readonly undo = new Y.UndoManager([this.elements, this.order, this.settings], { trackedOrigins: new Set(["mine"]), captureTimeout: 0 });

  /** Applies what others drew; an update may come twice and in any order. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, remote);
  }

  /** Calls back with what was drawn here, to be sent. */
  onMine(send: (update: Uint8Array) => void): () => void {
    const listener = (update: Uint8Array, origin: unknown): void => {
      if (origin === "mine" || origin === this.undo) send(update);
    };
    this.doc.on("update", listener);
    return () => this.doc.off("update", listener);
  }

  /** One step of undo. */
  change(work: () => void): void {
    this.doc.transact(work, "mine");
  }

  set(id: string, element: Element): void {
    this.elements.set(id, element);
  }

  add(element: Element): string {
    const id = newId();
    this.change(() => this.set(id, element));
    return id;
  }

  remove(ids: Iterable<string>): void {
    this.change(() => {
      for (const id of ids) this.elements.delete(id);
    });
  }

  /** The elements of a page, the lowest first. */
  on(page: string): [id: string, element: Element][] {
    const entries: [string, Element][] = [];
    for (const entry of this.elements.entries()) if (entry[1].g === page) entries.push(entry);
    return entries.sort(([one, a], [two, b]) => a.z - b.z || (one < two ? -1 : 1));
  }

  /** The place above all elements. Times keep the order of what people draw at once. */
  top(): number {
    return Date.now() / 1000;
  }

  pages(): Page[] {
    return [firstPage, ...this.order.toArray()].map((id) => ({ ...pageSize, ...this.settings.get(id), id }));
  }

  addPage(after: string, page: Partial<Page> = {}): string {
    const id = newId();
    this.change(() => {
      this.order.insert(this.order.toArray().indexOf(after) + 1, [id]);
      if (Object.keys(page).length > 0) this.settings.set(id, page);
    });
    return id;
  }

  /** Removes a page and what is on it; the first is emptied only. */
  removePage(id: string): void {
    this.change(() => {
      for (const [name] of this.on(id)) this.elements.delete(name);
      this.settings.delete(id);
      const at = this.order.toArray().indexOf(id);
      if (at >= 0) this.order.delete(at);
    });
  }

  setPage(id: string, page: Partial<Page>): void {
    this.change(() => this.settings.set(id, { ...this.settings.get(id), ...page }));
  }

  /** Calls back after any change, with the ids of the changed elements; null where pages changed. */
  observe(changed: (ids: Set<string> | null) => void): () => void {
    const elements = (event: Y.YMapEvent<Element>): void => changed(event.keysChanged as Set<string>);
    const pages = (): void => changed(null);
    this.elements.observe(elements);
    this.order.observe(pages);
    this.settings.observe(pages);
    return () => {
      this.elements.unobserve(elements);
      this.order.unobserve(pages);
      this.settings.unobserve(pages);
    };
  }

  destroy(): void {
    this.undo.destroy();
    this.doc.destroy();
  }
}
