import type { Spanned } from "./spans";

/**
 * Returns timed rows, at most `most` side by side: of more overlapping rows the first stay, and one row counts the
 * others and links to all.
 */
export function folded(rows: readonly Spanned[], most: number, addressOf: (day: string) => string): Spanned[] {
  const kept: Spanned[] = [];
  const days = new Map<string, Spanned[]>();
  for (const row of rows) {
    const day = row.start.slice(0, 10);
    if (row.isWhole || day !== row.end.slice(0, 10)) kept.push(row);
    else days.set(day, [...(days.get(day) ?? []), row]);
  }
  for (const [day, its] of days)
    for (const group of overlapping(its)) kept.push(...foldedGroup(group, most, day, addressOf));
  return kept;
}

/** Returns rows in groups, none of which overlaps another. */
function overlapping(rows: readonly Spanned[]): Spanned[][] {
  const groups: Spanned[][] = [];
  let until = "";
  for (const row of rows.toSorted(
    (one, other) => one.start.localeCompare(other.start) || other.end.localeCompare(one.end),
  )) {
    if (row.start >= until) groups.push([row]);
    else groups.at(-1)?.push(row);
    if (row.end > until) until = row.end;
  }
  return groups;
}

function foldedGroup(
  group: readonly Spanned[],
  most: number,
  day: string,
  addressOf: (day: string) => string,
): Spanned[] {
  const columns: string[] = [];
  const placed = group.map((row) => {
    const free = columns.findIndex((until) => until <= row.start);
    const column = free < 0 ? columns.length : free;
    columns[column] = row.end;
    return { row, column };
  });
  if (columns.length <= most) return [...group];
  const shown = placed.filter(({ column }) => column < most - 1).map(({ row }) => row);
  const hidden = placed.filter(({ column }) => column >= most - 1).map(({ row }) => row);
  return [...shown, ...overlapping(hidden).map((rows) => moreOf(rows, day, addressOf))];
}

function moreOf(rows: readonly Spanned[], day: string, addressOf: (day: string) => string): Spanned {
  const [first] = rows as [Spanned];
  const end = rows.reduce((last, row) => (row.end > last ? row.end : last), first.end);
  return {
    id: `more ${first.start}`,
    start: first.start,
    end,
    isWhole: false,
    title: `+${rows.length} more`,
    lines: "",
    state: "",
    color: "var(--grey)",
    lanes: [],
    to: addressOf(day),
  };
}
