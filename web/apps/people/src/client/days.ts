import type { Answer, User } from "@staffroom/contract";
import { inLondon } from "@staffroom/screen";
import dayjs from "dayjs";

export type Week = Answer<"people", "/events/week">;
export type WeekEvent = Week["events"][number];

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  const at = dayjs(day);
  return at.subtract((at.day() + 6) % 7, "day").format("YYYY-MM-DD");
}

type DayOfWeek = { date: string; events: WeekEvent[] };

/**
 * Returns the days of a week with their events; a weekend day without any is left out. An event of several days is on
 * each.
 */
export function daysOfWeek(first: string, events: readonly WeekEvent[]): DayOfWeek[] {
  const days = Array.from({ length: 7 }, (_, place) => dayjs(first).add(place, "day").format("YYYY-MM-DD"));
  return days
    .map((date) => ({
      date,
      events: events.filter(({ start, end }) => inLondon(start).slice(0, 10) <= date && lastDay(end) >= date),
    }))
    .filter(({ events: those }, place) => place < 5 || those.length > 0);
}

/** Returns the day on which an event ends; midnight belongs to the day before. */
const lastDay = (end: string) => inLondon(dayjs(end).subtract(1, "second").toISOString()).slice(0, 10);

/** Returns the user's own place on an event, and the other relevant names: for a parent the child's first. */
export function withWhom(
  { people }: WeekEvent,
  user: User,
): { mine: WeekEvent["people"][number] | undefined; others: WeekEvent["people"] } {
  const own = {
    student: user.studentId,
    tutor: user.tutorId,
    client: user.clientId,
    candidate: user.candidateId,
    invigilator: user.invigilatorId,
    agent: user.agentId,
    staff: user.staffId,
  };
  const isMine = ({ kind, id }: WeekEvent["people"][number]) => own[kind as keyof typeof own] === id;
  const others = people.filter((one) => !isMine(one));
  return {
    mine: people.find(isMine),
    others: others.toSorted((one, other) => Number(other.kind === "student") - Number(one.kind === "student")),
  };
}
