import { seldomChanged, useApi } from "@staffroom/api";
import type { Answer, QuickDays } from "@staffroom/contract";
import { zone } from "@staffroom/ui";
import dayjs, { type Dayjs } from "dayjs";

/** Returns a range of days by its name: `2026-11-23..2026-11-29`. */
type QuickDates = { title: string; range: string };

const firstMonthOfYear = 8;
const day = (date: Dayjs) => date.format("YYYY-MM-DD");
/** Weeks begin on Monday. */
const monday = (date: Dayjs) => date.subtract((date.day() + 6) % 7, "day");

/** A first and a last day. */
export type Term = { start: string; end: string };

/** Returns the terms of all academic years, in order; they are fetched once. */
export function useTerms(isAsked: boolean): Term[] {
  const { data } = useApi<Answer<"identity", "/academic-years/all">>("/academic-years/all", undefined, {
    enabled: isAsked,
    staleTime: seldomChanged,
  });
  return (data ?? [])
    .flatMap(({ mt, ht, tt }) => [mt, ht, tt])
    .toSorted((one, other) => one.start.localeCompare(other.start));
}

/** Returns the term of a day, and those before and after it. */
function termsAround(terms: readonly Term[], today: string): [string, Term | undefined][] {
  return [
    ["This term", terms.find(({ start, end }) => start <= today && today <= end)],
    ["Last term", terms.findLast(({ end }) => end < today)],
    ["Next term", terms.find(({ start }) => start > today)],
  ];
}

/** Returns the names of the ranges for a field, in order. */
const suited: Record<QuickDays, readonly string[]> = {
  past: ["Today", "This week", "Last week", "This month", "Last month", "This term", "Last term", "This academic year"],
  due: ["Overdue", "Today", "This week", "Next week", "This month", "Next month", "This term", "Next term"],
  both: [
    "Today",
    "This week",
    "Last week",
    "Next week",
    "This month",
    "Last month",
    "Next month",
    "This term",
    "Last term",
    "Next term",
    "This academic year",
  ],
  none: [],
};

/** Returns common ranges for such days; the academic year begins in September. */
export function quickDates(days: QuickDays, terms: readonly Term[] = [], now: number = Date.now()): QuickDates[] {
  const today = dayjs(now).tz(zone).startOf("day");
  const week = monday(today);
  const month = today.startOf("month");
  const year = today.month() >= firstMonthOfYear ? today.year() : today.year() - 1;
  const ranges: [string, Dayjs, Dayjs][] = [
    ["Today", today, today],
    ["This week", week, week.add(6, "day")],
    ["Last week", week.subtract(7, "day"), week.subtract(1, "day")],
    ["Next week", week.add(7, "day"), week.add(13, "day")],
    ["This month", month, month.endOf("month")],
    ["Last month", month.subtract(1, "month"), month.subtract(1, "day")],
    ["Next month", month.add(1, "month"), month.add(1, "month").endOf("month")],
    ["This academic year", dayjs(`${year}-09-01`), dayjs(`${year + 1}-08-31`)],
  ];
  const named = termsAround(terms, day(today)).flatMap(([title, term]) =>
    term ? [{ title, range: `${term.start}..${term.end}` }] : [],
  );
  const usual = ranges.map(([title, from, to]) => ({ title, range: `${day(from)}..${day(to)}` }));
  const overdue = { title: "Overdue", range: `..${day(today.subtract(1, "day"))}` };
  const known = new Map([overdue, ...usual, ...named].map((one) => [one.title, one]));
  return suited[days].flatMap((title) => known.get(title) ?? []);
}
