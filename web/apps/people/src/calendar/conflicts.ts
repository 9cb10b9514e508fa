import { formatDateTime } from "@staffroom/ui";

/** A person or a room that another event occupies at an event's time. */
export type Conflict = { name: string; title: string; start: string; end: string; otherEventId: number };
/** Another event, and everyone it occupies. */
type Taken = { id: number; title: string; when: string; names: string };

/** Groups conflicts by event, each with every person and room that it occupies, in order of time. */
export function takenOf(conflicts: readonly Conflict[]): Taken[] {
  const events = new Map<number, Conflict & { names: string[] }>();
  for (const one of conflicts) {
    const known = events.get(one.otherEventId);
    if (!known) events.set(one.otherEventId, { ...one, names: [one.name] });
    else if (!known.names.includes(one.name)) known.names.push(one.name);
  }
  return [...events.values()]
    .toSorted((one, other) => one.start.localeCompare(other.start))
    .map(({ otherEventId, title, start, end, names }) => ({
      id: otherEventId,
      title: title || "Busy",
      when: whenOf(start, end),
      names: names.join(", "),
    }));
}

/** Formats `02/12/26 10:00 to 11:00`. */
function whenOf(start: string, end: string): string {
  const [from, to] = [formatDateTime(start), formatDateTime(end)];
  return `${from} to ${from.slice(0, 8) === to.slice(0, 8) ? to.slice(9) : to}`;
}
