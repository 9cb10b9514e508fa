import { personPaths, type Answer, type Move, type PersonKind, type RowOf, type Shape } from "@staffroom/contract";

/** A course of a profile; for a student with grades and status. */
export type Course = Shape<"people", "TaughtCourse"> & Partial<Shape<"people", "AttendedCourse">>;
/** A person linked to a profile. */
export type Linked = Pick<Shape<"people", "LinkedClient">, "id" | "name" | "status"> &
  Partial<Shape<"people", "LinkedClient">> &
  Partial<Pick<Shape<"people", "TutorOfCourse">, "offer" | "missingChecks" | "exception">>;
export type Subject = Shape<"people", "TaughtSubject">;

/** An event of the calendar. */
export type CalendarEvent = Answer<"people", "/events/{id}">;

/** A hit of a search by name. */
export type Hit = RowOf<"people", "/people/search">;

/** The kind of person of a path. */
export const kindOf = (path: string): PersonKind | undefined =>
  (Object.keys(personPaths) as PersonKind[]).find((kind) => personPaths[kind] === path);

/** Missing data of a record. */
export type Gap = Answer<"people", "/compliance/gaps/{id}">;
/** A checklist with its steps. */
export type Checklist = Answer<"people", "/checklists/{id}"> & { moves: Move[] };
export type ChecklistStep = Omit<Shape<"people", "StepToDo">, "moves"> & { moves?: Move[] };
export type ChecklistOfRecord = Omit<Shape<"people", "OfRecord">, "steps"> & { steps: ChecklistStep[] };

/** Parts of a tutor application. */
export type ApplicationInterview = Shape<"people", "Interview">;
export type ApplicationReference = Omit<Shape<"people", "ReferenceOfApplication">, "moves"> & { moves?: Move[] };
export type ApplicationMessage = Shape<"people", "MessageOfApplication">;
