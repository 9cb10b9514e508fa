import type { Answer } from "./calls";

/** A person's view of a list; the one without a name is the layout of its columns where no view is chosen. */
export type SavedView = Answer<"identity", "/me/views">[number];
/** A column in its place, as a view keeps it. */
export type ViewColumn = SavedView["columns"][number];
export type Star = Answer<"identity", "/me/stars">[number];
/** A screen that a person visited lately. */
export type Visit = Answer<"identity", "/me/visits">[number];
export type PersonalSettings = Answer<"identity", "/me/settings">;
