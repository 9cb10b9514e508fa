import type { ListRoute } from "@staffroom/contract";
import { StatusTag } from "@staffroom/ui";
import { Pace } from "./students";

/** Courses by their study plan, `/studyplans`. */
export const plans: ListRoute = {
  path: "/studyplans",
  cells: {
    weeksBehind: (value, row) => row.planId !== null && <Pace weeks={Number(value)} />,
    late: (value) => value === true && <StatusTag label="Plan too late" color="red" />,
  },
  rowClassName: (row) => (row.late === true || Number(row.weeksBehind) > 1 ? "tea-late" : ""),
  emptyText: "No course has this kind of plan.",
};
