import type { AreaRoute } from "@staffroom/contract";

/** The route of the screen; `null` for an unknown address. */
export type RouteHandle = { route: Pick<AreaRoute, "title" | "roles" | "public"> | null };

let reload = async (): Promise<void> => undefined;

/** The router sets how it adds routes; its screens use this without importing it. */
export function reloadBy(how: () => Promise<void>): void {
  reload = how;
}

/** Adds the routes of a loaded area, and matches the address again. */
export const patchAndReload = (): Promise<void> => reload();
