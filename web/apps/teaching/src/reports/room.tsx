import { defineRoom } from "@staffroom/contract";
import { PrintButton } from "../parts/print-button";
import { openedReport } from "./opened";
import { RequestReports } from "./list";
import { missingDays, MissingReports } from "./missing";
import { RemindTutors } from "./moves";
import { ExportForUcas } from "./ucas";

const toReview = {
  icon: "file-text",
  route: "/system/reports",
  open: "report",
  view: "queue",
  roles: ["academicOffice"],
  list: "/reports",
  since: "submitted",
  shows: ["student", "course", "tutor"],
} as const;

/** Term reports and predicted grades. */
export const reports = defineRoom({
  routes: [
    {
      path: "/system/reports",
      title: "Term reports",
      list: {
        path: "/reports",
        subtitle: <MissingReports />,
        actions: <RequestReports />,
        selectionActions: (choice) => (
          <>
            <PrintButton list="/reports" choice={choice} />
            <RemindTutors choice={choice} />
          </>
        ),
        rowClassName: (row) =>
          row.isLate && ["called", "saved", "returned"].includes(String(row.status)) ? "tea-late" : "",
        queue: { title: "student", lines: ["course", "tutor", "deadline"] },
        emptyText: "No reports here. Request reports asks tutors for them.",
        recordDrawer: openedReport,
      },
    },
    {
      path: "/reports/:id/write",
      title: "Term report",
      call: "/report/{id}/term",
      under: "/system/reports",
      load: () => import("./write"),
    },
    {
      path: "/academic-office/predicted-grades",
      title: "Predicted grades",
      list: {
        path: "/report/predicted-grades",
        actions: <ExportForUcas />,
        selectionActions: (choice) => <ExportForUcas choice={choice} />,
        emptyText: "Nobody is on an active course.",
      },
    },
  ],
  menu: [
    { route: "/system/reports", group: "Teaching", icon: "file-text", order: 30 },
    { route: "/academic-office/predicted-grades", group: "Teaching", icon: "graduation", order: 32 },
  ],
  waiting: [
    { ...toReview, title: "Reports to check", query: { status: "submitted" } },
    { ...toReview, title: "Reports to approve", query: { status: "checked" } },
    {
      title: "Reports missing",
      icon: "alarm",
      route: "/system/reports",
      open: "report",
      roles: ["academicOffice"],
      list: "/reports",
      query: { status: "called,saved,returned", isLate: "true" },
      since: "deadline",
      shows: ["tutor", "student", "course"],
      outOf: { filter: "deadline", days: missingDays },
    },
  ],
  commands: [
    { title: "Request reports", route: "/system/reports", query: { request: "true" }, call: "POST /report/call" },
  ],
  timeline: [
    {
      of: { "/students": { studentId: "{id}" }, "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Term report",
      icon: "file-text",
      list: "/reports",
      at: "dateTo",
      shows: ["course", "student", "tutor", "status"],
      target: "/system/reports?report={id}",
    },
  ],
});
