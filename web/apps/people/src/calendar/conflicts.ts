import { formatDateTime } from "@staffroom/ui";

/** Somebody or a room that is taken at the time of an event, by another. */
export type Conflict = { name: string; title: string; start: string; end: string; otherEventId: number };
/** Another event, and all whom it takes. */
type Taken = { id: number; title: string; when: string; names: string };

/** The events that are in the way, one entry each with everybody and every room that it takes, in the order of time. */
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

/** `02/12/26 10:00 to 11:00`. */
function whenOf(start: string, end: string): string {
  const [from, to] = [formatDateTime(start), formatDateTime(end)];
  return `${from} to ${from.slice(0, 8) === to.slice(0, 8) ? to.slice(9) : to}`;
}
