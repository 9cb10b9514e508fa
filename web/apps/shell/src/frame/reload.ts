import type { AreaRoute } from "@staffroom/contract";

/** The route of the screen; `null` for an unknown address. */
export type RouteHandle = { route: Pick<AreaRoute, "title" | "roles" | "public"> | null };

let reload = async (): Promise<void> => undefined;

/** The router says how it adds routes; what it draws asks for that without importing it. */
export function reloadBy(how: () => Promise<void>): void {
  reload = how;
}

/** Adds the routes of an area that was loaded, and matches the address again. */
export const patchAndReload = (): Promise<void> => reload();
