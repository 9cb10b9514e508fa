import type { Move } from "@staffroom/contract";

type Named = { id: number; name: string; userId: number | null };

export const categories = [1, 2, 3, 4, 5, 6] as const;
type Category = (typeof categories)[number];

export type SlipData = {
  present: string;
  onTime: number | null;
  comment: string;
  comment2: string;
  comment3: string;
  private?: string;
  absenceReason: string;
  absenceActionTaken: string;
  absenceIntervention: boolean;
  ot1: string;
  ot2: string;
  ot3: string;
  PTweeklyTarget: string;
  PTexamPrepAndReflect: string;
  PTadditionalComment: string;
  PTOTDetails: string;
  PTIPHours: number | null;
} & { [Name in `cat${Category}`]: number | null } & { [Name in `cat${Category}Comment`]: string };

/** `GET /slip/{id}`, teaching.md 3. */
export type Slip = {
  id: number;
  type: "default" | "PT" | "invigilation";
  slipType: string;
  isLate: boolean;
  title: string;
  organisation: { id: number; title: string | null };
  department: { id: number; title: string | null; color: string | null };
  course?: { id: number; board: string | null; level: string | null; subject: string | null; type: string };
  student?: Named;
  tutor?: Named;
  tutorial?: { id: number; type: string; title: string; start: string; end: string; location: string };
  courseWithStudentInfo?: { reachGrade: string; matchGrade: string; safetyGrade: string; previousGrade: string };
  invigilationSession?: { title: string; start: string; end: string };
  invigilator?: Named;
  slipMeta: {
    status: string;
    returnReason: string;
    studentRead: boolean;
    submitted: string | null;
    approved: string | null;
    approvedBy: { id: number; name: string } | null;
    reviewed: boolean;
  };
  slipData: SlipData;
  moves: Move[];
};

export const statusLabel: Record<string, string> = {
  active: "Active", saved: "Saved", returned: "Returned", submitted: "Submitted", checked: "Checked", approved: "Approved",
};
export const statusColor: Record<string, string> = {
  active: "grey", saved: "grey", returned: "red", submitted: "blue", checked: "amber", approved: "green",
};
export const presence: Record<string, string> = {
  present: "Present", plannedAbsence: "Planned absence", unplannedAbsence: "Unplanned absence",
};
/** Report section labels, teaching.md 9. */
export const categoryLabel: Record<Category, string> = {
  1: "Independent preparation", 2: "Organisation", 3: "Factual knowledge", 4: "Conceptual knowledge", 5: "Application of knowledge",
  6: "Participation",
};
export const ratingLabel: Record<number, string> = { 5: "Excellent", 4: "Very good", 3: "Good", 2: "Satisfactory", 1: "Poor", 0: "Not applicable" };
export const onTrackLabel: Record<string, string> = {
  ahead: "Ahead", onTrack: "On track", notonTrack: "Not on track", behind: "Behind", farBehind: "Far behind", na: "N/A",
};

/** Timekeeping options, teaching.md 9: minutes late by the stored step. */
export function timekeepingText(step: number | null): string {
  if (step === null) return "";
  if (step === 0) return "On time";
  const names: Record<number, string> = {
    2: "1-2 mins late", 5: "2-5 mins late", 10: "up to 10 mins late", 15: "up to 15 mins late", 20: "up to 20 mins late", 25: "more than 20 mins late",
  };
  return names[step] ?? `${step} mins late`;
}
