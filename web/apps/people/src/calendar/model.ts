import type { Answer, Row, RowOf } from "@staffroom/contract";
import { compareNames } from "@staffroom/language";
import { daysOf, type Lane, type RowPeople, type Span, type Spanned } from "@staffroom/screen";
import { initials, zone } from "@staffroom/ui";
import dayjs from "dayjs";

export const views = {
  day: { label: "Day", span: "day" },
  week: { label: "Week", span: "week" },
  month: { label: "Month", span: "month" },
  agenda: { label: "Agenda", span: "agenda" },
  tutors: { label: "Tutors", span: "day" },
  rooms: { label: "Rooms", span: "day" },
} as const satisfies Record<string, { label: string; span: Span }>;
export type View = keyof typeof views;

/** A row of the company's calendar; a person's own has one column fewer. */
export type EventRow = Omit<RowOf<"people", "/events">, "people"> & Partial<Pick<RowOf<"people", "/events">, "people">>;
export type AcademicYear = Answer<"identity", "/academic-years/all">[number];
export type Room = { id: number; title: string; city: string; type: string; parentId?: number | null };

const nobody = "tutor:";
const nowhere = "room:";
const tutorsOf = ({ people }: EventRow) => (people ?? []).filter(({ kind }) => kind === "tutor");

/** Maximum number of names shown on an event. */
const named = 4;

/**
 * Returns an event's people, tutors first: `Grace Hopper · Alfie Smith, Bo Li`, and their initials. Nobody who
 * declined.
 */
export function peopleIn({ people }: EventRow): RowPeople | undefined {
  const there = (people ?? []).filter(({ status, name }) => status !== "declined" && name);
  if (!there.length) return undefined;
  const more = there.length > named ? ` +${there.length - named}` : "";
  const groups = [
    there.slice(0, named).filter(({ kind }) => kind === "tutor"),
    there.slice(0, named).filter(({ kind }) => kind !== "tutor"),
  ];
  const joined = (of: (name: string) => string) =>
    groups
      .map((group) => group.map(({ name }) => of(name)).join(", "))
      .filter(Boolean)
      .join(" · ") + more;
  return { names: joined((name) => name), initials: joined(initials) };
}

/** Returns an event's lanes, of tutors or rooms. */
export function lanesIn(view: View, row: EventRow): string[] {
  if (view === "rooms") return [`${nowhere}${row.locationId ?? ""}`];
  if (view !== "tutors") return [];
  const tutors = tutorsOf(row).map(({ id }) => `tutor:${id}`);
  return tutors.length ? tutors : [nobody];
}

/** Returns the rooms, occupied ones first, then by site, with which their titles begin. */
function roomLanes(rows: readonly EventRow[], places: readonly Room[]): Lane[] {
  const rooms = new Map(places.flatMap(({ id, title, type }) => (type === "room" ? [[id, title]] : [])));
  const taken = new Map(rows.flatMap(({ locationId, location }) => (locationId ? [[locationId, location ?? ""]] : [])));
  for (const [id, title] of taken) if (!rooms.has(id)) rooms.set(id, title);
  return [...rooms]
    .toSorted(
      ([one, title], [other, otherTitle]) =>
        Number(taken.has(other)) - Number(taken.has(one)) || compareNames(title, otherTitle),
    )
    .map(([id, title]) => ({ id: `${nowhere}${id}`, title }));
}

/** Returns the tutors who have an event, by name. */
function tutorLanes(rows: readonly EventRow[]): Lane[] {
  const names = new Map(rows.flatMap(tutorsOf).map(({ id, name }) => [id, name]));
  return [...names]
    .map(([id, title]) => ({ id: `${nobody}${id}`, title }))
    .toSorted((one, other) => compareNames(one.title, other.title));
}

/** Returns the lanes of a day's events: tutors with an event, or every room; events with neither come last. */
export function lanesOf(view: View, rows: readonly EventRow[], rooms: readonly Room[]): Lane[] {
  const named = view === "rooms" ? roomLanes(rows, rooms) : tutorLanes(rows);
  const without =
    view === "rooms" ? { id: nowhere, title: "Without a room" } : { id: nobody, title: "Without a tutor" };
  return rows.some((row) => lanesIn(view, row).includes(without.id)) || !named.length ? [...named, without] : named;
}

/** Returns the number in a lane; null in that of events without one. */
export const idIn = (lane: string): number | null => Number(lane.split(":")[1]) || null;

/** Converts a London clock time to a timestamp: `2026-10-25T10:00:00` is ten o'clock whatever the season. */
export const momentOf = (wall: string): string => dayjs.tz(wall, zone).utc().format("YYYY-MM-DDTHH:mm:ss[Z]");

/** Returns the first and the last timestamp of whole days, including the last day. */
export const momentsOf = ({
  start,
  end,
  isWhole,
}: {
  start: string;
  end: string;
  isWhole: boolean;
}): { start: string; end: string } =>
  isWhole
    ? {
        start: momentOf(`${start}T00:00:00`),
        end: momentOf(`${dayjs(end).add(1, "day").format("YYYY-MM-DD")}T00:00:00`),
      }
    : { start: momentOf(start), end: momentOf(end) };

/** Returns the days of a whole-day event; its end is the midnight after the last. */
export const wholeDays = (start: string, end: string): { start: string; end: string } => {
  const first = start.slice(0, 10);
  const last =
    end.endsWith("T00:00:00") && end > start ? dayjs(end).subtract(1, "day").format("YYYY-MM-DD") : end.slice(0, 10);
  return { start: first, end: last < first ? first : last };
};

const terms = { mt: "Michaelmas", ht: "Hilary", tt: "Trinity" } as const;

/** Returns a day's term and week of the academic year: `Michaelmas, week 3`. */
export function weekCalled(years: readonly AcademicYear[], day: string): string | undefined {
  const week = years.flatMap(({ weeksToISO }) => weeksToISO).find(({ start, end }) => start <= day && day <= end);
  return week && `${terms[week.term]}, week ${week.week}`;
}

/** Returns the weeks of the academic year in a month: `Michaelmas, weeks 9 to 12`. */
export function weeksCalled(years: readonly AcademicYear[], span: Span, day: string): string | undefined {
  if (span === "day" || span === "week") return weekCalled(years, day);
  const { first, last } = daysOf(span, day);
  const weeks = years
    .flatMap(({ weeksToISO }) => weeksToISO)
    .filter(({ start, end }) => start <= last && end >= first)
    .toSorted((one, other) => one.start.localeCompare(other.start));
  const texts = Object.entries(terms).flatMap(([term, name]) => {
    const its = weeks.filter((week) => week.term === term).map(({ week }) => week);
    if (!its.length) return [];
    return its.length === 1 ? `${name}, week ${its[0]}` : `${name}, weeks ${its[0]} to ${its.at(-1)}`;
  });
  return texts.join("; ") || undefined;
}

/** Returns the colours of the shown events by name, with their labels. */
export const legendOf = (rows: readonly Spanned[]): [label: string, color: string][] =>
  [...new Map(rows.filter(({ state }) => state).map(({ state, color }) => [state, color])).entries()].toSorted(
    ([one], [other]) => one.localeCompare(other),
  );

export const asEvent = (row: Row): EventRow => row as unknown as EventRow;
