import { expect, test } from "vitest";
import { changed, placed, stepOf } from "./layout";

const board = [
  { id: 1, x: 0, y: 0, w: 6, h: 2 },
  { id: 2, x: 6, y: 0, w: 6, h: 2 },
  { id: 3, x: 0, y: 2, w: 12, h: 4 },
];
const places = (tiles: typeof board) => Object.fromEntries(tiles.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));

test("a moved tile pushes others aside, and gaps close", () => {
  expect(places(placed(board, 1, { x: 6 }))).toEqual({ 1: [6, 0, 6, 2], 2: [6, 2, 6, 2], 3: [0, 4, 12, 4] });
  expect(places(placed(board, 3, { y: 0 }))).toEqual({ 3: [0, 0, 12, 4], 1: [0, 4, 6, 2], 2: [6, 4, 6, 2] });
  expect(places(placed(board, 1, { y: 6 }))).toEqual({ 2: [6, 0, 6, 2], 3: [0, 2, 12, 4], 1: [0, 6, 6, 2] });
});

test("a tile stays on the grid", () => {
  expect(places(placed(board, 2, { w: 9 }))[2]?.slice(0, 3)).toEqual([3, expect.any(Number), 9]);
  expect(places(placed(board, 1, { x: -3 }))).toEqual(places(board));
  expect(places(placed(board, 1, { h: 0 }))[1]?.[3]).toBe(1);
});

test("arrow keys move, with Shift they resize", () => {
  const tile = { x: 3, y: 2, w: 3, h: 2 };
  expect(stepOf("ArrowLeft", false, tile, 4)).toEqual({ x: 2 });
  expect(stepOf("ArrowDown", false, tile, 4)).toEqual({ y: 6 });
  expect(stepOf("ArrowRight", true, tile, 4)).toEqual({ w: 4 });
  expect(stepOf("Enter", false, tile, 4)).toBeNull();
});

test("only moved tiles are sent", () => {
  expect(changed(board, placed(board, 1, {}))).toEqual([]);
  expect(changed(board, placed(board, 3, { h: 5 }))).toEqual([{ id: 3, x: 0, y: 2, w: 12, h: 5 }]);
});
