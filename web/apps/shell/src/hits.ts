import type { SearchHit } from "@staffroom/contract";
import { plain } from "@staffroom/ui";
import { matchPath } from "react-router";

/** Hits of one area, with the paths of its screens. */
export type AreaHits = { paths: readonly string[]; hits: readonly SearchHit[] };

const persons = ["Student", "Tutor", "Staff", "Client", "Candidate", "Invigilator", "Agent"];
/** Kinds in order of rank; all persons share the first. */
const order = [...persons, "Course", "Invoice", "Ticket", "User"];

function rankOf({ kind }: SearchHit): number {
  if (persons.includes(kind)) return 0;
  const place = order.indexOf(kind);
  return place < 0 ? order.length : place;
}

/** Merges the hits: persons first, one row for each record; of two hits, that of the area with its screen. */
export function mergeHits(answers: readonly AreaHits[]): SearchHit[] {
  const rows = new Map<string, { hit: SearchHit; own: boolean }>();
  for (const { paths, hits } of answers) {
    for (const hit of hits) {
      const own = paths.some((path) => matchPath(path, hit.target.split("?")[0] ?? ""));
      const before = rows.get(hit.target);
      if (!before || (own && !before.own)) rows.set(hit.target, { hit, own });
    }
  }
  const merged = [...rows.values()].map(({ hit }) => hit);
  return merged.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Screens whose name begins with the query, then records, then other screens. */
export function rankHits<Hit extends SearchHit>(query: string, screens: readonly Hit[], records: readonly Hit[]): Hit[] {
  const begins = (hit: Hit) => plain(hit.title).startsWith(plain(query.trim()));
  return [...screens.filter(begins), ...records, ...screens.filter((hit) => !begins(hit))];
}

/** The visits that fit the query, each as the hit of its address where there is one, then the other hits. */
export function putRecentFirst<Hit extends SearchHit>(visits: readonly Hit[], hits: readonly Hit[]): Hit[] {
  const visited = new Set(visits.map(({ target }) => target));
  return [...visits.map((visit) => hits.find(({ target }) => target === visit.target) ?? visit), ...hits.filter(({ target }) => !visited.has(target))];
}
