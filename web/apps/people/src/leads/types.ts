import { invalidate } from "@staffroom/api";
import type { Answer, Move, Shape } from "@staffroom/contract";

/** A lead with its log, its students and what can be done with it. */
export type Lead = Answer<"people", "/enquiry/{id}"> & { moves: Move[] };
/** A lead or person that may be the same somebody. */
export type Like = Shape<"people", "LikeLead">;
export type LogEntry = Shape<"people", "LogEntry">;
export type LeadMerge = Shape<"people", "LeadMerge">;

export const leads = "/leads";

/** Reads the lists of leads, which all stand below `/leads`, and their records again. */
export const readAgain = () => Promise.all([leads, "/lead", "/enquiry"].map((path) => invalidate(path)));
