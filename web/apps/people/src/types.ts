import type { RowOf, Shape } from "@staffroom/contract";

/** A course of a profile: one that is taught, with the place of a student on it where it is theirs. */
export type Course = Shape<"people", "TaughtCourse"> & Partial<Shape<"people", "AttendedCourse">>;
/** Somebody a profile is linked to. */
export type Linked = Pick<Shape<"people", "LinkedClient">, "id" | "name" | "status"> & Partial<Shape<"people", "LinkedClient">>;
export type Subject = Shape<"people", "TaughtSubject">;
export type Address = Shape<"people", "PersonAddress">;

/** What a search by name found. */
export type Hit = RowOf<"people", "/people/search">;

/** Where the records of each kind of person are. */
export const things = {
  student: "/students", tutor: "/tutors", staff: "/staff", client: "/clients", candidate: "/candidates", invigilator: "/invigilators", agent: "/agents",
} as const;
export type Kind = keyof typeof things;

/** The kind of person whose records are at a path. */
export const kindOf = (thing: string): Kind | undefined => (Object.keys(things) as Kind[]).find((kind) => things[kind] === thing);
