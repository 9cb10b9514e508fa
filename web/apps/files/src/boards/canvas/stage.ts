import { createStore } from "@staffroom/api";
import type { Cursor } from "../channel";
import { drawElement, drawPage, fontOf, type Pictures } from "./draw";
import { around, boxOf, measure, type Box } from "./geometry";
import { drawCursor, drawDraft, drawSelection } from "./overlay";
import { firstLayer, isClosed, type Layer } from "../layers";
import { firstPage, firstStyle, type BoardDocument, type Element, type Page, type Paper, type Style } from "../model";

export const tools = [
  "select",
  "hand",
  "pen",
  "eraser",
  "text",
  "line",
  "arrow",
  "rectangle",
  "ellipse",
  "laser",
] as const;
export type Tool = (typeof tools)[number];
export type Place = { x: number; y: number };
export type View = Place & { zoom: number };
/** A pressed pointer: the handlers of its moves and its end. */
export type Gesture = { move: (place: Place, event: PointerEvent) => void; end: (cancelled: boolean) => void };
type Trail = Place & { at: number };

const zooms = { least: 0.1, most: 8 };
const laserLasts = 900;
/** The edge of the page, which exports omit. */
const pageEdge = "rgba(70,80,122,0.3)";
/**
 * The drawing surface of one board: selection, view, and two canvases, one for the page and one for the pointers over
 * it.
 */
export class Stage {
  readonly page = createStore<string>(firstPage);
  readonly tool = createStore<Tool>("pen");
  readonly style = createStore<Style>(firstStyle);
  readonly selection = createStore<readonly string[]>([]);
  /** The current layer, if one was chosen; else null. */
  readonly layer = createStore<string | null>(null);
  readonly view = createStore<View>({ x: 800, y: 565, zoom: 0.5 });
  /** The text that is being edited: a new one at a position, or that of an element. */
  readonly writing = createStore<{ id: string | null; x: number; y: number; size: number } | null>(null);
  /** The formula that is being edited: a new one, or that of an element. */
  readonly formula = createStore<{ id: string | null } | null>(null);
  readonly document: BoardDocument;
  draws = true;
  paper: Paper = "plain";
  pictures: Pictures = () => null;
  /** The element that is being drawn, and the selection frame that is being dragged. */
  draft: Element | null = null;
  frame: Box | null = null;
  /** Elements that a gesture shows elsewhere until it ends. */
  shifted = new Map<string, Element>();
  private cursors: readonly Cursor[] = [];
  private laser: Trail[] = [];
  private readonly base: HTMLCanvasElement;
  private readonly over: HTMLCanvasElement;
  private readonly ends: (() => void)[] = [];
  private isStale = { base: true, over: true };
  private request = 0;
  private fresh: string[] = [];
  private isFitted = false;

  constructor(base: HTMLCanvasElement, over: HTMLCanvasElement, document: BoardDocument) {
    this.base = base;
    this.over = over;
    this.document = document;
    const pen = this.pen(over);
    measure.width = (text, size, font) => {
      pen.font = fontOf(size, font);
      return pen.measureText(text).width;
    };
    const sized = new ResizeObserver(() => this.resize());
    sized.observe(base);
    this.ends.push(
      () => sized.disconnect(),
      document.observe((ids) => this.changed(ids)),
      this.view.subscribe(() => this.redraw()),
      this.page.subscribe(() => {
        this.selection.set([]);
        this.redraw();
      }),
      this.selection.subscribe(() => this.redrawOver()),
    );
    this.resize();
  }

  /** True if the user may draw here; readers get their own tools. */
  allow(draws: boolean): void {
    this.draws = draws;
    const tool = this.tool.get();
    if (!draws && !["select", "hand", "laser"].includes(tool)) this.tool.set("hand");
    else if (draws && tool === "hand") this.tool.set("pen");
    this.redrawOver();
  }

  setPaper(paper: Paper): void {
    this.paper = paper;
    this.redraw();
  }

  destroy(): void {
    cancelAnimationFrame(this.request);
    for (const end of this.ends) end();
  }

  private pen(of: HTMLCanvasElement): CanvasRenderingContext2D {
    const pen = of.getContext("2d");
    if (!pen) throw new Error("This browser has no canvas");
    return pen;
  }

  private changed(ids: Set<string> | null): void {
    const chosen = this.chosen().map(([id]) => id);
    if (chosen.length < this.selection.get().length) this.selection.set(chosen);
    // New elements above all others are drawn over the current picture; anything else redraws the page.
    const layers = this.document.layers();
    const isOnTop = (id: string): boolean => {
      const element = this.document.elements.get(id);
      return element !== undefined && this.document.layerOf(element, layers) === layers.at(-1);
    };
    const newest = ids && !layers.at(-1)?.hidden && [...ids].every((id) => !this.drawn.has(id) && isOnTop(id));
    if (newest && !this.isStale.base) this.fresh.push(...ids);
    else this.isStale.base = true;
    this.redrawOver();
  }

  private drawn = new Set<string>();

  /** The current page; the first if it was removed. */
  shownPage(): Page {
    const pages = this.document.pages();
    return pages.find(({ id }) => id === this.page.get()) ?? (pages[0] as Page);
  }

  /** The current layer: the chosen one, else the lowest that can be drawn on. */
  activeLayer(): Layer {
    const layers = this.document.layers();
    return (
      layers.find(({ id }) => id === this.layer.get()) ?? layers.find((one) => !isClosed(one)) ?? (layers[0] as Layer)
    );
  }

  /** The page, layer and z-order of a new element. */
  placeOfNew(): { g: string; l?: string; z: number } {
    const { id } = this.activeLayer();
    return { g: this.shownPage().id, ...(id === firstLayer ? {} : { l: id }), z: this.document.top() };
  }

  /** True if elements can be added: not on a hidden or locked layer. */
  get adds(): boolean {
    return this.draws && !isClosed(this.activeLayer());
  }

  redraw(): void {
    this.isStale.base = true;
    this.redrawOver();
  }

  redrawOver(): void {
    this.isStale.over = true;
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      this.draw();
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.base;
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
    }
    if (!this.isFitted && width > 0) {
      this.isFitted = true;
      this.fit();
    }
    this.redraw();
  }

  get size(): { width: number; height: number } {
    return { width: this.base.clientWidth, height: this.base.clientHeight };
  }

  /** Shows the whole page. */
  fit(): void {
    const { width, height } = this.shownPage();
    const room = this.size;
    const zoom = Math.min((room.width - 24) / width, (room.height - 24) / height);
    this.view.set({ x: width / 2, y: height / 2, zoom: Math.max(zooms.least, Math.min(zooms.most, zoom || 0.5)) });
  }

  /** Zooms about a position on the surface, in pixels; about its middle by default. */
  zoomBy(factor: number, px = this.size.width / 2, py = this.size.height / 2): void {
    const { x, y, zoom: before } = this.view.get();
    const zoom = Math.max(zooms.least, Math.min(zooms.most, before * factor));
    const [dx, dy] = [px - this.size.width / 2, py - this.size.height / 2];
    this.view.set({ x: x + dx / before - dx / zoom, y: y + dy / before - dy / zoom, zoom });
  }

  panBy(dx: number, dy: number): void {
    const { x, y, zoom } = this.view.get();
    this.view.set({ x: x - dx / zoom, y: y - dy / zoom, zoom });
  }

  /** Converts a window position to one on the page. */
  placeOf(clientX: number, clientY: number): Place {
    const { left, top } = this.base.getBoundingClientRect();
    const { x, y, zoom } = this.view.get();
    return {
      x: x + (clientX - left - this.size.width / 2) / zoom,
      y: y + (clientY - top - this.size.height / 2) / zoom,
    };
  }

  /** Converts a page position to one on the surface, in pixels. */
  pixelOf(place: Place): Place {
    const { x, y, zoom } = this.view.get();
    return { x: (place.x - x) * zoom + this.size.width / 2, y: (place.y - y) * zoom + this.size.height / 2 };
  }

  showCursors(cursors: readonly Cursor[]): void {
    this.cursors = cursors;
    this.redrawOver();
  }

  pointLaser(place: Place): void {
    this.laser.push({ ...place, at: Date.now() });
    this.redrawOver();
  }

  /** The selected elements that still exist, on layers that can be changed. */
  chosen(): [string, Element][] {
    const layers = this.document.layers();
    return this.selection.get().flatMap((id): [string, Element][] => {
      const element = this.document.elements.get(id);
      return element && this.document.isFree(element, layers) ? [[id, element]] : [];
    });
  }

  /** The frame around the selection. */
  frameOfChosen(): Box | null {
    return around(this.chosen().map(([id, element]) => boxOf(this.shifted.get(id) ?? element)));
  }

  private transform(pen: CanvasRenderingContext2D): void {
    const ratio = window.devicePixelRatio || 1;
    const { x, y, zoom } = this.view.get();
    const scale = zoom * ratio;
    pen.setTransform(
      scale,
      0,
      0,
      scale,
      (this.size.width / 2) * ratio - x * scale,
      (this.size.height / 2) * ratio - y * scale,
    );
  }

  private draw(): void {
    if (this.isStale.base) this.drawBase();
    else if (this.fresh.length > 0) this.drawFresh();
    this.fresh = [];
    this.drawOver();
    this.isStale = { base: false, over: false };
  }

  private drawBase(): void {
    const pen = this.pen(this.base);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.base.width, this.base.height);
    this.transform(pen);
    const page = this.shownPage();
    const elements = this.document.shown(page.id);
    this.drawn = new Set(this.document.elements.keys());
    const hidden = this.writing.get()?.id;
    drawPage(
      pen,
      page,
      this.paper,
      elements.filter(([id]) => !this.shifted.has(id) && id !== hidden),
      this.pictures,
    );
    pen.strokeStyle = pageEdge;
    pen.lineWidth = 1 / this.view.get().zoom;
    pen.strokeRect(0, 0, page.width, page.height);
  }

  private drawFresh(): void {
    const pen = this.pen(this.base);
    this.transform(pen);
    const { id: shown, width, height } = this.shownPage();
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height);
    pen.clip();
    for (const id of this.fresh) {
      const element = this.document.elements.get(id);
      this.drawn.add(id);
      if (element?.g === shown) drawElement(pen, element, this.pictures);
    }
    pen.restore();
  }

  private drawOver(): void {
    const pen = this.pen(this.over);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.over.width, this.over.height);
    this.transform(pen);
    const { id: page } = this.shownPage();
    const { zoom } = this.view.get();
    for (const element of this.shifted.values()) drawElement(pen, element, this.pictures);
    if (this.draft) drawElement(pen, this.draft, this.pictures);
    for (const { draft } of this.cursors) if (draft) drawDraft(pen, draft, page, this.pictures);
    drawSelection(pen, zoom, this.frameOfChosen(), this.frame, this.draws);
    this.drawLaser(pen, zoom);
    for (const cursor of this.cursors)
      if (cursor.page === page && cursor.kind !== "away") drawCursor(pen, cursor, zoom);
  }

  private drawLaser(pen: CanvasRenderingContext2D, zoom: number): void {
    const now = Date.now();
    this.laser = this.laser.filter(({ at }) => now - at < laserLasts);
    for (const { x, y, at } of this.laser) {
      pen.fillStyle = `rgba(200,30,30,${(1 - (now - at) / laserLasts) * 0.8})`;
      pen.beginPath();
      pen.arc(x, y, 5 / zoom, 0, Math.PI * 2);
      pen.fill();
    }
    if (this.laser.length > 0) setTimeout(() => this.redrawOver(), 30);
  }
}
