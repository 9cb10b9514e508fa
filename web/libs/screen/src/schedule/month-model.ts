import dayjs from "dayjs";
import type { Days, Spanned } from "./spans";

/** A row in a week: its line, and the number of days it spans there. */
export type Placed = { row: Spanned; line: number; days: number };
/**
 * A day of a month: the rows that begin here or continue from the previous week, all its rows, and how many have no
 * line.
 */
export type MonthDay = { day: string; starting: readonly Placed[]; rows: readonly Spanned[]; hidden: number };

const byStart = (one: Spanned, other: Spanned) =>
  one.start.localeCompare(other.start) || other.end.localeCompare(one.end);

/**
 * Returns the weeks of a month with their rows on `lines` lines; a row without a line is counted on each of its days.
 */
export function weeksOf(rows: readonly Spanned[], { first, last }: Days, lines: number): MonthDay[][] {
  const sorted = rows.toSorted(byStart);
  const weeks: MonthDay[][] = [];
  for (let monday = dayjs(first); monday.format("YYYY-MM-DD") <= last; monday = monday.add(7, "day")) {
    const days = Array.from({ length: 7 }, (_, at) => monday.add(at, "day").format("YYYY-MM-DD"));
    weeks.push(weekOf(sorted, days, lines));
  }
  return weeks;
}

function weekOf(sorted: readonly Spanned[], days: readonly string[], lines: number): MonthDay[] {
  const week = days.map((day) => ({ day, starting: [] as Placed[], rows: [] as Spanned[], hidden: 0 }));
  /** The first day of the week on which each line is free again. */
  const free = Array.from({ length: lines }, () => 0);
  for (const row of sorted) {
    const [begins, ends] = [row.start.slice(0, 10), lastDay(row)];
    if (begins > (days[6] as string) || ends < (days[0] as string)) continue;
    const from = Math.max(
      0,
      days.findIndex((day) => day >= begins),
    );
    const to = days.findLastIndex((day) => day <= ends);
    const line = free.findIndex((day) => day <= from);
    if (line >= 0) {
      free[line] = to + 1;
      week[from]?.starting.push({ row, line, days: to - from + 1 });
    }
    for (const day of week.slice(from, to + 1)) {
      day.rows.push(row);
      if (line < 0) day.hidden += 1;
    }
  }
  return week;
}

/**
 * Returns the last day of a row. A row that ends at midnight is not in the next day; one that ends before it begins has
 * one day.
 */
function lastDay({ start, end, isWhole }: Spanned): string {
  if (end <= start) return start.slice(0, 10);
  return !isWhole && end.endsWith("T00:00:00") ? dayjs(end).subtract(1, "day").format("YYYY-MM-DD") : end.slice(0, 10);
}

/** Returns the days with rows, in order; rows that began earlier are on the first day. */
export function agendaOf(rows: readonly Spanned[], { first, last }: Days): { day: string; rows: Spanned[] }[] {
  const days = new Map<string, Spanned[]>();
  for (const row of rows.toSorted(byStart)) {
    const began = row.start.slice(0, 10);
    if (began > last || lastDay(row) < first) continue;
    const day = began < first ? first : began;
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, on]) => ({ day, rows: on }));
}
