import type { SearchHit } from "@staffroom/contract";
import type { Hit } from "../types";

const past = new Set(["retired", "deleted"]);

/** Returns a person or a course for Ctrl+K, with department and status next to the name. */
export const hitOf = ({ kind, title, detail, department, status, statusLabel, near, target }: Hit): SearchHit => ({
  kind: kind.charAt(0).toUpperCase() + kind.slice(1),
  title,
  detail: [department, detail].filter(Boolean).join(" · "),
  status: statusLabel,
  isPast: past.has(status),
  ...(near ? { match: "near" as const } : {}),
  target,
});
