import { defineRecordDrawer } from "@staffroom/contract";
import { reportDrawer } from "./drawer";
import { ReportFoot } from "./moves";
import type { Report } from "./types";

/** A report over the list that it was opened from. */
export const openedReport = defineRecordDrawer<Report>({
  ...reportDrawer,
  load: () => import("./view"),
  footer: (report, reload) => <ReportFoot report={report} onDone={reload} />,
});
