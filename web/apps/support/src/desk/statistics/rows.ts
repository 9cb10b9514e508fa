import type { Row } from "@staffroom/contract";

/** Returns the address of the tickets behind a row's number; `since` limits them to those raised in its period. */
export function rowsOf(row: Row, { since, ...filters }: Record<string, string>): string {
  const query = new URLSearchParams(filters);
  if (!filters.status) query.set("status", "");
  if (row.team !== "all") query.set("type", String(row.team));
  if (row.personId) query.set("responsibleStaff", String(row.personId));
  else if (!row.whole) query.set("unassigned", "true");
  if (since) query.set("date", `${String(row.first)}..`);
  return `/support/tickets/all?${query.toString()}`;
}
