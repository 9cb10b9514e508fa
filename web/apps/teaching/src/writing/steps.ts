import type { Slip } from "../types";

export type Step = "information" | "performance" | "preparation" | "comments";
export const stepTitles: Readonly<Record<Step, string>> = { information: "Information", performance: "Performance", preparation: "Independent prep", comments: "Comments" };

/** The last version of the form that has one page (teaching.md 2). */
const lastOldVersion = 2;
export const isOnePage = ({ version, type }: Pick<Slip, "version" | "type">) => version <= lastOldVersion && type !== "invigilation";

/** The steps of a slip: those of a student who did not come, and of an invigilation, have neither ratings nor preparation. */
export function stepsOf({ type, slipType, present }: Pick<Slip, "type" | "slipType" | "present">): Step[] {
  if (type === "invigilation" || present !== "present") return ["information", "comments"];
  return ["workshop", "seminar"].includes(slipType) ? ["information", "preparation", "comments"] : ["information", "performance", "preparation", "comments"];
}

/** Personal tutoring, workshops and seminars have no ratings. */
export const isRated = (slip: Pick<Slip, "type" | "slipType" | "present">): boolean => slip.type !== "PT" && stepsOf(slip).includes("performance");

/** The step that the dialog opens at (teaching.md 2): what is asked first is still to be said where nobody was marked present. */
export function startOf(slip: Pick<Slip, "type" | "slipType" | "present">): Step {
  if (slip.type !== "invigilation" && !slip.present) return "information";
  return stepsOf(slip).includes("performance") ? "performance" : "comments";
}

/** What the comments are called: personal tutoring has two of its own. */
export function commentsOf({ type, version }: Pick<Slip, "version" | "type">): { name: "comment" | "comment2" | "comment3"; title: string; least: number }[] {
  if (type === "PT") {
    return [{ name: "comment", title: "Progress", least: 100 }, { name: "comment2", title: "Independent preparation", least: 100 }];
  }
  if (isOnePage({ type, version })) return [{ name: "comment", title: "Comment", least: 30 }];
  if (type === "invigilation") {
    return [{ name: "comment", title: "Course of the session", least: 0 }, { name: "comment2", title: "Incidents", least: 0 }, { name: "comment3", title: "Further remarks", least: 0 }];
  }
  const least = 25;
  return [{ name: "comment", title: "Work covered", least }, { name: "comment2", title: "Progress and understanding", least }, { name: "comment3", title: "Next steps", least }];
}

const grades = [["ot1", "reachGrade", "Reach"], ["ot2", "matchGrade", "Match"], ["ot3", "safetyGrade", "Safety"]] as const;

/** Personal tutoring uses these of the on-track values (teaching.md 4). */
const ofStudyPlan = ["onTrack", "behind", "na"];

/** The grades that there are, each with the field that says whether the student is on track; for personal tutoring the study plan. */
export function tracksOf(slip: Pick<Slip, "type" | "courseWithStudentInfo">): { name: "ot1" | "ot2" | "ot3"; title: string; values?: readonly string[] }[] {
  if (slip.type === "PT") return [{ name: "ot1", title: "Study plan", values: ofStudyPlan }];
  return grades.flatMap(([name, grade, title]) => {
    const value = slip.courseWithStudentInfo?.[grade];
    return value ? [{ name, title: `${title}: ${value}` }] : [];
  });
}
