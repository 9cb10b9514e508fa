import { describe, expect, it } from "vitest";
import { didWith, tabOf } from "./of-slip";
import type { CwsHomework } from "./types";

const slip = { id: 7, start: "2026-11-02T10:00:00Z", end: "2026-11-02T11:00:00Z" };
const hws = (change: Partial<CwsHomework>): CwsHomework => ({
  hwsId: 1,
  id: 1,
  title: "Essay",
  type: "written",
  status: "set",
  dueDate: slip.start,
  instructions: "",
  timeEstimation: null,
  slipSetId: null,
  slipMarkedId: null,
  slipPostponed: [],
  ...change,
});
const later = "2026-11-09T10:00:00Z";

describe("homework on a slip", () => {
  it.each([
    [{}, "outstanding"],
    [{ status: "submitted" }, "outstanding"],
    [{ dueDate: later }, "future"],
    [{ status: "submitted", dueDate: later }, "future"],
    [{ status: "marked", slipMarkedId: 7 }, "marked"],
    [{ status: "marked", slipMarkedId: 6 }, "historic"],
    [{ status: "marked" }, "historic"],
    [{ status: "postponed", dueDate: later }, "postponed"],
    [{ status: "postponed", slipPostponed: [6] }, "outstanding"],
    [{ status: "postponed", slipPostponed: [6, 7] }, "postponed"],
    [{ status: "writeOff", slipMarkedId: 7 }, "writtenOff"],
    [{ status: "saved" }, "historic"],
  ] as const)("%o is %s", (change, tab) => {
    expect(tabOf(hws(change as Partial<CwsHomework>), slip)).toBe(tab);
  });

  it("the slip's actions are named", () => {
    expect(didWith(hws({ slipSetId: 7, slipPostponed: [7] }), 7)).toEqual(["Set", "Postponed"]);
    expect(didWith(hws({ slipMarkedId: 6 }), 7)).toEqual([]);
  });
});
