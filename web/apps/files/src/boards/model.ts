import * as Y from "yjs";
import { firstLayer, isClosed, Layers, type Layer } from "./layers";

/** The brushes of money.md 9. */
export const brushes = ["pencil", "circle", "pattern", "hline", "vline", "square", "diamond"] as const;
export type Brush = (typeof brushes)[number];

/** The fifteen fonts of the style picker; an element stores the index of its font in this list. */
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

/**
 * The settings of the style picker. `ox`, `oy` displace a shadow of the stroke; `u` keeps the width of lines on resize.
 */
export type Style = { b: Brush; c: string; w: number; ox: number; oy: number; u: boolean; f: number; s: number };
export const firstStyle: Style = { b: "pencil", c: "rgba(32,38,46,1)", w: 4, ox: 0, oy: 0, u: true, f: 0, s: 32 };
export const most = { width: 50, offset: 30 };

/**
 * The fields of every element: its page `g`, its layer `l`, its z-order `z`, its group `gr`. Positions are units of the
 * page.
 */
type Common = {
  g: string;
  l?: string;
  z: number;
  c: string;
  w: number;
  ox?: number;
  oy?: number;
  u?: boolean;
  gr?: string;
};
/** A stroke has its points packed in `p`, moved by `x`, `y` and scaled by `sx`, `sy`. */
export type Stroke = Common & {
  k: "stroke";
  b: Brush;
  p: Uint8Array;
  x?: number;
  y?: number;
  sx?: number;
  sy?: number;
};
export type Shape = Common & {
  k: "line" | "arrow" | "rectangle" | "ellipse";
  x: number;
  y: number;
  x2: number;
  y2: number;
};
export type Words = Common & { k: "text"; x: number; y: number; t: string; s: number; f: number };
/** A picture of an uploaded file. */
export type Picture = Common & { k: "image"; file: number; x: number; y: number; x2: number; y2: number };
/** LaTeX, shown as a picture in its box; `s` is the size of its letters. */
export type Formula = Common & { k: "formula"; t: string; s: number; x: number; y: number; x2: number; y2: number };
export type Element = Stroke | Shape | Words | Picture | Formula;

export type Paper = "plain" | "grid" | "ruled" | "dots";
/** A page of an uploaded PDF as background, or a picture, whose `page` is 0. */
type Backing = { file: number; page: number };
export type Page = { id: string; paper?: Paper; backing?: Backing; width: number; height: number };

export const firstPage = "p1";
/** A page in units: A4 across. */
export const pageSize = { width: 1600, height: 1131 };
const remote = Symbol("strokes of others");

/** Returns a globally unique id. */
export const newId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/**
 * The document of a board: elements by id, the order of the pages after the first, page settings, layers. An element is
 * written whole, so the last of two simultaneous changes wins; two people's strokes never conflict. Elements of a
 * hidden or locked layer stay unchanged.
 */
export class BoardDocument {
  readonly doc = new Y.Doc();
  readonly elements = this.doc.getMap<Element>("elements");
  private readonly order = this.doc.getArray<string>("pages");
  private readonly settings = this.doc.getMap<Partial<Page>>("settings");
  private readonly sheets = this.doc.getMap<Layer>("layers");
  private readonly list = new Layers(this.sheets);
  readonly undo = new Y.UndoManager([this.elements, this.order, this.settings, this.sheets], {
    trackedOrigins: new Set(["mine"]),
    captureTimeout: 0,
  });

  /** Applies other people's updates; an update may arrive twice and in any order. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, remote);
  }

  /** Calls back with local updates, to be sent. */
  onMine(send: (update: Uint8Array) => void): () => void {
    const listener = (update: Uint8Array, origin: unknown): void => {
      if (origin === "mine" || origin === this.undo) send(update);
    };
    this.doc.on("update", listener);
    return () => this.doc.off("update", listener);
  }

  /** Runs changes as one undo step. */
  change(work: () => void): void {
    this.doc.transact(work, "mine");
  }

  /** Writes an element, unless its current or former layer is hidden or locked. */
  set(id: string, element: Element): void {
    const before = this.elements.get(id);
    if (this.isFree(element) && (!before || this.isFree(before))) this.elements.set(id, element);
  }

  add(element: Element): string {
    const id = newId();
    this.change(() => this.set(id, element));
    return id;
  }

  remove(ids: Iterable<string>): void {
    this.change(() => {
      for (const id of ids) {
        const element = this.elements.get(id);
        if (element && this.isFree(element)) this.elements.delete(id);
      }
    });
  }

  /** Returns the elements of a page, lowest first, by layers and within each. */
  on(page: string): [id: string, element: Element][] {
    const places = new Map(this.layers().map(({ id }, at) => [id, at]));
    const placeOf = ({ l = firstLayer }: Element): number => places.get(l) ?? 0;
    const entries: [string, Element][] = [];
    for (const entry of this.elements.entries()) if (entry[1].g === page) entries.push(entry);
    return entries.sort(([one, a], [two, b]) => placeOf(a) - placeOf(b) || a.z - b.z || (one < two ? -1 : 1));
  }

  /** Returns the visible elements of a page: those of layers that are not hidden. */
  shown(page: string): [id: string, element: Element][] {
    const layers = this.layers();
    return this.on(page).filter(([, element]) => !this.layerOf(element, layers).hidden);
  }

  /** Returns the elements of a page that can be changed. */
  free(page: string): [id: string, element: Element][] {
    const layers = this.layers();
    return this.on(page).filter(([, element]) => this.isFree(element, layers));
  }

  layers(): Layer[] {
    return this.list.all();
  }

  /** Returns the layer of an element: the lowest one if its own was removed while somebody drew on it. */
  layerOf({ l = firstLayer }: Element, layers = this.layers()): Layer {
    return layers.find(({ id }) => id === l) ?? (layers[0] as Layer);
  }

  isFree(element: Element, layers = this.layers()): boolean {
    return !isClosed(this.layerOf(element, layers));
  }

  addLayer(above: string): string {
    const id = newId();
    this.change(() => this.list.add(id, above));
    return id;
  }

  setLayer(id: string, part: Partial<Layer>): void {
    this.change(() => this.list.set(id, part));
  }

  /** Moves a layer to a position in the order, counted from the lowest. */
  placeLayer(id: string, at: number): void {
    this.change(() => this.list.place(id, at));
  }

  /** Returns the elements of a layer, on all pages. */
  ofLayer(id: string): string[] {
    const layers = this.layers();
    return [...this.elements.entries()]
      .filter(([, element]) => this.layerOf(element, layers).id === id)
      .map(([name]) => name);
  }

  /** Removes a layer with its elements; the last layer, and a hidden or locked one, cannot be removed. */
  removeLayer(id: string): void {
    const layers = this.layers();
    const layer = layers.find((one) => one.id === id);
    if (!layer || layers.length === 1 || isClosed(layer)) return;
    this.change(() => {
      for (const name of this.ofLayer(id)) this.elements.delete(name);
      this.list.remove(id);
    });
  }

  /**
   * Undoes or redoes this person's last step; returns the layer that refused it because it is hidden or locked, else
   * null.
   */
  step(way: "undo" | "redo"): Layer | null {
    const closed = this.layers().filter(isClosed);
    const refusing: Layer[] = [];
    const look = (event: Y.YMapEvent<Element>): void => {
      const layers = this.layers();
      const kept = closed.filter(({ id }) => layers.some((one) => one.id === id && isClosed(one)));
      for (const [id, { oldValue }] of event.changes.keys) {
        for (const element of [oldValue as Element | undefined, this.elements.get(id)]) {
          const layer = element && kept.find((one) => one.id === this.layerOf(element, layers).id);
          if (layer) refusing.push(layer);
        }
      }
    };
    const [there, back] = way === "undo" ? (["undo", "redo"] as const) : (["redo", "undo"] as const);
    this.elements.observe(look);
    this.undo[there]();
    this.elements.unobserve(look);
    if (refusing.length > 0) this.undo[back]();
    return refusing[0] ?? null;
  }

  /** Returns a z-order above all elements. Timestamps order what people draw at the same time. */
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

  /** Returns a hidden or locked layer with elements on the page, which therefore cannot be removed; null if it can. */
  keeperOf(page: string): Layer | null {
    const layers = this.layers();
    const kept = this.on(page).find(([, element]) => !this.isFree(element, layers));
    return kept ? this.layerOf(kept[1], layers) : null;
  }

  /** Removes a page with its elements; the first is only emptied. */
  removePage(id: string): void {
    if (this.keeperOf(id)) return;
    this.change(() => {
      for (const [name] of this.on(id)) this.elements.delete(name);
      this.settings.delete(id);
      const at = this.order.toArray().indexOf(id);
      if (at >= 0) this.order.delete(at);
    });
  }

  /** Changes a page's settings, and removes elements that became its background, in one undo step. */
  setPage(id: string, page: Partial<Page>, without: readonly string[] = []): void {
    this.change(() => {
      this.settings.set(id, { ...this.settings.get(id), ...page });
      for (const one of without) this.elements.delete(one);
    });
  }

  /** Calls back after any change, with the ids of the changed elements; null if pages or layers changed. */
  observe(changed: (ids: Set<string> | null) => void): () => void {
    const elements = (event: Y.YMapEvent<Element>): void => changed(event.keysChanged as Set<string>);
    const pages = (): void => changed(null);
    this.elements.observe(elements);
    this.order.observe(pages);
    this.settings.observe(pages);
    this.sheets.observe(pages);
    return () => {
      this.elements.unobserve(elements);
      this.order.unobserve(pages);
      this.settings.unobserve(pages);
      this.sheets.unobserve(pages);
    };
  }

  destroy(): void {
    this.undo.destroy();
    this.doc.destroy();
  }
}
