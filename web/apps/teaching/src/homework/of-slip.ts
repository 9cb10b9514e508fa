import type { CwsHomework } from "./types";

/** The tabs of a slip's homework (teaching.md 2), in order. */
export const slipTabs = {
  outstanding: "Outstanding",
  marked: "Marked",
  postponed: "Postponed",
  writtenOff: "Written off",
  future: "Future",
  historic: "Historic",
} as const;
export type SlipTab = keyof typeof slipTabs;

/** A slip, with start and end of its tutorial. */
export type OfSlip = { id: number; start: string; end: string };

const isLater = (one: string, other: string) => Date.parse(one) > Date.parse(other);

/**
 * Returns the state of homework on a slip (teaching.md 4). Postponed work is outstanding again once its later day has
 * come, unless this slip postponed it.
 */
export function tabOf({ status, dueDate, slipMarkedId, slipPostponed }: CwsHomework, slip: OfSlip): SlipTab {
  const isDue = !isLater(dueDate, slip.start);
  switch (status) {
    case "writeOff":
      return "writtenOff";
    case "marked":
      return slipMarkedId === slip.id ? "marked" : "historic";
    case "postponed":
      return isDue && !slipPostponed.includes(slip.id) ? "outstanding" : "postponed";
    case "set":
    case "submitted":
      return isDue ? "outstanding" : "future";
    default:
      return "historic";
  }
}

/** Name the slip's action: set, marked or postponed. */
export const didWith = ({ slipSetId, slipMarkedId, slipPostponed }: CwsHomework, slip: number): string[] => [
  ...(slipSetId === slip ? ["Set"] : []),
  ...(slipMarkedId === slip ? ["Marked"] : []),
  ...(slipPostponed.includes(slip) ? ["Postponed"] : []),
];
