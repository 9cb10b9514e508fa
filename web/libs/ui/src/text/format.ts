import { locale, t } from "@staffroom/language";
import dayjs from "dayjs";
import customParse from "dayjs/plugin/customParseFormat";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParse);

export const zone = "Europe/London";

/** Formats `2026-11-21` as 21/11/26; a timestamp by its London day. */
export function formatDate(value: unknown): string {
  if (typeof value !== "string" || !value) return "";
  const day = /^\d{2}(\d{2})-(\d{2})-(\d{2})$/.exec(value);
  return day ? `${day[3]}/${day[2]}/${day[1]}` : formatDateTime(value).slice(0, 8);
}

// Intl takes 2 µs, the time zones of dayjs 100; lists show thousands of timestamps.
const moments = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  day: "2-digit",
  month: "2-digit",
  year: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Formats a UTC timestamp as DD/MM/YY HH:mm in London; one without an offset is UTC. */
export function formatDateTime(value: unknown): string {
  if (typeof value !== "string" || !value) return "";
  const time = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(time) ? "" : moments.format(time).replace(",", "");
}

/** Formats the time of a UTC timestamp as HH:mm in London. */
export const formatTime = (value: unknown): string => formatDateTime(value).slice(-5);

/** Formats a recent timestamp as `3 minutes ago`, an older one as its date. */
export function formatAgo(value: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(value)) / 60_000);
  if (Number.isNaN(minutes)) return "";
  if (minutes < 1) return t("just now");
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return formatDateTime(value);
}

/**
 * Formats the age of a day or timestamp in whole days: `today`, `1 day`, `12 days`, from two years on in whole years; a
 * future day as a date.
 */
export function formatAge(value: string, now = Date.now()): string {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return "";
  const days = dayjs(now).tz(zone).startOf("day").diff(dayjs(time).tz(zone).startOf("day"), "day");
  if (days < 0) return formatDate(value);
  if (days >= 730) return `${Math.floor(days / 365.25)} years`;
  return days === 0 ? t("today") : formatCount(days, "day", "days");
}

/** Formats a deadline: `today`, `3 days late`, or the day itself. */
export function formatDue(value: string, now = Date.now()): string {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return "";
  const days = dayjs(now).tz(zone).startOf("day").diff(dayjs(time).tz(zone).startOf("day"), "day");
  if (days > 0) return `${formatAge(value, now)} late`;
  return days === 0 ? t("today") : formatDate(value);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns the number or currency format of the page's language. */
function formatOf(currency = ""): Intl.NumberFormat {
  const key = `${locale}${currency}`;
  let format = formats.get(key);
  if (!format)
    formats.set(key, (format = new Intl.NumberFormat(locale, currency ? { style: "currency", currency } : {})));
  return format;
}
const numberText = (value: number): string => formatOf().format(value);
export function formatNumber(value: unknown): string {
  return typeof value === "number" ? numberText(value) : "";
}

/** Formats a count: `1 person`, `1,204 people`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${t(count === 1 ? one : many)}`;

/** Formats minor units as money. */
export function formatMoney(minor: unknown, currency?: unknown): string {
  if (typeof minor !== "number") return "";
  return formatOf(typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : "GBP").format(minor / 100);
}

/** Formats a percentage, which is sent times 100. */
export function formatPercent(value: unknown): string {
  return typeof value === "number" ? `${numberText(value / 100)}%` : "";
}

const units = ["kB", "MB", "GB", "TB"];
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Formats `1 report`, `2 reports`. */
export const plural = (count: number, noun: string): string => formatCount(count, noun, `${noun}s`);
