const often: Readonly<Record<string, [string, string]>> = {
  DAILY: ["day", "days"],
  WEEKLY: ["week", "weeks"],
  MONTHLY: ["month", "months"],
  YEARLY: ["year", "years"],
};
const days: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** Describes a rule in words: `Every 2 weeks on Monday and Wednesday`. Unknown parts stay as they are. */
export function inWords(rule: string): string {
  const parts = Object.fromEntries(rule.split(";").map((part) => part.split("=") as [string, string]));
  const names = often[parts.FREQ ?? ""];
  if (!names) return rule;
  const every = Number(parts.INTERVAL ?? 1) > 1 ? `Every ${parts.INTERVAL} ${names[1]}` : `Every ${names[0]}`;
  const on = parts.BYDAY?.split(",")
    .map((day) => days[day] ?? day)
    .join(" and ");
  if (on) return `${every} on ${on}`;
  return parts.BYMONTHDAY ? `${every} on day ${parts.BYMONTHDAY}` : every;
}

const weekdayCodes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
/** The days of a week by their names in rules, Monday first, for a form. */
export const weekdays = [...weekdayCodes.slice(1), weekdayCodes[0]].map((code) => ({
  value: code,
  label: (days[code] ?? "").slice(0, 3),
}));

/**
 * The recurrence of an event in a form: at an interval of days, weeks, months or years, until a last day or for a
 * number of dates.
 */
export type Repeats = {
  often: "" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  every: number;
  on: readonly string[];
  monthly: "day" | "weekday";
  dates: number;
  until: string;
};
export const never: Repeats = { often: "", every: 1, on: [], monthly: "day", dates: 10, until: "" };

/** The maximum of each part of a rule: `people.calendar.recurrence`. */
export const mostEvery = { DAILY: 99, WEEKLY: 99, MONTHLY: 11, YEARLY: 5 } as const;
export const mostDates = 366;

/**
 * Returns the rule of a form; `day` is the day of the first date, which determines a month's date. Empty if it does not
 * repeat.
 */
export function ruleOf({ often: frequency, every, on, monthly, dates, until }: Repeats, day: string): string {
  if (!frequency) return "";
  const first = new Date(`${day}T12:00:00Z`);
  const code = weekdayCodes[first.getUTCDay()] as string;
  const parts = [`FREQ=${frequency}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (frequency === "WEEKLY" && on.length) parts.push(`BYDAY=${on.join()}`);
  // A fifth weekday becomes the last of the month, which each month has.
  const nth = Math.ceil(first.getUTCDate() / 7);
  if (frequency === "MONTHLY")
    parts.push(monthly === "day" ? `BYMONTHDAY=${first.getUTCDate()}` : `BYDAY=${nth > 4 ? -1 : nth}${code}`);
  parts.push(until ? `UNTIL=${until.replaceAll("-", "")}` : `COUNT=${dates}`);
  return parts.join(";");
}
