import { expect, it } from "vitest";
import { boxOn, inPieces, isNear, ofPicture, placed, pointAt, wrapped, type Geometry } from "./geometry";
import { isHit, pressed } from "./use-pen";

it.each([0, 90, 180, 270])("a point of a picture stays the same when turned by %i degrees", (rotation) => {
  const geometry = ofPicture(600, 400, rotation);
  const [x, y] = placed(geometry, 30, 50);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x).toBeLessThanOrEqual(geometry.width);
  expect(y).toBeLessThanOrEqual(geometry.height);
  expect(pointAt(geometry, x, y)).toEqual([30, 50]);
});

it("a picture turns clockwise: the top left moves to the top right", () => {
  expect(placed(ofPicture(600, 400, 90), 0, 400)).toEqual([400, 0]);
  expect(placed(ofPicture(600, 400, 180), 0, 400)).toEqual([600, 400]);
  expect(placed(ofPicture(600, 400, 270), 0, 400)).toEqual([0, 600]);
});

it("a box is placed on a page that does not begin at 0", () => {
  const cropped: Geometry = { width: 100, height: 200, transform: [1, 0, 0, -1, -20, 230] };
  expect(boxOn(cropped, [30, 40, 50, 60])).toEqual({ x: 10, y: 170, width: 20, height: 20 });
});

it("a line longer than one call accepts is cut without a gap", () => {
  const long = Array.from({ length: 25_000 }, (_, at) => at);
  const pieces = inPieces(long);
  expect(pieces.every((piece) => piece.length <= 10_000 && piece.length % 2 === 0)).toBe(true);
  expect(pieces[1]?.slice(0, 2)).toEqual(pieces[0]?.slice(-2));
  expect(pieces.at(-1)?.at(-1)).toBe(24_999);
  expect(inPieces([1, 2])).toEqual([[1, 2]]);
});

it("the eraser removes a line that it touches, and a box anywhere in it", () => {
  const mark = {
    id: 1,
    page: 0,
    colour: "#111111",
    width: 2,
    contents: "",
    score: null,
    repliesTo: null,
    number: 1,
    modified: "",
  };
  expect(isNear([0, 0, 100, 100], 50, 55, 5)).toBe(true);
  expect(isHit({ ...mark, kind: "line", points: [[0, 0, 100, 100]] }, 80, 20, 5)).toBe(false);
  expect(isHit({ ...mark, kind: "highlight", points: [[0, 0, 100, 100]] }, 80, 20, 5)).toBe(true);
  expect(isHit({ ...mark, kind: "note", points: [[10, 10]] }, 18, 15, 5)).toBe(true);
});

it("a harder press of the stylus draws wider, up to 50", () => {
  expect(pressed(10, [0, 0])).toBe(4);
  expect(pressed(10, [0.5, 0.5])).toBe(10);
  expect(pressed(10, [1])).toBe(16);
  expect(pressed(50, [1])).toBe(50);
});

it("a text's lines break between words", () => {
  expect(wrapped("See the third line\nagain", 60)).toEqual(["See the", "third line", "again"]);
});
