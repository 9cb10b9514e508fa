import { ErrorState, Icon, IconButton } from "@staffroom/ui";
import { createCalendar, DayGrid, destroyCalendar, List, ResourceTimeline, TimeGrid, type Calendar } from "@event-calendar/core";
import "@event-calendar/core/index.css";
import { Button, Segmented } from "antd";
import dayjs from "dayjs";
import { useEffect, useMemo, useRef } from "react";
import { plainHref, usePlainLinks } from "./plain-links";
import { isLondonHere, nameOf, stepped, today, type Span, type Spanned } from "./spans";

/** Pixels below the calendar: the end of the panel and of the page. */
const below = 30;
const tableRoles = ["table", "rowgroup", "row", "rowheader", "columnheader", "cell"].map((role) => `[role="${role}"]`).join();
const tableNames = ["role", "aria-colindex", "aria-rowindex", "aria-colspan", "aria-rowspan", "aria-colcount", "aria-rowcount"];
const plugins = [DayGrid, TimeGrid, List, ResourceTimeline];
const names: Readonly<Record<Span, string>> = { day: "Day", week: "Week", month: "Month", agenda: "Agenda", year: "Year" };

/** The link that stands for a row: made of texts, so that nothing in a name is markup. */
function linkOf({ event, timeText: shown }: { event: Calendar.Event; timeText: string }): { domNodes: Node[] } {
  const timeText = event.allDay ? "" : shown;
  const { title, lines, state, to } = event.extendedProps as Pick<Spanned, "title" | "lines" | "state" | "to">;
  const link = document.createElement(to ? "a" : "span");
  if (to) link.setAttribute("href", plainHref(to));
  link.className = "sr-planned";
  link.title = [timeText, title, lines, state].filter(Boolean).join("\n");
  const part = (tag: string, words: string, name = "") => {
    const element = document.createElement(tag);
    element.textContent = words;
    element.className = name;
    link.append(element);
  };
  // The calendar shows the day by where the link is.
  part("span", `${dayjs(event.start).format("D MMMM")} `, "sr-visually-hidden");
  if (timeText) part("time", timeText);
  part("b", title);
  if (lines) part("small", lines);
  if (state) part("small", state, "sr-planned-state");
  return { domNodes: [link] };
}

/** `month` is the one that is shown, where days of its neighbours are beside it. */
function eventOf(row: Spanned, month: string): Calendar.EventInput {
  return {
    id: row.id,
    start: row.start,
    // The end of whole days is the day after the last.
    end: row.isWhole ? dayjs(row.end < row.start ? row.start : row.end).add(1, "day").format("YYYY-MM-DD") : row.end,
    allDay: row.isWhole,
    resourceIds: row.lane ? [row.lane] : [],
    backgroundColor: `color-mix(in srgb, ${row.color} 16%, var(--surface))`,
    textColor: "var(--ink)",
    styles: [`--sr-planned: ${row.color}`],
    classNames: month && !row.start.startsWith(month) ? ["sr-other-month"] : [],
    extendedProps: { title: row.title, lines: row.lines, state: row.state, to: row.to },
  };
}

type Props = {
  /** The view of the library that draws each span that can be chosen. */
  views: Readonly<Partial<Record<Span, string>>>;
  span: Span;
  day: string;
  /** The day that the shown time begins with, where that is not the library's to say. */
  from?: string;
  show: (change: { day?: string; span?: Span }) => void;
  rows: readonly Spanned[];
  /** The lanes of a timeline, in order. */
  lanes?: readonly string[];
  note?: string;
  label: string;
  busy: boolean;
  error: Error | null;
  onRetry: () => void;
  options?: Calendar.Options;
};

/** Rows in their time, with the buttons that go through it. */
export function Planner({ views, span, day, from = day, show, rows, lanes, note, label, busy, error, onRetry, options }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const month = views[span] === "dayGridMonth" ? day.slice(0, 7) : "";
  const events = useMemo(() => rows.map((row) => eventOf(row, month)), [rows, month]);
  const resources = useMemo(() => (lanes ?? []).map((lane) => ({ id: lane, title: lane })), [lanes]);
  const view = views[span] ?? "";

  // Made anew for other rows: the library places bars that come later on top of each other.
  useEffect(() => {
    if (!place.current) return undefined;
    const made = createCalendar(place.current, plugins, {
      view, date: from, events, resources, firstDay: 1, locale: "en-GB", height: `max(${month ? 820 : 420}px, calc(100dvh - ${Math.round(place.current.offsetTop) + below}px))`, headerToolbar: { start: "", center: "", end: "" },
      // The library's own day is that of the machine.
      highlightedDates: [today()], theme: (names) => ({ ...names, today: "sr-machine-day", highlight: "ec-today" }), nowIndicator: isLondonHere(),
      dayMaxEvents: true, flexibleSlotTimeLimits: true, slotMinTime: "08:00", slotMaxTime: "20:00", slotEventOverlap: false, allDaySlot: false, slotHeight: 28,
      eventContent: linkOf, noEventsContent: "Nothing in this time",
      eventTimeFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, slotLabelFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      dayHeaderFormat: { weekday: "short", day: "numeric" }, listDayFormat: { weekday: "long", day: "numeric", month: "long" }, listDaySideFormat: () => "",
      views: { dayGridMonth: { dayHeaderFormat: { weekday: "short" } }, timeGridWeek: { displayEventEnd: false, columnWidth: "minmax(130px, 1fr)" } },
      ...options,
    });
    // Its rows lie over a table's cells and not in them: what says otherwise misleads. Each link says its day.
    for (const part of place.current.querySelectorAll(tableRoles)) for (const name of tableNames) part.removeAttribute(name);
    for (const day of place.current.querySelectorAll("time[aria-label]")) day.removeAttribute("aria-label");
    return () => void destroyCalendar(made);
  }, [view, from, month, events, resources, options]);

  usePlainLinks(place);
  const spans = Object.keys(views) as Span[];
  return (
    <div className="sr-planner" aria-busy={busy}>
      <div className="sr-planner-head">
        <IconButton label="Before" icon="chevron-left" onClick={() => show({ day: stepped(span, day, -1) })} />
        <Button onClick={() => show({ day: today() })}>Today</Button>
        <IconButton label="After" icon="chevron-right" onClick={() => show({ day: stepped(span, day, 1) })} />
        <h2 aria-live="polite">{nameOf(span, day)}</h2>
        {note && <span className="sr-muted"><Icon name="info" size={13} /> {note}</span>}
        {spans.length > 1 && <Segmented aria-label="How much is shown" value={span} options={spans.map((one) => ({ value: one, label: names[one] }))} onChange={(next) => show({ span: next, day })} />}
      </div>
      {error && <ErrorState compact error={error} onRetry={onRetry} />}
      <div ref={place} aria-label={label} role="group" />
    </div>
  );
}
