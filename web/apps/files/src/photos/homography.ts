/** A position as x and y. */
export type Point = readonly [x: number, y: number];
/** The corners of a sheet: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];
/** The first eight numbers of a 3 × 3 matrix, row by row; the ninth is 1. */
type Homography = readonly number[];

/** Solve linear equations by elimination with pivots; null if they have no single solution. */
function solve(rows: readonly (readonly number[])[]): number[] | null {
  const size = rows.length;
  let left = rows;
  for (let column = 0; column < size; column += 1) {
    const below = left.slice(column);
    const pivot = below.reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const by = pivot[column] ?? 0;
    if (Math.abs(by) < 1e-12) return null;
    const others = [...left.slice(0, column), pivot, ...below.filter((row) => row !== pivot)];
    left = others.map((row) =>
      row === pivot ? row : row.map((value, at) => value - ((row[column] ?? 0) / by) * (pivot[at] ?? 0)),
    );
  }
  return left.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

/**
 * Return the perspective that maps a rectangle of width and height to the corners; null if three of them are on one
 * line.
 */
export function homographyTo(corners: Corners, width: number, height: number): Homography | null {
  const from: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return solve(
    from.flatMap(([x, y], at) => {
      const [u, v] = corners[at as 0];
      return [
        [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
        [0, 0, 0, x, y, 1, -v * x, -v * y, v],
      ];
    }),
  );
}

/** Return where a perspective maps a position. */
export function project([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Homography, [x, y]: Point): Point {
  const depth = g * x + h * y + 1;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

const distance = ([x, y]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x, y2 - y);

/** Return the width and height of the sheet with these corners, in their unit: the longer of two opposite sides. */
export function sizeOf([a, b, c, d]: Corners): [width: number, height: number] {
  return [Math.max(distance(a, b), distance(d, c)), Math.max(distance(a, d), distance(b, c))];
}

/** True if the corners form a convex quadrilateral, clockwise, so that they can belong to a sheet. */
export const isSheet = (corners: Corners): boolean =>
  corners.every(([x, y], at) => {
    const [x2, y2] = corners[((at + 1) % 4) as 0];
    const [x3, y3] = corners[((at + 2) % 4) as 0];
    return (x2 - x) * (y3 - y2) - (y2 - y) * (x3 - x2) > 0;
  });

type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/**
 * Return the pixels of the sheet, straightened to width and height, each interpolated from the four nearest in the
 * photo.
 */
export function straighten(
  photo: Pixels,
  corners: Corners,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const target = new Uint8ClampedArray(width * height * 4);
  const perspective = homographyTo(corners, width, height);
  if (!perspective) return target;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = perspective;
  const { data } = photo;
  const right = photo.width - 1;
  const bottom = photo.height - 1;
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const x = column + 0.5;
      const y = row + 0.5;
      const depth = g * x + h * y + 1;
      const u = Math.min(right, Math.max(0, (a * x + b * y + c) / depth - 0.5));
      const v = Math.min(bottom, Math.max(0, (d * x + e * y + f) / depth - 0.5));
      const left = Math.floor(u);
      const top = Math.floor(v);
      const across = u - left;
      const down = v - top;
      const first = (top * photo.width + left) * 4;
      const next = left < right ? 4 : 0;
      const below = top < bottom ? photo.width * 4 : 0;
      for (let part = 0; part < 3; part += 1) {
        const upper = (data[first + part] ?? 0) * (1 - across) + (data[first + next + part] ?? 0) * across;
        const lower =
          (data[first + below + part] ?? 0) * (1 - across) + (data[first + below + next + part] ?? 0) * across;
        target[at + part] = upper * (1 - down) + lower * down;
      }
      target[at + 3] = 255;
    }
  }
  return target;
}
