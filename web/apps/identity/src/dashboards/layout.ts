import type { Place } from "./types";

export type Placed = Place & { id: number };
export const columns = 12;

const overlap = (one: Place, other: Place) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** Returns tiles from top to bottom, each as far up as the previous ones allow. */
function settle(tiles: readonly Placed[]): Placed[] {
  const set: Placed[] = [];
  for (const tile of tiles) {
    let { y } = tile;
    while (y > 0 && !set.some((other) => overlap({ ...tile, y: y - 1 }, other))) y -= 1;
    while (set.some((other) => overlap({ ...tile, y }, other))) y += 1;
    set.push({ ...tile, y });
  }
  return set;
}

/** Returns the layout after one tile was moved or resized: others make room below it. */
export function placed(tiles: readonly Placed[], id: number, wanted: Partial<Place>): Placed[] {
  const before = tiles.find((tile) => tile.id === id);
  if (!before) return [...tiles];
  const next = { ...before, ...wanted };
  const w = Math.min(Math.max(next.w, 1), columns);
  const target = {
    ...next,
    w,
    h: Math.min(Math.max(next.h, 1), 20),
    x: Math.min(Math.max(next.x, 0), columns - w),
    y: Math.max(next.y, 0),
  };
  const isDown = target.y > before.y;
  // Of tiles at the same height the moved one comes first; one that moves down comes after those that
  // it passes.
  const rank = (tile: Placed) => (tile.id === id ? target.y + (isDown ? 0.5 : -0.5) : tile.y);
  const ordered = tiles
    .map((tile) => (tile.id === id ? target : tile))
    .toSorted((one, other) => rank(one) - rank(other) || one.x - other.x);
  return settle(ordered);
}

/** Returns the step of an arrow key: alone it moves a tile, with Shift it resizes it. */
export function stepOf(key: string, isResize: boolean, tile: Place, below: number): Partial<Place> | null {
  switch (key) {
    case "ArrowLeft":
      return isResize ? { w: tile.w - 1 } : { x: tile.x - 1 };
    case "ArrowRight":
      return isResize ? { w: tile.w + 1 } : { x: tile.x + 1 };
    case "ArrowUp":
      return isResize ? { h: tile.h - 1 } : { y: tile.y - 1 };
    case "ArrowDown":
      return isResize ? { h: tile.h + 1 } : { y: tile.y + below };
    default:
      return null;
  }
}

/** Returns the tiles whose position has changed. */
export const changed = (before: readonly Placed[], now: readonly Placed[]): Placed[] =>
  now
    .filter((tile) =>
      before.some(
        (other) =>
          other.id === tile.id &&
          (other.x !== tile.x || other.y !== tile.y || other.w !== tile.w || other.h !== tile.h),
      ),
    )
    .map(({ id, x, y, w, h }) => ({ id, x, y, w, h }));
