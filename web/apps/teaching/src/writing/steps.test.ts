import type { Field } from "@staffroom/contract";
import type { Condition, Declared, Requirement } from "@staffroom/form";
import { describe, expect, it } from "vitest";
import type { Slip } from "../slips/types";
import { formOf } from "./steps";

const clause = (field: string, operator: Condition["operator"], value?: unknown): Condition => ({
  field,
  operator,
  value,
});
const every = (...all: Condition[]): Condition => ({ all });
const ofTutorial = clause("type", "isNot", "invigilation");
const came = every(ofTutorial, clause("present", "is", "present"));
const ofPt = every(came, clause("type", "is", "PT"));
const rated = every(came, clause("type", "isNot", "PT"), clause("slipType", "noneOf", ["workshop", "seminar"]));
const need = (text: string, when: Condition, more: Partial<Requirement> = {}): Requirement => ({
  moves: ["submit"],
  title: "",
  text,
  least: 1,
  when,
  ...more,
});
const graded = every(rated, clause("courseWithStudentInfo.reachGrade", "filled"));

/** Some fields of a slip as the service declares them (`slips/attributes.py`). */
const fields: Field[] = [
  { name: "present", title: "Presence", type: "select", shownIf: ofTutorial, needed: [need("presence", ofTutorial)] },
  { name: "onTime", title: "Timekeeping", type: "select", shownIf: came, needed: [need("timekeeping", came)] },
  {
    name: "ot1",
    title: "Reach grade",
    type: "select",
    shownIf: { any: [graded, ofPt] },
    titles: [{ when: ofPt, title: "Study plan" }],
    needed: [need("grade", graded), need("plan", ofPt, { among: ["onTrack", "behind", "na"] })],
  },
  { name: "cat1", title: "Independent preparation", type: "select", shownIf: rated, needed: [need("rating", rated)] },
  { name: "cat2", title: "Organisation", type: "select", shownIf: rated, needed: [need("rating", rated)] },
  {
    name: "comment",
    title: "Work covered",
    type: "richtext",
    titles: [{ when: ofPt, title: "Progress" }],
    needed: [need("hundred", ofPt, { least: 100 }), need("twenty-five", came, { least: 25 })],
  },
  { name: "comment3", title: "Next steps", type: "richtext", shownIf: clause("type", "isNot", "PT") },
];
const declared: Declared = {
  fields: new Map(fields.map((field) => [field.name, field])),
  parts: [{ name: "targets", at: "hasTargets", shownIf: came, needed: [need("targets", ofPt)] }],
  checks: ["present", "onTime", "ot1", "cat1", "cat2", "comment", "targets"],
};
const whole = {
  type: "default",
  slipType: "default",
  present: "present",
  onTime: 0,
  cat1: 4,
  cat2: 4,
  comment: "<p>Twenty-five characters long</p>",
  hasTargets: null,
};
const form = (changes: object) => formOf(declared, { ...whole, ...changes } as unknown as Slip);

describe("the form of a slip", () => {
  it.each([
    [{}, ["information", "performance", "preparation", "comments"], "performance", true],
    [{ slipType: "seminar" }, ["information", "preparation", "comments"], "comments", false],
    [{ present: "plannedAbsence" }, ["information", "comments"], "comments", false],
    [{ present: "" }, ["information", "comments"], "information", false],
    [{ type: "invigilation", slipType: "invigilation", present: "" }, ["information", "comments"], "comments", false],
    [{ type: "PT", slipType: "PT" }, ["information", "performance", "preparation", "comments"], "performance", false],
  ] as const)("of %o", (changes, steps, start, isRated) => {
    const slipForm = form(changes);
    expect(slipForm.steps).toEqual(steps);
    expect(slipForm.start).toBe(start);
    expect(slipForm.isRated).toBe(isRated);
  });

  it("names what submit would refuse, each at its step", () => {
    expect(form({}).missing).toEqual([]);
    expect(form({ cat1: null, comment: "short" }).missing.map(({ field, text }) => [field, text])).toEqual([
      ["cat1", "rating"],
      ["comment", "twenty-five"],
    ]);
    const ofPtForm = form({ type: "PT", slipType: "PT", ot1: "ahead" });
    expect(ofPtForm.missing.map(({ field }) => field)).toEqual(["ot1", "comment", "targets"]);
    expect(ofPtForm.missing.map(({ field }) => ofPtForm.stepOf(field))).toEqual([
      "performance",
      "comments",
      "preparation",
    ]);
    expect(form({ type: "PT", slipType: "PT", hasTargets: true }).missing.map(({ field }) => field)).not.toContain(
      "targets",
    );
  });

  it("only asks whether existing grades are on track; personal tutoring has the study plan", () => {
    expect(form({}).tracks).toEqual([]);
    expect(form({ courseWithStudentInfo: { reachGrade: "A*" } }).tracks).toEqual([
      { name: "ot1", title: "Reach grade", grade: "A*" },
    ]);
    expect(form({ type: "PT", courseWithStudentInfo: { reachGrade: "A*" } }).tracks).toEqual([
      { name: "ot1", title: "Study plan", grade: undefined },
    ]);
    expect(form({ type: "PT" }).titleOf("comment")).toBe("Progress");
    expect(form({ type: "PT" }).comments).toEqual(["comment"]);
    expect(form({}).comments).toEqual(["comment", "comment3"]);
  });
});
