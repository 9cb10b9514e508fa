import type { Answer } from "./calls";

/** A user's view of a list; a view without a name is the column layout that applies when no view is chosen. */
export type SavedView = Answer<"identity", "/me/views">[number];
/** A column with its position, as a view stores it. */
export type ViewColumn = SavedView["columns"][number];
export type Star = Answer<"identity", "/me/stars">[number];
/** A screen that the user visited lately. */
export type Visit = Answer<"identity", "/me/visits">[number];
export type PersonalSettings = Answer<"identity", "/me/settings">;
