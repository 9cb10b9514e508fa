import { matchPath } from "react-router";

/** A screen of the old system that has no route here yet. */
export type Planned = {
  title: string;
  /** The tasks that it will serve. */
  purpose: string;
  /** A screen that serves part of them today. */
  today?: { path: string; title: string };
};

const candidates = { path: "/candidates/list", title: "Candidates" };
const series = { path: "/exams/series", title: "Exam series" };
const calendar = { path: "/companyCalendar/month", title: "Company calendar" };

/** Legacy addresses by pattern, the first that matches counts. An entry goes when its area declares the route (platform.md 2). */
export const planned: readonly (readonly [pattern: string, screen: Planned])[] = [
  ["/exams/deadlines", { title: "Exam deadlines", purpose: "See which entries are due at which board.", today: series }],
  ["/exams/candidates/:type", { title: "Exam candidates", purpose: "See candidates by kind of season.", today: candidates }],
  ["/exams/invigilation", { title: "Invigilation", purpose: "Staff exam rooms and plan their seats.", today: calendar }],
  ["/exams/*", { title: "Exams", purpose: "Enter candidates, keep papers and plan exam days.", today: series }],
  ["/trialexams/*", { title: "Trial exams", purpose: "Plan trial exams and their invigilation.", today: series }],
  ["/summerExams2020/*", { title: "Summer exams 2020", purpose: "Read the lists of the season of summer 2020.", today: candidates }],
  ["/cagbriefing", { title: "Assessed grades", purpose: "Read the briefing for centre-assessed grades.", today: candidates }],
  ["/cagchecklist/:checklistId", { title: "Assessed grades", purpose: "Collect the evidence for centre-assessed grades.", today: candidates }],
  ["/cagreferencelist", { title: "Teacher references", purpose: "Ask teachers for references of candidates.", today: candidates }],
];

/** The planned screen at an address, or null where none is known. */
export function plannedAt(path: string): Planned | null {
  return planned.find(([pattern]) => matchPath({ path: pattern, end: true }, path))?.[1] ?? null;
}
