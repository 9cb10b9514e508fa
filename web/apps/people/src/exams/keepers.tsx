import { hasRole, useSession } from "@staffroom/api";
import type { ReactNode } from "react";

/** Shows its content to the offices that manage entries: the exams office, and for trial exams the academic office. */
export function KeepersOnly({ kind, children }: { kind?: string; children: ReactNode }) {
  const { user } = useSession();
  return hasRole(user, "examsOffice") || ((kind === undefined || kind === "trial") && hasRole(user, "academicOffice"))
    ? children
    : null;
}
