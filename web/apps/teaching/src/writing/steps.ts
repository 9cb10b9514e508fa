import { isShown, missingFor, requirementOf, titleOf, useFields, type Declared } from "@staffroom/form";
import { useMemo } from "react";
import type { Slip } from "../slips/types";

export const steps = {
  information: {
    title: "Information",
    fields: ["present", "onTime", "absenceReason", "absenceIntervention", "absenceActionTaken"],
  },
  performance: {
    title: "Performance",
    fields: [
      "ot1",
      "ot2",
      "ot3",
      ..."23456".split("").flatMap((place) => [`cat${place}`, `cat${place}Comment`]),
      "PTOTDetails",
      "PTIPHours",
      "PTweeklyTarget",
      "PTexamPrepAndReflect",
      "PTconcerns",
      "PTadditionalComment",
    ],
  },
  preparation: { title: "Independent prep", fields: ["cat1", "cat1Comment", "targets"] },
  comments: { title: "Comments", fields: ["comment", "comment2", "comment3", "private"] },
} as const;
export type Step = keyof typeof steps;
const order = Object.keys(steps) as Step[];
const tracks = [
  { name: "ot1", grade: "reachGrade" },
  { name: "ot2", grade: "matchGrade" },
  { name: "ot3", grade: "safetyGrade" },
] as const;

/** The form of one slip, from its declared fields (`slips/attributes.py`). */
export type SlipForm = ReturnType<typeof formOf>;

export const useSlipForm = (slip: Slip): SlipForm => {
  const { declared } = useFields("/slip");
  return useMemo(() => formOf(declared, slip), [declared, slip]);
};

export function formOf(declared: Declared, slip: Slip) {
  const shows = (name: string) => isShown(declared, name, slip);
  const shown = order.filter((name) => name === "information" || name === "comments" || steps[name].fields.some(shows));
  // Lazy: every field has this form, but few need the missing parts, which read all texts of the slip.
  let missingParts: ReturnType<typeof missingFor> | undefined;
  const missing = () => (missingParts ??= missingFor(declared, slip, "submit"));
  const needOf = (name: string) => requirementOf(declared, name, slip, "submit");
  return {
    shows,
    needOf,
    /** Returns the missing parts for which submit is refused, in the order of the server's checks. */
    get missing() {
      return missing();
    },
    steps: shown,
    titleOf: (name: string) => titleOf(declared, name, slip),
    /** Personal tutoring, workshops and seminars have no ratings. */
    isRated: shows("cat1"),
    /** Returns the initial step (teaching.md 2): the first questions are still open if nobody was marked present. */
    get start() {
      if (missing().some(({ field }) => field === "present")) return "information" as const;
      return shown.includes("performance") ? ("performance" as const) : ("comments" as const);
    },
    comments: (["comment", "comment2", "comment3"] as const).filter(shows),
    /**
     * Returns the existing grades, each with the field that says whether the student is on track; for personal tutoring
     * the study plan.
     */
    tracks: tracks
      .filter(({ name }) => shows(name))
      .map(({ name, grade }) => {
        const title = titleOf(declared, name, slip);
        // The study plan has no grade.
        return {
          name,
          title,
          grade: title === declared.fields.get(name)?.title ? slip.courseWithStudentInfo?.[grade] : undefined,
        };
      }),
    /** Returns the step of a field. */
    stepOf: (field: string): Step =>
      shown.find((name) => (steps[name].fields as readonly string[]).includes(field)) ?? "information",
  };
}
