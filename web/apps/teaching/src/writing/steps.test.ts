import { describe, expect, it } from "vitest";
import { commentsOf, isOnePage, isRated, startOf, stepsOf, tracksOf } from "./steps";

const came = { type: "default", slipType: "default", present: "present" } as const;

describe("the steps of a slip", () => {
  it.each([
    [came, ["information", "performance", "preparation", "comments"], "performance"],
    [{ ...came, slipType: "seminar" }, ["information", "preparation", "comments"], "comments"],
    [{ ...came, present: "plannedAbsence" }, ["information", "comments"], "comments"],
    [{ ...came, present: "" }, ["information", "comments"], "information"],
    [{ type: "invigilation", slipType: "invigilation", present: "" }, ["information", "comments"], "comments"],
    [{ type: "PT", slipType: "PT", present: "present" }, ["information", "performance", "preparation", "comments"], "performance"],
  ] as const)("of %o", (slip, steps, start) => {
    expect(stepsOf(slip)).toEqual(steps);
    expect(startOf(slip)).toBe(start);
    expect(isRated(slip)).toBe(slip === came);
  });

  it("versions up to 2 have one page and one comment of 30 characters", () => {
    expect([1, 2, 3, 4].map((version) => isOnePage({ version, type: "default" }))).toEqual([true, true, false, false]);
    expect(isOnePage({ version: 2, type: "invigilation" })).toBe(false);
    expect(commentsOf({ version: 2, type: "default" })).toEqual([{ name: "comment", title: "Comment", least: 30 }]);
    expect(commentsOf({ version: 4, type: "default" }).map(({ least }) => least)).toEqual([25, 25, 25]);
    expect(commentsOf({ version: 4, type: "PT" }).map(({ least }) => least)).toEqual([100, 100]);
  });

  it("only grades that there are can be on track", () => {
    const grades = { reachGrade: "A*", matchGrade: "", safetyGrade: "C", previousGrade: "", id: 1 };
    expect(tracksOf({ type: "default", courseWithStudentInfo: grades })).toEqual([{ name: "ot1", title: "Reach: A*" }, { name: "ot3", title: "Safety: C" }]);
    expect(tracksOf({ type: "PT", courseWithStudentInfo: grades })).toEqual([{ name: "ot1", title: "Study plan", values: ["onTrack", "behind", "na"] }]);
  });
});
