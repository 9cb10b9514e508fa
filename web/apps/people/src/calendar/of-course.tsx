import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import type { Drafts, Form, Values } from "@staffroom/form";
import dayjs from "dayjs";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import type { Somebody } from "./people-choice";

type Course = Pick<
  Answer<"people", "/courses/{id}">,
  "title" | "departmentId" | "students" | "tutors" | "defaultDurationHr" | "defaultDurationMin"
>;

const momentAfter = (start: unknown, minutes: number): string =>
  dayjs(String(start)).add(minutes, "minute").utc().format("YYYY-MM-DDTHH:mm:ss[Z]");
const minutesOf = (start: unknown, end: unknown): number => dayjs(String(end)).diff(dayjs(String(start)), "minute");

/** Moves the end of a new event with its start, so that its length stays. */
export function useEndFollows(initial: Values): (drafts: Drafts, name: string) => Drafts {
  const last = useRef<unknown>(initial.start);
  return useCallback((drafts, name) => {
    if (name !== "start") return drafts;
    const length = minutesOf(last.current, drafts.end);
    const isKnown = !!last.current && !!drafts.start && !!drafts.end && length > 0;
    if (drafts.start) last.current = drafts.start;
    return isKnown ? { ...drafts, end: momentAfter(drafts.start, length) } : drafts;
  }, []);
}

/** Returns the people of a course: its tutors, and its students who have not left. */
export function peopleOf({ tutors, students }: Course): Somebody[] {
  const present = students.filter(({ status }) => status !== "withdrawn" && status !== "completed");
  return [
    ...tutors.map(({ id, name }) => ({ kind: "tutor", id, name })),
    ...present.map(({ id, name }) => ({ kind: "student", id, name })),
  ];
}

/**
 * Fill in title, department, people and length of an event from its course. Typed values stay; values from another
 * course are replaced.
 */
export function OfCourse({
  form,
  begun,
  onPeople,
}: {
  form: Form;
  begun: unknown;
  onPeople: (people: Somebody[]) => void;
}) {
  const courseId = Number(form.drafts.courseId) || null;
  const seen = useRef(Number(begun) || null);
  const title = useRef("");
  const fill = useEffectEvent((course: Course) => {
    if (!form.drafts.title || form.drafts.title === title.current) form.change("title", course.title);
    title.current = course.title;
    if (course.departmentId) form.change("departmentId", course.departmentId);
    const minutes = (course.defaultDurationHr ?? 0) * 60 + (course.defaultDurationMin ?? 0);
    if (minutes && form.drafts.start && !form.drafts.allDay)
      form.change("end", momentAfter(form.drafts.start, minutes));
    onPeople(peopleOf(course));
  });
  useEffect(() => {
    if (courseId === seen.current) return undefined;
    seen.current = courseId;
    if (!courseId) return undefined;
    let isCurrent = true;
    // Without a response the form stays as it is: everything can be entered by hand.
    api.get<Course>(`/courses/${courseId}`).then(
      (course) => isCurrent && fill(course),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [courseId]);
  return null;
}
