import { expect, it } from "vitest";
import * as Y from "yjs";
import { boxOf, hits, translated, pointsOf, scaled } from "./canvas/geometry";
import { BoardDocument, firstPage, type Element, type Stroke } from "./model";
import { fromBase64, pack, thinned, toBase64, unpack, type Point } from "./canvas/points";

const line = (count: number): Point[] =>
  Array.from({ length: count }, (_, at) => ({ x: 100 + at * 7.5, y: 400 - at * 3.25, pressure: 0.5 }));
const stroke = (more: Partial<Stroke> = {}): Stroke => ({
  k: "stroke",
  b: "pencil",
  g: firstPage,
  z: 1,
  c: "rgba(0,0,0,1)",
  w: 4,
  p: pack(line(40)),
  ...more,
});

it("a stroke of 40 points packs into at most 200 bytes, and unpacks to within a quarter of a unit", () => {
  const packed = pack(line(40));
  expect(packed.length).toBeLessThanOrEqual(200);
  unpack(packed).forEach((point, at) => {
    expect(Math.abs(point.x - (line(40)[at] as Point).x)).toBeLessThanOrEqual(0.125);
    expect(Math.abs(point.y - (line(40)[at] as Point).y)).toBeLessThanOrEqual(0.125);
  });
  expect(fromBase64(toBase64(packed))).toEqual(packed);
  expect(unpack(pack([{ x: -1_000_000, y: 3, pressure: 1 }]))).toEqual([{ x: -1_000_000, y: 3, pressure: 1 }]);
  expect(unpack(packed.subarray(0, packed.length - 1))).toHaveLength(39);
});

it("strokes packed by the demo data can be read", () => {
  // services/files/demo/boards.py: pack([(1, 2), (-3, 2.5)])
  expect(unpack(Uint8Array.from([8, 16, 128, 31, 4, 128])).map(({ x, y }) => [x, y])).toEqual([
    [1, 2],
    [-3, 2.5],
  ]);
});

it("the points of a straight line are left out, except its ends", () => {
  const thin = thinned(line(40));
  expect(thin.length).toBeLessThan(15);
  expect([thin[0], thin.at(-1)]).toEqual([line(40)[0], line(40)[39]]);
});

it("strokes are moved and scaled; a uniform one keeps its width", () => {
  const one = stroke({ u: true });
  const other = scaled(translated(one, 10, 20), { x: 110, y: boxOf(one).y + 20 }, 2, 2) as Stroke;
  expect(pointsOf(other)[0]?.x).toBeCloseTo(110);
  expect(other.w).toBe(4);
  expect((scaled(stroke(), { x: 0, y: 0 }, 2, 2) as Stroke).w).toBe(8);
  expect(boxOf(other).x2 - boxOf(other).x).toBeCloseTo(2 * (boxOf(one).x2 - boxOf(one).x));
});

it("lines are hit nearby, and frames only at their edge", () => {
  const frame: Element = { k: "rectangle", g: firstPage, z: 1, c: "", w: 2, x: 0, y: 0, x2: 100, y2: 100 };
  expect([hits(frame, { x: 1, y: 50 }, 4), hits(frame, { x: 50, y: 50 }, 4)]).toEqual([true, false]);
  expect([hits(stroke(), { x: 100, y: 402 }, 2), hits(stroke(), { x: 100, y: 420 }, 2)]).toEqual([true, false]);
});

it("two people who draw offline have the same board afterwards, in any order", () => {
  const [one, two] = [new BoardDocument(), new BoardDocument()];
  const updates: Uint8Array[] = [];
  one.onMine((update) => updates.push(update));
  two.onMine((update) => updates.push(update));
  const id = one.add(stroke());
  two.add(stroke({ z: 2 }));
  two.addPage(firstPage, { paper: "grid" });
  one.change(() => one.set(id, translated(stroke(), 5, 5)));
  for (const update of [...updates, ...updates].toReversed()) {
    one.receive(update);
    two.receive(update);
  }
  expect(one.elements.toJSON()).toEqual(two.elements.toJSON());
  expect([one.elements.size, one.pages().length, two.pages().length]).toEqual([2, 2, 2]);
  const both = new BoardDocument();
  both.receive(Y.mergeUpdates(updates));
  expect(both.pages()[1]?.paper).toBe("grid");
});

it("undo removes one's own strokes and leaves those of others", () => {
  const [one, two] = [new BoardDocument(), new BoardDocument()];
  two.onMine((update) => one.receive(update));
  one.add(stroke());
  two.add(stroke({ z: 2 }));
  one.undo.undo();
  expect([...one.elements.values()].map(({ z }) => z)).toEqual([2]);
  one.undo.redo();
  expect(one.elements.size).toBe(2);
});

it("a board of 5,000 strokes of 40 points takes less than 1.7 MB", () => {
  const board = new BoardDocument();
  board.change(() => {
    for (let at = 0; at < 5000; at += 1) board.set(`s${at}`, stroke({ z: at }));
  });
  expect(Y.encodeStateAsUpdate(board.doc).length).toBeLessThan(1_700_000);
});
