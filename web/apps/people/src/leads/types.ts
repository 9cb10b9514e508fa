import { invalidate } from "@staffroom/api";
import type { Answer, Move, Shape } from "@staffroom/contract";

/** A lead with its log, its students and its actions. */
export type Lead = Answer<"people", "/enquiry/{id}"> & { moves: Move[] };
/** A lead or person that may be a duplicate. */
export type Like = Shape<"people", "LikeLead">;
export type LogEntry = Shape<"people", "LogEntry">;
export type LeadMerge = Shape<"people", "LeadMerge">;

export const leads = "/leads";

/** Refetches the lists of leads, which are all below `/leads`, and their records. */
export const readAgain = () => Promise.all([leads, "/lead", "/enquiry"].map((path) => invalidate(path)));

const shared: Record<string, string> = { email: "mail", phone: "number", name: "name" };
/** Returns in words what two records share: `mail and name`. */
export const sharedIn = (by: readonly string[]): string => by.map((one) => shared[one] ?? one).join(" and ");
