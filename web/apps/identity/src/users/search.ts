import { api, getSession, hasRole } from "@staffroom/api";
import type { Page, SearchHit } from "@staffroom/contract";
import { actedAs, actHit, hitsOf } from "./hits";
import { mayImpersonate } from "./impersonate";

/** Find users by name, for staff; after `act as`, those that the user may impersonate. */
export async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { user } = getSession();
  if (!hasRole(user, "staff")) return [];
  const name = actedAs(query);
  const search = name ?? query;
  if (search.length < 3) return [];
  const page = await api.page<Page>("/users", { query: { search, status: "active", page: 1, pageSize: 10 }, signal });
  if (name === undefined) return page.data.slice(0, 6).flatMap(hitsOf);
  return page.data
    .filter((row) => mayImpersonate(user, { id: Number(row.id), status: row.status, roles: row.roles as string[] }))
    .slice(0, 6)
    .map(actHit);
}
