import type { Answer } from "@staffroom/contract";
import { formatDate, plural } from "@staffroom/ui";

/** `GET /v2/course/{id}/studyplan`. */
export type CoursePlan = Answer<"teaching", "/v2/course/{id}/studyplan">;
export type PlanWeek = CoursePlan["weeks"][number];
export type PlanStudent = CoursePlan["students"][number];
/** `GET /v2/cws/{id}/studyplan`. */
export type CwsPlan = Answer<"teaching", "/v2/cws/{id}/studyplan">;
export type PlanSource = Answer<"teaching", "/v2/course/{id}/studyplan/sources">[number];
/** A preview of a copy: the weeks of the year, and what has no week. */
export type CopiedPlan = Answer<"teaching", "/v2/course/{id}/studyplan/preview", "post">;
export type Moved = {
  moved: number;
  joined: number | null;
  before: { id: number; content: string; version: number }[];
};

export const terms = { mt: "Michaelmas", ht: "Hilary", tt: "Trinity" } as const;
export type Term = keyof typeof terms;

/** Formats `2 weeks behind`; nothing if the student is not. */
export const behindText = (weeks: number): string => (weeks ? `${weeks} ${weeks === 1 ? "week" : "weeks"} behind` : "");
const dayInMs = 86_400_000;
/** Formats the time until the exam: `in 11 weeks`, in its last two weeks `in 9 days`; nothing without a future exam. */
export function examIn(exam: string | null, today: string): string {
  const days = exam ? Math.round((Date.parse(exam) - Date.parse(today)) / dayInMs) : -1;
  if (days < 0) return "";
  if (days < 2) return days ? "tomorrow" : "today";
  return days < 14 ? `in ${days} days` : `in ${plural(Math.floor(days / 7), "week")}`;
}
/** Formats `09/06/27, in 11 weeks`; nothing without an exam. */
export function examText(exam: string | null, today: string): string {
  return exam ? [formatDate(exam), examIn(exam, today)].filter(Boolean).join(", ") : "";
}
/** Returns a day's term, or the next one. */
export function termAt(weeks: readonly Pick<PlanWeek, "term" | "end">[], today: string): Term {
  return (weeks.find(({ end }) => end >= today)?.term ?? weeks.at(-1)?.term ?? "mt") as Term;
}
