import type { AreaRoute, Piece } from "@staffroom/contract";
import { ListRouteScreen } from "./list-route";
import { ProfileRouteScreen } from "./profile";

/** A route that says what it shows, where others bring a screen of their own. */
export type DeclaredRoute = Exclude<AreaRoute, { load: Piece }>;

/** The list or the record's page that a route declares. */
export function RouteScreen({ route: { list, profile } }: { route: DeclaredRoute }) {
  if (profile) return <ProfileRouteScreen profile={profile} />;
  return <ListRouteScreen list={typeof list === "string" ? { path: list } : list} />;
}
