import {
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  ResourceTimeGrid,
  ResourceTimeline,
  TimeGrid,
  type Calendar,
} from "@event-calendar/core";
import "@event-calendar/core/index.css";
import { locale } from "@staffroom/language";
import dayjs from "dayjs";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { plainHref } from "./plain-links";
import { below, isLondonHere, today, type Spanned } from "./spans";

const tableRoles = ["table", "rowgroup", "row", "rowheader", "columnheader", "cell"]
  .map((role) => `[role="${role}"]`)
  .join();
const tableNames = [
  "role",
  "aria-colindex",
  "aria-rowindex",
  "aria-colspan",
  "aria-rowspan",
  "aria-colcount",
  "aria-rowcount",
];
const plugins = [DayGrid, TimeGrid, ResourceTimeGrid, ResourceTimeline, Interaction];

/** Builds the link for a row, like `ScheduledLink`: from text nodes, so that a name cannot contain markup. */
function linkOf({ event, timeText: shown }: { event: Calendar.Event; timeText: string }): { domNodes: Node[] } {
  const timeText = event.allDay ? "" : shown;
  const { title, lines, state, to, isCancelled, people } = event.extendedProps as Spanned;
  const link = document.createElement(to ? "a" : "span");
  if (to) link.setAttribute("href", plainHref(to));
  link.className = "sr-scheduled";
  // The calendar drags the event; the browser must not drag the link.
  link.draggable = false;
  if (isCancelled) link.dataset.cancelled = "true";
  link.title = [timeText, title, people?.names, lines, state].filter(Boolean).join("\n");
  const part = (tag: string, words: string, name = "") => {
    const element = document.createElement(tag);
    element.textContent = words;
    element.className = name;
    link.append(element);
    return element;
  };
  // The calendar shows the day by the link's position.
  part("span", `${dayjs(event.start).format("D MMMM")} `, "sr-visually-hidden");
  if (timeText) part("time", timeText);
  part("b", title);
  if (people) {
    part("small", people.names, "sr-scheduled-names");
    // Initials are only for sighted users.
    part("small", people.initials, "sr-scheduled-initials").setAttribute("aria-hidden", "true");
  }
  if (lines) part("small", lines);
  if (state) part("small", state, "sr-scheduled-state");
  return { domNodes: [link] };
}

function eventOf(row: Spanned): Calendar.EventInput {
  return {
    id: row.id,
    start: row.start,
    // The end of whole days is the day after the last.
    end: row.isWhole
      ? dayjs(row.end < row.start ? row.start : row.end)
          .add(1, "day")
          .format("YYYY-MM-DD")
      : row.end,
    allDay: row.isWhole,
    resourceIds: [...row.lanes],
    editable: row.isMovable ?? false,
    backgroundColor: `color-mix(in srgb, ${row.color} 14%, var(--surface))`,
    textColor: "var(--ink)",
    styles: [`--sr-scheduled: ${row.color}`],
    extendedProps: row,
  };
}

export type Lane = { id: string; title: string };
/** A timed row; `lane` if there are lanes. */
export type Slot = { start: string; end: string; isWhole: boolean; lane?: string };

const slotOf = ({ start, end, allDay, lane }: { start: Date; end: Date; allDay: boolean; lane?: string }): Slot => {
  const format = allDay ? "YYYY-MM-DD" : "YYYY-MM-DDTHH:mm:ss";
  // The library expects whole days to end with the day after the last.
  return {
    start: dayjs(start).format(format),
    end: dayjs(end)
      .subtract(allDay ? 1 : 0, "day")
      .format(format),
    isWhole: allDay,
    lane,
  };
};

export type TimedProps = {
  /** The library's view. */
  view: string;
  /** The first day of the shown period. */
  from: string;
  rows: readonly Spanned[];
  /** The lanes of a timeline, in order. */
  lanes?: readonly Lane[];
  /** Called on a drag over a free time or a click on it. */
  onCreate?: (slot: Slot) => void;
  /**
   * Called when a movable row was moved or resized; `from` is the lane that it left. It stays where it was dropped
   * until its rows are loaded again.
   */
  onMove?: (row: Spanned, to: Slot, from?: string) => Promise<boolean>;
  options?: Calendar.Options;
};

/** Rows by time of day, or as bars in lanes. */
export default function Timed({ view, from, rows, lanes, onCreate, onMove, options }: TimedProps) {
  const place = useRef<HTMLDivElement>(null);
  const events = useMemo(() => rows.map(eventOf), [rows]);
  const resources = useMemo(() => (lanes ?? []).map((lane) => ({ ...lane })), [lanes]);
  const create = useEffectEvent((slot: Slot) => onCreate?.(slot));
  const move = useEffectEvent(
    async ({
      event,
      revert,
      ...lane
    }: {
      event: Calendar.Event;
      revert: () => void;
      newResource?: Calendar.Resource;
      oldResource?: Calendar.Resource;
    }) => {
      const row = event.extendedProps as unknown as Spanned;
      const to = slotOf({
        start: event.start,
        end: event.end,
        allDay: event.allDay,
        lane: lane.newResource && String(lane.newResource.id),
      });
      if (!(await onMove?.(row, to, lane.oldResource && String(lane.oldResource.id)))) revert();
    },
  );
  const mayCreate = !!onCreate;
  const mayMove = !!onMove;

  // Rebuilt for other rows: the library would place later bars on top of each other.
  useEffect(() => {
    if (!place.current) return undefined;
    const drawnCalendar = createCalendar(place.current, plugins, {
      view,
      date: from,
      events,
      resources,
      firstDay: 1,
      locale,
      height: `max(420px, calc(100dvh - ${Math.round(place.current.offsetTop) + below}px))`,
      headerToolbar: { start: "", center: "", end: "" },
      // The library's own day is the machine's.
      highlightedDates: view === "resourceTimeGridDay" ? [] : [today()],
      theme: (names) => ({ ...names, today: "sr-machine-day", highlight: "ec-today" }),
      nowIndicator: isLondonHere(),
      flexibleSlotTimeLimits: true,
      slotMinTime: "08:00",
      slotMaxTime: "20:00",
      slotEventOverlap: false,
      allDaySlot: rows.some(({ isWhole }) => isWhole),
      slotHeight: 28,
      eventContent: linkOf,
      editable: false,
      eventStartEditable: mayMove,
      eventDurationEditable: mayMove,
      snapDuration: "00:15",
      selectable: mayCreate,
      selectMinDistance: 5,
      selectBackgroundColor: "var(--brand-wash)",
      select: ({ resource, ...slot }) => create(slotOf({ ...slot, lane: resource && String(resource.id) })),
      dateClick: ({ date, allDay, resource }) =>
        create(
          slotOf({
            start: date,
            end: dayjs(date)
              .add(1, allDay ? "day" : "hour")
              .toDate(),
            allDay,
            lane: resource && String(resource.id),
          }),
        ),
      eventDrop: (info) => void move(info),
      eventResize: (info) => void move(info),
      eventTimeFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      slotLabelFormat: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      dayHeaderFormat: { weekday: "short", day: "numeric" },
      views: {
        timeGridWeek: { displayEventEnd: false, columnWidth: "minmax(130px, 1fr)" },
        resourceTimeGridDay: { displayEventEnd: false, columnWidth: "minmax(130px, 1fr)" },
      },
      ...options,
    });
    // Its rows lie over a table's cells, not in them, so the table's roles would mislead. Each link names its day.
    for (const part of place.current.querySelectorAll(tableRoles))
      for (const name of tableNames) part.removeAttribute(name);
    // A period without rows has nothing to focus, but must scroll by keyboard.
    const hours = place.current.querySelector(".ec-main");
    hours?.setAttribute("tabindex", "0");
    hours?.setAttribute("role", "group");
    hours?.setAttribute("aria-label", "Rows in their time");
    for (const day of place.current.querySelectorAll("time[aria-label]")) day.removeAttribute("aria-label");
    return () => void destroyCalendar(drawnCalendar);
  }, [view, from, events, resources, rows, mayCreate, mayMove, options]);

  return <div ref={place} />;
}
