import { expect, it } from "vitest";
import { firstLayer, refusalOf } from "./layers";
import { BoardDocument, firstPage, type Element } from "./model";

const frame = (more: Partial<Element> = {}): Element =>
  ({ k: "rectangle", g: firstPage, z: 1, c: "", w: 2, x: 0, y: 0, x2: 100, y2: 100, ...more }) as Element;
const names = (board: BoardDocument): string[] => board.layers().map(({ name }) => name);
const drawn = (entries: [string, Element][]): string[] => entries.map(([id]) => id);

/** A board with three layers, an element on each. */
function three(): { board: BoardDocument; middle: string; top: string; ids: string[] } {
  const board = new BoardDocument();
  const top = board.addLayer(firstLayer);
  const middle = board.addLayer(firstLayer);
  const ids = [undefined, middle, top].map((l) => board.add(frame(l ? { l } : {})));
  return { board, middle, top, ids };
}

it("a board has one layer until another is added above the current one", () => {
  const board = new BoardDocument();
  expect(names(board)).toEqual(["Layer 1"]);
  const id = board.addLayer(firstLayer);
  expect(names(board)).toEqual(["Layer 1", "Layer 2"]);
  board.setLayer(id, { name: "Solution" });
  board.addLayer(firstLayer);
  expect(names(board)).toEqual(["Layer 1", "Layer 3", "Solution"]);
});

it("elements are ordered by layer, then by their own order", () => {
  const { board, top, ids } = three();
  const late = board.add(frame({ z: 9 }));
  expect(drawn(board.on(firstPage))).toEqual([ids[0], late, ids[1], ids[2]]);
  board.placeLayer(top, 0);
  expect(names(board)).toEqual(["Layer 2", "Layer 1", "Layer 3"]);
  expect(drawn(board.on(firstPage))).toEqual([ids[2], ids[0], late, ids[1]]);
});

it("a hidden layer is not shown, and neither a hidden nor a locked one is drawn on, changed or erased", () => {
  const { board, middle, top, ids } = three();
  board.setLayer(middle, { hidden: true });
  board.setLayer(top, { locked: true });
  expect(drawn(board.shown(firstPage))).toEqual([ids[0], ids[2]]);
  expect(drawn(board.free(firstPage))).toEqual([ids[0]]);
  for (const l of [middle, top]) board.add(frame({ l }));
  board.remove(ids);
  expect(drawn(board.on(firstPage))).toEqual([ids[1], ids[2]]);
  board.change(() => board.set(ids[2] as string, frame()));
  expect(board.layerOf(board.elements.get(ids[2] as string) as Element).id).toBe(top);
  board.change(() => board.set("new", frame({ l: top })));
  expect(board.elements.has("new")).toBe(false);
  expect(board.layers().map(refusalOf)).toEqual([
    "",
    "Layer 3 is hidden. Show it to change it.",
    "Layer 2 is locked. Unlock it to change it.",
  ]);
});

it("a page with elements on a locked layer is not removed", () => {
  const { board, top } = three();
  const page = board.addPage(firstPage);
  board.add(frame({ g: page, l: top }));
  board.setLayer(top, { locked: true });
  expect(board.keeperOf(page)?.id).toBe(top);
  board.removePage(page);
  expect(board.pages()).toHaveLength(2);
  board.setLayer(top, { locked: false });
  board.removePage(page);
  expect(board.pages()).toHaveLength(1);
});

it("a layer is removed with its elements, and undo restores both; the last one stays", () => {
  const { board, middle, top, ids } = three();
  board.removeLayer(top);
  expect([names(board), board.elements.has(ids[2] as string)]).toEqual([["Layer 1", "Layer 3"], false]);
  expect(board.step("undo")).toBe(null);
  expect([names(board), board.elements.has(ids[2] as string)]).toEqual([["Layer 1", "Layer 3", "Layer 2"], true]);
  for (const id of [firstLayer, middle, top]) board.removeLayer(id);
  expect(names(board)).toEqual(["Layer 2"]);
});

it("undo covers names, locks and the order", () => {
  const { board, middle, top } = three();
  board.setLayer(middle, { name: "Task" });
  board.setLayer(middle, { locked: true });
  board.placeLayer(top, 0);
  expect(names(board)).toEqual(["Layer 2", "Layer 1", "Task"]);
  board.step("undo");
  expect(names(board)).toEqual(["Layer 1", "Task", "Layer 2"]);
  board.step("undo");
  expect(board.layers()[1]?.locked).toBeUndefined();
  board.step("undo");
  expect(names(board)).toEqual(["Layer 1", "Layer 3", "Layer 2"]);
  board.step("redo");
  expect(names(board)).toEqual(["Layer 1", "Task", "Layer 2"]);
});

it("undo changes no layer that another user has locked meanwhile", () => {
  const [one, two] = [new BoardDocument(), new BoardDocument()];
  one.onMine((update) => two.receive(update));
  two.onMine((update) => one.receive(update));
  const id = one.add(frame());
  two.setLayer(firstLayer, { locked: true });
  expect(one.step("undo")?.locked).toBe(true);
  expect([one.elements.has(id), two.elements.has(id)]).toEqual([true, true]);
  two.setLayer(firstLayer, { locked: false });
  expect(one.step("undo")).toBe(null);
  expect(two.elements.size).toBe(0);
});

it("two people who add layers at once keep both, and a drawing on a removed layer is kept", () => {
  const [one, two] = [new BoardDocument(), new BoardDocument()];
  const updates: Uint8Array[] = [];
  for (const board of [one, two]) board.onMine((update) => updates.push(update));
  const mine = one.addLayer(firstLayer);
  two.addLayer(firstLayer);
  for (const board of [one, two]) for (const update of updates) board.receive(update);
  expect(one.layers()).toEqual(two.layers());
  expect(one.layers()).toHaveLength(3);
  updates.length = 0;
  two.add(frame({ l: mine }));
  one.removeLayer(mine);
  for (const board of [one, two]) for (const update of updates) board.receive(update);
  for (const board of [one, two]) expect(board.shown(firstPage)).toHaveLength(1);
});
