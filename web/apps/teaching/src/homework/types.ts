import type { Answer, Field, RowOf } from "@staffroom/contract";

/** `GET /student/homework/{hwsId}`: the homework of one student. */
export type GivenHomework = Answer<"teaching", "/student/homework/{id}">;
/** `GET /homework/{id}`: homework as it was set. */
export type SetHomework = Answer<"teaching", "/homework/{id}">;
/** A row of a student's homework on a course. */
export type CwsHomework = RowOf<"teaching", "/v2/cws/{id}/homework">;
export type NextTutorial = Answer<"teaching", "/v2/slip/nextTutorials", "post">[number];
export type Template = RowOf<"teaching", "/homework/templates">;

/** A student on a course, for whom homework can be set. */
export type StudentOnCourse = { id: number; cwsId: number; name: string };
/** The course that homework is set on. */
export type CourseOfHomework = {
  id: number;
  title: string;
  departmentId?: number | null;
  students: readonly StudentOnCourse[];
};

export const given = "/student/homework";
export const pathOfGiven = (hwsId: number) => `${given}/${hwsId}`;
/** Targets of personal tutoring are done or not, and have no marks. */
export const isTarget = (type: string) => type === "ptTarget" || type === "ipTarget";
/** A day alone is due at its end (teaching.md 5). */
export const dueTime = "23:59";
export const dueLater = (field: Field): Field => ({ ...field, time: dueTime });
