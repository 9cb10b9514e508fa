import type { Answer } from "@staffroom/contract";

/** `GET /collectionreport/{id}`, teaching.md 3. */
export type Collection = Answer<"teaching", "/collectionreport/{id}">;
/** Slips, grades and marks of the term, next to the sections. */
export type Term = Answer<"teaching", "/collectionreport/{id}/term">;
export const sections = ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"] as const;
