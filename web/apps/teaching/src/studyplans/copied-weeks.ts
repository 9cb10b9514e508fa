import type { CoursePlan, PlanWeek } from "./types";

type Source = Pick<CoursePlan, "weeks">;
type Year = NonNullable<CoursePlan["academicYear"]>;
export type CopiedWeek = { key: string; term: PlanWeek["term"]; week: number; start: string | null; end: string | null; content: string };

/** The weeks of a year with the contents that a copy of this plan gives them, by term and number; then contents for which the year has no week. */
export function copiedWeeks({ weeks }: Source, year: Year): { placed: CopiedWeek[]; left: CopiedWeek[] } {
  const contents = new Map<string, { term: PlanWeek["term"]; week: number; content: string }>();
  for (const { term, week, content, details, cwsIds } of weeks) {
    const key = `${term} ${week}`;
    if (!cwsIds.length) contents.set(key, { term, week, content: (contents.get(key)?.content ?? "") + (content || details) });
  }
  const placed = year.weeksToISO.map(({ term, week, start, end }) => {
    const key = `${term} ${week}`;
    const content = contents.get(key)?.content ?? "";
    contents.delete(key);
    return { key, term, week, start, end, content };
  });
  const left = [...contents].flatMap(([key, one]) => (one.content ? [{ key, ...one, start: null, end: null }] : []));
  return { placed, left };
}
