import type { Shared } from "./versions";

/** The build puts them in (`libs/build/src/manifest.mjs`). */
declare const SHARED: Shared;

/** What this shell shares with the areas; a file of its own, since nothing needs it before the sign-in. */
export const shared = SHARED;
