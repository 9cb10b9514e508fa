import { expect, it } from "vitest";
import { homographyTo, isSheet, project, sizeOf, straighten, type Corners } from "./homography";

const leaning: Corners = [
  [12, 8],
  [96, 20],
  [88, 130],
  [4, 112],
];

it("a page's corners map to those of the photo, and its middle to the crossing of the diagonals", () => {
  const perspective = homographyTo(leaning, 210, 297);
  if (!perspective) throw new Error("no perspective");
  const page = [
    [0, 0],
    [210, 0],
    [210, 297],
    [0, 297],
  ] as const;
  page.forEach((corner, at) =>
    project(perspective, corner).forEach((value, axis) => expect(value).toBeCloseTo(leaning[at as 0][axis as 0], 8)),
  );
  const [x, y] = project(perspective, [105, 148.5]);
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = leaning;
  expect((cx - ax) * (y - ay) - (cy - ay) * (x - ax)).toBeCloseTo(0, 6);
  expect((dx - bx) * (y - by) - (dy - by) * (x - bx)).toBeCloseTo(0, 6);
});

it("corners on one line have no perspective, and a bow tie is not a sheet", () => {
  expect(
    homographyTo(
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      10,
      10,
    ),
  ).toBeNull();
  expect(isSheet(leaning)).toBe(true);
  expect(
    isSheet([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ]),
  ).toBe(false);
  expect(
    isSheet([
      [0, 0],
      [1, 0],
      [0.1, 0.1],
      [0, 1],
    ]),
  ).toBe(false);
});

it("a tilted sheet is straightened: its four quarters become four rectangles", () => {
  const width = 100;
  const height = 140;
  const data = new Uint8ClampedArray(width * height * 4).fill(7);
  const toPage = homographyTo(leaning, 1, 1);
  if (!toPage) throw new Error("no perspective");
  const fill = (left: number, top: number, shade: number) => {
    for (let a = 0; a < 400; a += 1) {
      for (let b = 0; b < 400; b += 1) {
        const [x, y] = project(toPage, [left + a / 800, top + b / 800]);
        data.fill(shade, (Math.round(y) * width + Math.round(x)) * 4, (Math.round(y) * width + Math.round(x)) * 4 + 4);
      }
    }
  };
  [
    [0, 0, 40],
    [0.5, 0, 90],
    [0, 0.5, 160],
    [0.5, 0.5, 220],
  ].forEach(([left = 0, top = 0, shade = 0]) => fill(left, top, shade));
  const [wide, high] = sizeOf(leaning).map(Math.round) as [number, number];
  const page = straighten({ data, width, height }, leaning, wide, high);
  const at = (x: number, y: number) => page[(Math.round(high * y) * wide + Math.round(wide * x)) * 4];
  expect([at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]).toEqual([40, 90, 160, 220]);
  expect([at(0.04, 0.04), at(0.96, 0.96)]).toEqual([40, 220]);
});
