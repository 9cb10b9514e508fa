import type { Answer } from "@staffroom/contract";

export const categories = [1, 2, 3, 4, 5, 6] as const;
type Category = (typeof categories)[number];

/** `GET /slip/{id}`, teaching.md 3. */
export type Slip = Answer<"teaching", "/slip/{id}">;
export type SlipData = Slip["slipData"];

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
