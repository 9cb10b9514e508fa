import type { AreaRoute, Piece } from "@staffroom/contract";
import { ListRouteScreen } from "./list-route";
import { ProfileRouteScreen } from "../record/profile";

/** A route with a list or a profile; other routes load their own screen. */
export type DrawnRoute = Exclude<AreaRoute, { load: Piece }>;

/** The screen of a declared route: its list or its record's page. */
export function RouteScreen({ route: { list, profile } }: { route: DrawnRoute }) {
  if (profile) return <ProfileRouteScreen profile={profile} />;
  return <ListRouteScreen list={typeof list === "string" ? { path: list } : list} />;
}
