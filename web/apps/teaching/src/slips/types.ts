import type { Answer } from "@staffroom/contract";

/** `GET /slip/{id}`, teaching.md 3. */
export type Slip = Answer<"teaching", "/slip/{id}">;
