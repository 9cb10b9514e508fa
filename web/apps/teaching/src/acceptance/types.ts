import type { Answer } from "@staffroom/contract";

/** `GET /offers/{id}`. */
export type Offer = Answer<"teaching", "/offers/{id}">;
/** Terms as a tutor reads them. */
export type ShownTerms = Answer<"teaching", "/my/terms">[number];
/** `GET /tutor-terms/{id}`. */
export type TutorTerms = Answer<"teaching", "/tutor-terms/{id}">;
/** The way in which terms were confirmed: read to the end, or confirmed as read. */
export type How = "scrolled" | "confirmed";
