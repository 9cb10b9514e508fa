import type { SearchHit } from "@staffroom/contract";
import { plain } from "@staffroom/ui";
import { matchPath } from "react-router";

/** Hits of one area, with the paths of its screens. */
export type AreaHits = { paths: readonly string[]; hits: readonly SearchHit[] };

const persons = ["Student", "Tutor", "Staff", "Client", "Candidate", "Invigilator", "Agent"];
/** Kinds in order of rank; all persons share the first. */
const order = [...persons, "Course", "Invoice", "Ticket", "User"];

function rankOf({ kind, match }: SearchHit): number {
  if (match === "exact") return -1;
  if (persons.includes(kind)) return 0;
  const place = order.indexOf(kind);
  return place < 0 ? order.length : place;
}

/**
 * Merges the hits: matches by number first, then persons; one row for each record; of two hits, the one whose area has
 * the screen. Names with one typo are shown if nothing else is found.
 */
export function mergeHits(answers: readonly AreaHits[]): SearchHit[] {
  const rows = new Map<string, { hit: SearchHit; own: boolean }>();
  for (const { paths, hits } of answers) {
    for (const hit of hits) {
      const own = paths.some((path) => matchPath(path, hit.target.split("?")[0] ?? ""));
      const before = rows.get(hit.target);
      if (!before || (own && !before.own)) rows.set(hit.target, { hit, own });
    }
  }
  const every = [...rows.values()].map(({ hit }) => hit);
  const asked = every.filter(({ match }) => match !== "near");
  return (asked.length ? asked : every).toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Returns screens whose name begins with the query, then records, then other screens. */
export function rankHits<Hit extends SearchHit>(
  query: string,
  screens: readonly Hit[],
  records: readonly Hit[],
): Hit[] {
  const begins = (hit: Hit) => plain(hit.title).startsWith(plain(query.trim()));
  return [...screens.filter(begins), ...records, ...screens.filter((hit) => !begins(hit))];
}

/** Returns the record that an address shows, whichever tab of its page is open; other addresses are unchanged. */
const recordOf = (target: string): string => /^\/[^/?]+\/\d+(?=\/|$)/.exec(target)?.[0] ?? target;

/** Returns the visits that match the query, each record once and as its hit if there is one, then the other hits. */
export function putRecentFirst<Hit extends SearchHit>(visits: readonly Hit[], hits: readonly Hit[]): Hit[] {
  const byRecord = new Map(hits.map((hit) => [recordOf(hit.target), hit]));
  const visited = new Map<string, Hit>();
  for (const visit of visits) {
    const record = recordOf(visit.target);
    if (!visited.has(record)) visited.set(record, byRecord.get(record) ?? visit);
  }
  return [...visited.values(), ...hits.filter(({ target }) => !visited.has(recordOf(target)))];
}
