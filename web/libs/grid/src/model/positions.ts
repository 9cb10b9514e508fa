/** A cell by its position, counted from 0. */
export type Position = { row: number; column: number };
/** A rectangle of cells, both ends included. */
export type Block = { top: number; bottom: number; left: number; right: number };
export type Size = { rows: number; columns: number };

export const samePosition = (one: Position, other: Position): boolean =>
  one.row === other.row && one.column === other.column;

/** Clamps a position to the grid. */
export const clamp = ({ row, column }: Position, { rows, columns }: Size): Position => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});

/** Returns the block between two corners. */
export const blockOf = (one: Position, other: Position): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

export const sizeOf = ({ top, bottom, left, right }: Block): Size => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
});
export const isSingle = (block: Block): boolean => block.top === block.bottom && block.left === block.right;
export const isInside = ({ top, bottom, left, right }: Block, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** Returns the cells of a block, row by row. */
export function cellsOf({ top, bottom, left, right }: Block): Position[] {
  const cells: Position[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) cells.push({ row, column });
  return cells;
}

/** Returns the next cell in reading order; null after the last and before the first. */
export function nextInOrder({ row, column }: Position, step: 1 | -1, { rows, columns }: Size): Position | null {
  const place = row * columns + column + step;
  return place < 0 || place >= rows * columns ? null : { row: Math.floor(place / columns), column: place % columns };
}

type Keys = { key: string; ctrl: boolean };

/** Returns the cell to which a key moves, or null for other keys; `page` is the number of visible rows. */
export function keyTarget({ key, ctrl }: Keys, from: Position, size: Size, page: number): Position | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const far = (near: number, edge: number) => (ctrl ? edge : near);
  const { row, column } = from;
  switch (key) {
    case "ArrowUp":
      return clamp({ row: far(row - 1, 0), column }, size);
    case "ArrowDown":
      return clamp({ row: far(row + 1, last.row), column }, size);
    case "ArrowLeft":
      return clamp({ row, column: far(column - 1, 0) }, size);
    case "ArrowRight":
      return clamp({ row, column: far(column + 1, last.column) }, size);
    case "Home":
      return { row: far(row, 0), column: 0 };
    case "End":
      return { row: far(row, last.row), column: last.column };
    case "PageUp":
      return clamp({ row: row - page, column }, size);
    case "PageDown":
      return clamp({ row: row + page, column }, size);
    default:
      return null;
  }
}
