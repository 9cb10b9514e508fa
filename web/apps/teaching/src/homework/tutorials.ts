import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dueTime, type NextTutorial, type StudentOnCourse } from "./types";

export const other = "other";
const offered = 6;

/** Whose tutorials: one student's on a course, or those of each student of a course. */
type Whose = { courseWithStudentId: number } | { courseId: number };
type Row = Pick<NextTutorial, "cwsId" | "start">;
type Tutorial = { value: string; label: string };

/** Returns the selected students' next six tutorials; one that not all of them attend names its students. */
export function tutorialsOf(rows: readonly Row[], chosen: readonly StudentOnCourse[]): Tutorial[] {
  const names = new Map(chosen.map(({ cwsId, name }) => [cwsId, name]));
  const byStart = new Map<string, string[]>();
  for (const { cwsId, start } of rows) {
    const name = names.get(cwsId);
    if (name !== undefined) byStart.set(start, [...(byStart.get(start) ?? []), name]);
  }
  return [...byStart].slice(0, offered).map(([start, whose]) => ({
    value: start,
    label: `${tutorialAt(start)}${whose.length < chosen.length ? ` (${whose.join(", ")})` : ""}`,
  }));
}

/** True for a due date that has passed. */
export const isPast = (due: unknown): boolean => Date.parse(String(due)) < Date.now();
/** Asked before work is due at a past time. */
export const pastQuestion = (yes: string) => ({
  title: "Due in the past?",
  text: "The due date has passed, so the work is overdue at once.",
  yes,
  no: "Change date",
});

const tutorialAt = (start: string) => `Tutorial ${formatDateTime(start)}`;

/** Returns the coming tutorials as due dates: undefined until loaded, empty if that fails. */
export function useTutorials(whose: Whose, after?: string): readonly Row[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["/v2/slip/nextTutorials", whose, after ?? ""],
    queryFn: () =>
      api.post<NextTutorial[]>("/v2/slip/nextTutorials", { ...whose, fromDate: after ?? null, number: offered }),
  });
  return data ?? (isError ? [] : undefined);
}

/** The time at which homework is due: at one of these tutorials or at another time (teaching.md 5). */
export function dueFields(tutorials: readonly Tutorial[], chosen: unknown): Field[] {
  const isKnown = !chosen || chosen === other || tutorials.some(({ value }) => value === chosen);
  const options = [
    ...(isKnown ? [] : [{ value: String(chosen), label: tutorialAt(String(chosen)) }]),
    ...tutorials,
    { value: other, label: "Another date" },
  ];
  const option: Field = { name: "dateOption", title: "Due", type: "select", required: false, options };
  const date: Field = { name: "dueDate", title: "Due date", type: "datetime", required: false, time: dueTime };
  return chosen === other ? [option, date] : [option];
}

/** Returns the tutorials of one student, for a postponed date. */
export function useDueFields(cwsId: number, after?: string): (chosen: unknown) => Field[] {
  const rows = useTutorials({ courseWithStudentId: cwsId }, after);
  return useMemo(() => {
    const tutorials = (rows ?? []).map(({ start }) => ({ value: start, label: tutorialAt(start) }));
    return (chosen) => dueFields(tutorials, chosen);
  }, [rows]);
}
