import type { CellChange, Refusal } from "@staffroom/grid";

/** A working period of a day: `09:00` to `17:00`. */
export type Span = { day: string; start: string; end: string };
/** A day as a row of the grid: `start0`, `end0`, `start1`, ... */
export type DayRow = { day: string } & Readonly<Record<string, string | null>>;

/** Maximum number of spans in a week (`catalogue.py`, HOURS). */
const mostSpans = 14;
const clock = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Normalises a typed time, `9`, `930`, `9.30` or `9:30`, to `09:30`; anything else stays unchanged. */
export function clockOf(text: string): string {
  const parts = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*$/i.exec(text);
  const time = parts && `${parts[1]?.padStart(2, "0")}:${parts[2] ?? "00"}`;
  return time && clock.test(time) ? time : text;
}

const ofDay = (hours: readonly Span[], day: string) => hours.filter((span) => span.day === day);

/** Returns the number of spans with columns: those of the fullest day and one more, at least two. */
export const spanCount = (hours: readonly Span[], days: readonly string[]): number =>
  Math.min(mostSpans, Math.max(1, ...days.map((day) => ofDay(hours, day).length)) + 1);

export const rowsOf = (hours: readonly Span[], days: readonly string[], spans: number): DayRow[] =>
  days.map((day) => {
    const own = ofDay(hours, day);
    return {
      ...Object.fromEntries(
        Array.from({ length: spans }, (_, place) => [
          [`start${place}`, own[place]?.start ?? null],
          [`end${place}`, own[place]?.end ?? null],
        ]).flat(),
      ),
      day,
    };
  });

type Plan = { hours: Span[]; refusals: Refusal[] };

/**
 * Returns the week after some cells were changed; `shown` returns what a cell shows. A span with only one time, or with
 * an invalid one, stays as it was saved, and its cell says what is missing; the rest is saved.
 */
export function changedWeek(
  hours: readonly Span[],
  days: readonly string[],
  spans: number,
  shown: (day: string, name: string) => unknown,
  changes: readonly CellChange[],
): Plan {
  const refusals: Refusal[] = [];
  const next = rowsOf(hours, days, spans).flatMap((row) =>
    Array.from({ length: spans }, (_, place): Span[] => {
      const names = [`start${place}`, `end${place}`] as const;
      const own = changes.filter((one) => one.row === row.day && names.some((name) => name === one.name));
      const [from, to] = names.map((name) => row[name] ?? null);
      const before = from && to ? [{ day: row.day, start: from, end: to }] : [];
      if (!own.length) return before;
      const [start, end] = names.map((name) => (shown(row.day, name) as string | null) || null);
      const isTime = (time: unknown) => !time || (typeof time === "string" && clock.test(time));
      const refuse = (text: string) => {
        refusals.push(
          ...own.map(({ name, value }) => ({
            row: row.day,
            name,
            text: isTime(value) ? text : "Please enter a time like 09:00",
          })),
        );
        return before;
      };
      if (!isTime(start)) return refuse("Please correct the start time");
      if (!isTime(end)) return refuse("Please correct when it ends");
      if (!start && !end) return [];
      if (!start) return refuse("Please enter when it begins, or empty both");
      return end ? [{ day: row.day, start, end }] : refuse("Please enter when it ends, or empty both");
    }).flat(),
  );
  return { hours: next, refusals };
}
