import { toast } from "@staffroom/ui";
import { translated, scaled } from "./geometry";
import { refusalOf } from "../layers";
import { newId, type Element, type Picture, type Style } from "../model";
import type { Stage } from "./stage";

/** Removes the selection. */
export function removeChosen(stage: Stage): void {
  const ids = stage.selection.get();
  if (!stage.draws || ids.length === 0) return;
  stage.document.remove(ids);
}

/** Writes changed elements in place of the selected ones, as one undo step. */
function changeChosen(stage: Stage, change: (element: Element, at: number) => Element): void {
  const chosen = stage.chosen();
  if (!stage.draws || chosen.length === 0) return;
  stage.document.change(() => chosen.forEach(([id, element], at) => stage.document.set(id, change(element, at))));
}

export const moveChosen = (stage: Stage, dx: number, dy: number): void =>
  changeChosen(stage, (element) => translated(element, dx, dy));

export function scaleChosen(stage: Stage, dx: number, dy: number): void {
  const box = stage.frameOfChosen();
  if (!box) return;
  const [width, height] = [Math.max(1, box.x2 - box.x), Math.max(1, box.y2 - box.y)];
  changeChosen(stage, (element) =>
    scaled(element, box, Math.max(0.1, (width + dx) / width), Math.max(0.1, (height + dy) / height)),
  );
}

/** Returns the style of an element, completed with that of the pen. */
export function styleOf(element: Element, style: Style): Style {
  const { c, w, ox = 0, oy = 0, u = false } = element;
  const own = element.k === "stroke" ? { b: element.b } : element.k === "text" ? { f: element.f, s: element.s } : {};
  return { ...style, c, w, ox, oy, u, ...own };
}

/**
 * Returns the element with the changed parts of a style; brushes are only for strokes, fonts and sizes only for text.
 */
export function restyled(element: Element, { b, f, s, ...common }: Partial<Style>): Element {
  if (element.k === "stroke") return { ...element, ...common, ...(b === undefined ? {} : { b }) };
  if (element.k === "text")
    return { ...element, ...common, ...(f === undefined ? {} : { f }), ...(s === undefined ? {} : { s }) };
  return { ...element, ...common };
}

/** Copies the selection next to itself, and selects the copies. */
export function duplicateChosen(stage: Stage): void {
  const chosen = stage.chosen();
  if (!stage.draws || chosen.length === 0) return;
  const groups = new Map<string, string>();
  const copies = chosen.map(([, element], at): [string, Element] => {
    const copy = { ...translated(element, 24, 24), z: stage.document.top() + at / 1000 };
    if (copy.gr) {
      const group = groups.get(copy.gr) ?? newId();
      groups.set(copy.gr, group);
      copy.gr = group;
    }
    return [newId(), copy];
  });
  stage.document.change(() => {
    for (const [id, element] of copies) stage.document.set(id, element);
  });
  stage.selection.set(copies.map(([id]) => id));
}

export const toFront = (stage: Stage): void =>
  changeChosen(stage, (element, at) => ({ ...element, z: stage.document.top() + at / 1000 }));

export function toBack(stage: Stage): void {
  const lowest = stage.document.on(stage.shownPage().id).reduce((least, [, { z }]) => Math.min(least, z), 0);
  const count = stage.selection.get().length;
  changeChosen(stage, (element, at) => ({ ...element, z: lowest - 1 + at / (count * 2) }));
}

/** Returns the selected picture if only one is selected; null otherwise. */
export function chosenPicture(stage: Stage): [string, Picture] | null {
  const [[id, element] = [], other] = stage.chosen();
  return id && element?.k === "image" && !other ? [id, element] : null;
}

/**
 * Puts the selected picture below the drawing: it becomes the page, in its proportions, and is no longer an element.
 */
export function toBackground(stage: Stage): void {
  const chosen = chosenPicture(stage);
  if (!stage.draws || !chosen) return;
  const [id, { file, x, y, x2, y2 }] = chosen;
  const { id: page, width } = stage.shownPage();
  const height = Math.round((width * Math.abs(y2 - y)) / (Math.abs(x2 - x) || 1));
  stage.document.setPage(page, { backing: { file, page: 0 }, height }, [id]);
  stage.fit();
}

/** Moves the selection to a layer, which becomes the current one. */
export function toLayer(stage: Stage, layer: string): void {
  changeChosen(stage, (element) => ({ ...element, l: layer }));
  stage.layer.set(layer);
}

/** Selects the layer above or below the current one. */
export function turnLayer(stage: Stage, by: 1 | -1): void {
  const layers = stage.document.layers();
  const next = layers[layers.findIndex(({ id }) => id === stage.activeLayer().id) + by];
  if (next) stage.layer.set(next.id);
}

/** Undoes or redoes this person's last step. A layer that was hidden or locked since is left unchanged. */
export function step(stage: Stage, way: "undo" | "redo"): void {
  const layer = stage.document.step(way);
  if (layer) toast.refusal(refusalOf(layer));
}

/** Groups the selection, or ungroups it. */
export function group(stage: Stage): void {
  const first = stage.chosen()[0]?.[1].gr;
  const isGroup = first && stage.chosen().every(([, element]) => element.gr === first);
  const name = newId();
  changeChosen(stage, ({ gr: _, ...element }) => (isGroup ? element : { ...element, gr: name }) as Element);
}

export function chooseAll(stage: Stage): void {
  stage.selection.set(stage.document.free(stage.shownPage().id).map(([id]) => id));
}

/** Selects the next element, or the previous one, in their order. */
export function chooseNext(stage: Stage, by: 1 | -1): void {
  const ids = stage.document.free(stage.shownPage().id).map(([id]) => id);
  if (ids.length === 0) return;
  const at = ids.indexOf(stage.selection.get().at(-1) ?? "");
  stage.selection.set([ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length] as string]);
}

/** Puts a shape or a text of the current tool into the middle of the view, for drawing without a pointer. */
export function putInMiddle(stage: Stage): void {
  const tool = stage.tool.get();
  const { x, y } = stage.view.get();
  const { c, w, s, u } = stage.style.get();
  if (!stage.adds) return;
  if (tool === "text") {
    stage.writing.set({ id: null, x: x - 60, y: y - s / 2, size: s });
    return;
  }
  if (tool !== "line" && tool !== "arrow" && tool !== "rectangle" && tool !== "ellipse") return;
  const common = { ...stage.placeOfNew(), c, w, ...(u ? { u } : {}) };
  const id = stage.document.add({ k: tool, ...common, x: x - 120, y: y - 80, x2: x + 120, y2: y + 80 });
  stage.tool.set("select");
  stage.selection.set([id]);
}

export function turnPage(stage: Stage, by: 1 | -1): void {
  const pages = stage.document.pages();
  const next = pages[pages.findIndex(({ id }) => id === stage.shownPage().id) + by];
  if (next) stage.page.set(next.id);
}
