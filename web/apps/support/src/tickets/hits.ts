import type { SearchHit } from "@staffroom/contract";
import type { TicketRow } from "./types";

/** Returns a query's ticket number: `#123`, `123`, `ticket 123`. */
function numberIn(query: string): number | undefined {
  const number = /^(?:ticket\s*)?#?\s*(\d+)$/i.exec(query.trim())?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns tickets for Ctrl+K; a ticket whose number is the query is exact, and first. */
export function ticketHits(
  query: string,
  tickets: readonly TicketRow[],
  labelOf: (status: string) => string,
): SearchHit[] {
  const asked = numberIn(query);
  const hits = tickets.map(({ id, title, status, user }): SearchHit => ({
    kind: "Ticket",
    title,
    detail: `#${id} · ${user}`,
    status: labelOf(status),
    isPast: status === "resolved",
    target: `/support/tickets/all?ticket=${id}`,
    ...(id === asked ? { match: "exact" as const } : {}),
  }));
  return hits.toSorted((one, other) => Number(other.match === "exact") - Number(one.match === "exact"));
}
