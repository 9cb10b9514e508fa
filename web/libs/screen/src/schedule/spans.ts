import { useListPages } from "@staffroom/api";
import type { ListViews, Row, ViewShown } from "@staffroom/contract";
import { rowName, totalLabel, wordsIn } from "@staffroom/list";
import { colorOf, formatNumber, optionOf, useAddress, zone } from "@staffroom/ui";
import dayjs, { type Dayjs } from "dayjs";
import { useMemo } from "react";

/** Calendar and timeline: which span is shown, from which day, and its rows. */
export type Span = "day" | "week" | "month" | "agenda" | "year";
/** The first and the last day, `2026-11-30`. */
export type Days = { first: string; last: string };
/** A row with its time; days are whole and include the last. Timestamps are London time, without an offset. */
export type Spanned = {
  id: string;
  start: string;
  end: string;
  isWhole: boolean;
  title: string;
  lines: string;
  state: string;
  color: string;
  lanes: readonly string[];
  to: string | null;
  isCancelled?: boolean;
  isMovable?: boolean;
  people?: RowPeople;
};
/** The people that a row names, and their initials if there is no room for names. */
export type RowPeople = { names: string; initials: string };
type Shape = NonNullable<ListViews["calendar"]> & { lane?: string };

/** Pixels below the drawing: the bottom of the panel and of the page. */
export const below = 30;
const text = (day: Dayjs) => day.format("YYYY-MM-DD");
/** Returns the day in an address; today if it has none, or an invalid one such as the 31st of June. */
export const dayIn = (address: URLSearchParams): string => {
  const asked = address.get("day") ?? "";
  return text(dayjs(asked)) === asked ? asked : today();
};
export const today = (): string => text(dayjs().tz(zone));
/** True if this machine's clock shows London time. */
export const isLondonHere = (): boolean => dayjs().utcOffset() === dayjs().tz(zone).utcOffset();

/** Returns the days that a span shows around a day; weeks begin on Monday, and a month is shown in whole weeks. */
export function daysOf(span: Span, day: string): Days {
  const at = dayjs(day);
  const monday = (date: Dayjs) => date.subtract((date.day() + 6) % 7, "day");
  switch (span) {
    case "day":
      return { first: day, last: day };
    case "week":
      return { first: text(monday(at)), last: text(monday(at).add(6, "day")) };
    case "month":
      return { first: text(monday(at.startOf("month"))), last: text(monday(at.endOf("month")).add(6, "day")) };
    case "agenda":
      return { first: text(at.startOf("month")), last: text(at.endOf("month")) };
    case "year":
      return { first: text(at.startOf("year")), last: text(at.endOf("year")) };
  }
}

/** Returns the day from which the previous or next span is shown. */
export function stepped(span: Span, day: string, by: 1 | -1): string {
  const at = dayjs(day);
  if (span === "day" || span === "week") return text(at.add(by, span));
  return text(at.startOf(span === "year" ? "year" : "month").add(by, span === "year" ? "year" : "month"));
}

/** Return the name of the days that are shown. */
export function nameOf(span: Span, day: string): string {
  const at = dayjs(day);
  if (span === "day") return at.format("dddd D MMMM YYYY");
  if (span === "year") return at.format("YYYY");
  if (span !== "week") return at.format("MMMM YYYY");
  const { first, last } = daysOf(span, day);
  const [from, to] = [dayjs(first), dayjs(last)];
  return `${from.format(from.month() === to.month() ? "D" : from.year() === to.year() ? "D MMM" : "D MMM YYYY")} – ${to.format("D MMM YYYY")}`;
}

// The Swedish format of a timestamp is ISO 8601.
const wallClock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
/** Returns a timestamp in London time; a day stays as it is. */
export const inLondon = (value: string): string =>
  value.length > 10 ? wallClock.format(new Date(value)).replace(" ", "T") : value;

/** Maximum number of rows per response. */
export const most = 1000;
/** Maximum number of responses per period; one with more rows is not drawn. */
const mostAnswers = 3;
const noRows: readonly Row[] = [];

/** Says that a view shows only some of its rows; nothing if it shows all. */
export const partNote = (shown: number, total: number, isExact: boolean): string | undefined =>
  shown < total ? `The first ${formatNumber(shown)} of ${totalLabel(total, isExact)}; filters show fewer` : undefined;

/** Returns the bounds of days for a filter; for timestamps, those of London's days. */
function boundsOf({ first, last }: Days, isTimed: boolean): string {
  if (!isTimed) return `${first}..${last}`;
  const midnight = (day: Dayjs) => dayjs.tz(text(day), zone);
  const moments = [midnight(dayjs(first)), midnight(dayjs(last).add(1, "day")).subtract(1, "second")];
  return moments.map((moment) => moment.utc().format("YYYY-MM-DDTHH:mm:ss[Z]")).join("..");
}

type Page = ReturnType<typeof useListPages>[number];
type SpannedRows = {
  rows: Spanned[];
  /** The same as the list returns them. */
  raw: readonly Row[];
  /** The number of rows, if they are too many to draw: then `rows` is empty, since a part would look like all. */
  tooMany: string | undefined;
  page: Page | undefined;
};

/**
 * Loads a list's rows within some days; `refine`, a stable function, adds what the declared view does not say about a
 * row.
 */
export function useSpanned(
  { meta, path, query, addressOf }: ViewShown,
  shape: Shape,
  days: Days,
  refine?: (row: Row) => Partial<Spanned>,
): SpannedRows {
  const { last } = days;
  const rest = Object.fromEntries(
    Object.entries(query).filter(([name]) => !shape.filters.includes(name) && name !== "sort"),
  );
  const sorted = meta.columns.find(({ name }) => name === shape.start)?.sortable ? { sort: shape.start } : {};
  const asked = (page: number) => ({
    path,
    query: { ...rest, [shape.days]: boundsOf(days, shape.timed), ...sorted, page, pageSize: most },
  });
  const [page] = useListPages([asked(1)]);
  const data = page?.data;
  const answers = data ? Math.ceil(data.total / most) : 1;
  const isTooMuch = !!data && (!data.totalIsExact || answers > mostAnswers);
  const [second, third] = useListPages(
    Array.from({ length: isTooMuch ? 0 : answers - 1 }, (_, number) => asked(number + 2)),
  ).map((one) => one.data);
  const raw = useMemo(
    () => (isTooMuch ? noRows : [data, second, third].flatMap((one) => one?.data ?? noRows)),
    [isTooMuch, data, second, third],
  );
  const rows = useMemo(
    () =>
      raw.flatMap((row) => {
        const spanned = spannedOf(row, meta, shape, last, addressOf);
        return spanned ? { ...spanned, ...refine?.(row) } : [];
      }),
    [raw, meta, shape, last, addressOf, refine],
  );
  return { rows, raw, tooMany: isTooMuch ? totalLabel(data.total, data.totalIsExact) : undefined, page };
}

function spannedOf(
  row: Row,
  meta: ViewShown["meta"],
  shape: Shape,
  last: string,
  addressOf: ViewShown["addressOf"],
): Spanned | null {
  const start = row[shape.start];
  if (typeof start !== "string" || !start) return null;
  const end = shape.end ? row[shape.end] : null;
  // Without an end, a bar extends beyond the shown period.
  const open = shape.lane && start < last ? last : start;
  const textOf = (name: string) => {
    const column = meta.columns.find((one) => one.name === name);
    return column ? wordsIn(column, row) : "";
  };
  const colored = meta.columns.find((one) => one.name === shape.color);
  const option = colored && optionOf(colored, row[shape.color], row);
  return {
    id: String(row[meta.rowKey]),
    start: inLondon(start),
    end: inLondon(typeof end === "string" && end ? end : open),
    isWhole: !shape.timed,
    title: textOf(shape.title) || rowName(meta.columns, row, meta.rowKey),
    lines: shape.lines.map(textOf).filter(Boolean).join(" · "),
    state: option?.label ?? "",
    color: colorOf(option?.color),
    lanes: shape.lane ? [textOf(shape.lane) || "Without"] : [],
    to: addressOf?.(row) ?? null,
  };
}

/** Returns the day and the span from the address, the defaults if it has none or invalid ones. */
export function useSpan(
  spans: readonly Span[],
  usual: Span,
): { day: string; span: Span; show: (change: { day?: string; span?: Span }) => void } {
  const [address, change] = useAddress();
  const span = spans.find((one) => one === address.get("span")) ?? usual;
  return {
    day: dayIn(address),
    span,
    show: (next) => change(next, { replace: true }),
  };
}
