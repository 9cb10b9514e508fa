import { createCalendar, DayGrid, destroyCalendar, ResourceTimeline, TimeGrid, type Calendar } from "@event-calendar/core";
import "@event-calendar/core/index.css";
import dayjs from "dayjs";
import { useEffect, useMemo, useRef } from "react";
import { plainHref } from "./plain-links";
import { below, isLondonHere, today, type Spanned } from "./spans";

const tableRoles = ["table", "rowgroup", "row", "rowheader", "columnheader", "cell"].map((role) => `[role="${role}"]`).join();
const tableNames = ["role", "aria-colindex", "aria-rowindex", "aria-colspan", "aria-rowspan", "aria-colcount", "aria-rowcount"];
const plugins = [DayGrid, TimeGrid, ResourceTimeline];

/** The link that stands for a row, as `PlannedLink`: made of texts, so that nothing in a name is markup. */
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

function eventOf(row: Spanned): Calendar.EventInput {
  return {
    id: row.id,
    start: row.start,
    // The end of whole days is the day after the last.
    end: row.isWhole ? dayjs(row.end < row.start ? row.start : row.end).add(1, "day").format("YYYY-MM-DD") : row.end,
    allDay: row.isWhole,
    resourceIds: row.lane ? [row.lane] : [],
    backgroundColor: `color-mix(in srgb, ${row.color} 14%, var(--surface))`,
    textColor: "var(--ink)",
    styles: [`--sr-planned: ${row.color}`],
    extendedProps: { title: row.title, lines: row.lines, state: row.state, to: row.to },
  };
}

export type TimedProps = {
  /** The view of the library. */
  view: string;
  /** The day that the shown time begins with. */
  from: string;
  rows: readonly Spanned[];
  /** The lanes of a timeline, in order. */
  lanes?: readonly string[];
  options?: Calendar.Options;
};

/** Rows by their hours, or as bars in lanes. */
export default function Timed({ view, from, rows, lanes, options }: TimedProps) {
  const place = useRef<HTMLDivElement>(null);
  const events = useMemo(() => rows.map(eventOf), [rows]);
  const resources = useMemo(() => (lanes ?? []).map((lane) => ({ id: lane, title: lane })), [lanes]);

  // Made anew for other rows: the library places bars that come later on top of each other.
  useEffect(() => {
    if (!place.current) return undefined;
    const made = createCalendar(place.current, plugins, {
      view, date: from, events, resources, firstDay: 1, locale: "en-GB", height: `max(420px, calc(100dvh - ${Math.round(place.current.offsetTop) + below}px))`, headerToolbar: { start: "", center: "", end: "" },
      // The library's own day is that of the machine.
      highlightedDates: [today()], theme: (names) => ({ ...names, today: "sr-machine-day", highlight: "ec-today" }), nowIndicator: isLondonHere(),
      flexibleSlotTimeLimits: true, slotMinTime: "08:00", slotMaxTime: "20:00", slotEventOverlap: false, allDaySlot: false, slotHeight: 28,
      eventContent: linkOf,
      eventTimeFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, slotLabelFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      dayHeaderFormat: { weekday: "short", day: "numeric" },
      views: { timeGridWeek: { displayEventEnd: false, columnWidth: "minmax(130px, 1fr)" } },
      ...options,
    });
    // Its rows lie over a table's cells and not in them: what says otherwise misleads. Each link says its day.
    for (const part of place.current.querySelectorAll(tableRoles)) for (const name of tableNames) part.removeAttribute(name);
    for (const day of place.current.querySelectorAll("time[aria-label]")) day.removeAttribute("aria-label");
    return () => void destroyCalendar(made);
  }, [view, from, events, resources, options]);

  return <div ref={place} />;
}
