import type { RowOf, Shape } from "@staffroom/contract";

/** A course of a profile: one that is taught, with the place of a student on it where it is theirs. */
export type Course = Shape<"people", "TaughtCourse"> & Partial<Shape<"people", "AttendedCourse">>;
/** Somebody a profile is linked to. */
export type Linked = Pick<Shape<"people", "LinkedClient">, "id" | "name" | "status"> & Partial<Shape<"people", "LinkedClient">>;
export type Subject = Shape<"people", "TaughtSubject">;
export type Address = Shape<"people", "PersonAddress">;

/** What a search by name found. */
export type Hit = RowOf<"people", "/people/search">;

/** The two ways a page names a kind of person: in its paths, and in what refers to it. */
export type Kind = "student" | "tutor" | "staff" | "client" | "candidate" | "invigilator" | "agent";
