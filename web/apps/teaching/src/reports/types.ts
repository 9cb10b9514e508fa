import type { Answer } from "@staffroom/contract";

/** `GET /report/{id}`, teaching.md 3. */
export type Report = Answer<"teaching", "/report/{id}">;
/** The figures of the student on the course in the period. */
export type Term = Answer<"teaching", "/report/{id}/term">;
export const comments = ["field1", "field2", "field3", "field4", "field5", "field6", "field7", "field8"] as const;
export type Comment = (typeof comments)[number];
export const grades = ["gradeAchievement", "gradeEffort"] as const;
