import type { Answer } from "@staffroom/contract";
import { invalidate } from "@staffroom/api";

/** `GET /journalEntry/{id}`, teaching.md 3. */
export type Entry = Answer<"teaching", "/journalEntry/{id}">;
export type Reply = Entry["thread"][number];
export type Kind = "slip" | "course" | "event" | "homework";
/** A subject of an entry. */
export type About = { kind: Kind; id: number; title: string };

export const list = "/my/journal";
export const people = "/my/journal/people";
export const pathOf = (id: number): string => `/journalEntry/${id}`;
export const kinds: Readonly<Record<Kind, { title: string; icon: string }>> = {
  slip: { title: "Slip", icon: "clipboard-check" },
  course: { title: "Course", icon: "book" },
  event: { title: "Event", icon: "calendar" },
  homework: { title: "Homework", icon: "pencil-ruler" },
};

/** Refetches the journal where it is shown. */
export function journalChanged(): void {
  void invalidate(list);
  void invalidate("/journalEntry");
}
