import { zone } from "@staffroom/ui";
import dayjs, { type Dayjs } from "dayjs";

/** A range of days by its name: `2026-11-23..2026-11-29`. */
export type QuickDates = { title: string; range: string };

const firstMonthOfYear = 8;
const day = (date: Dayjs) => date.format("YYYY-MM-DD");
/** Weeks begin on Monday. */
const monday = (date: Dayjs) => date.subtract((date.day() + 6) % 7, "day");

/** Ranges that are often asked for; the academic year begins in September. */
export function quickDates(now: number = Date.now()): QuickDates[] {
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
    ["This academic year", dayjs(`${year}-09-01`), dayjs(`${year + 1}-08-31`)],
  ];
  return ranges.map(([title, from, to]) => ({ title, range: `${day(from)}..${day(to)}` }));
}
