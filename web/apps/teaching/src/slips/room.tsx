import { defineRoom } from "@staffroom/contract";
import { slipCells } from "./cells";
import { openedSlip } from "./opened";
import { RowMoves } from "./row-moves";

const recordDrawer = openedSlip(() => import("./view"));

const toReview = {
  icon: "clipboard-check",
  route: "/system/slips/:type?",
  open: "slip",
  view: "queue",
  roles: ["academicOffice"],
  list: "/slips",
  since: "tutorialDate",
  shows: ["student", "course", "tutor"],
} as const;

/** Slips of tutorials, attendance and absences. */
export const slips = defineRoom({
  routes: [
    {
      path: "/system/slips/:type?",
      title: "Slips",
      list: {
        path: "/slips",
        cells: slipCells,
        rowActions: (row) =>
          (row.moves as string[]).length > 0 && (
            <RowMoves id={row.id as number} name={[row.student, row.course].filter(Boolean).join(", ")} />
          ),
        rowClassName: (row) => (row.isLate && row.status !== "approved" ? "tea-late" : ""),
        queue: { title: "student", lines: ["course", "tutor", "tutorialDate"] },
        emptyText: "No slips here. Tutors write one after each tutorial.",
        recordDrawer,
      },
    },
    {
      // The academic office reminds; other staff see the figure in the list of slips.
      path: "/academic-office/late-slips",
      title: "Late slips",
      call: "/slip/late-writers",
      only: ["academicOffice"],
      load: () => import("./late-slips"),
    },
    {
      path: "/system/attendance",
      title: "Attendance",
      list: {
        path: "/slip/attendance",
        cells: slipCells,
        recordDrawer,
        emptyText: "Slips say who came to their tutorials.",
      },
    },
    {
      path: "/system/absence",
      title: "Absences",
      list: {
        path: "/slip/absences",
        cells: slipCells,
        recordDrawer,
        rowClassName: (row) => (row.isFlagged ? "tea-late" : ""),
        emptyText: "Nobody was absent.",
      },
    },
    {
      path: "/slips/:id/write",
      title: "Slip",
      call: "POST /slip",
      under: "/system/slips/:type?",
      load: () => import("../writing/slip-dialog"),
    },
    {
      path: "/slips/register/:id",
      title: "Register",
      call: "/slip/register/{id}",
      under: "/system/slips/:type?",
      load: () => import("../writing/register"),
    },
    { path: "/slip-deadlines", title: "Time for slips", list: { path: "/slip/deadlines" } },
  ],
  menu: [
    { route: "/system/slips/:type?", group: "Teaching", icon: "clipboard-check", order: 20 },
    { route: "/academic-office/late-slips", group: "Teaching", icon: "alarm", order: 22 },
    { route: "/system/attendance", group: "Teaching", icon: "check", order: 24 },
    { route: "/system/absence", group: "Teaching", icon: "alert", order: 26 },
    { route: "/slip-deadlines", group: "Setup", icon: "clock", order: 65 },
  ],
  waiting: [
    {
      title: "Under-18s who did not come",
      icon: "alarm",
      route: "/system/absence",
      roles: ["academicOffice"],
      list: "/slip/absences",
      query: { present: "unplannedAbsence", under18: "true", hasAction: "false" },
      since: "tutorialDate",
      sort: "-tutorialDate",
      shows: ["student", "course", "tutor"],
    },
    { ...toReview, title: "Slips to check", query: { status: "submitted" } },
    { ...toReview, title: "Slips to approve", query: { status: "checked" } },
    {
      title: "Late tutors' slips",
      icon: "alarm",
      route: "/academic-office/late-slips",
      roles: ["academicOffice"],
      list: "/slip/unwritten",
      query: { isLate: "true" },
      since: "start",
      shows: ["tutor", "student", "course"],
    },
  ],
  timeline: [
    {
      of: { "/students": { studentId: "{id}" }, "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Slip",
      icon: "clipboard-check",
      list: "/slips",
      at: "tutorialDate",
      shows: ["course", "student", "tutor", "status"],
      target: "/system/slips?slip={id}",
    },
  ],
  summary: [
    {
      of: { "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      title: "Slips",
      list: "/slips",
      target: "{record}/slips",
    },
    {
      of: {
        "/students": { studentId: "{id}", present: "unplannedAbsence" },
        "/courses": { courseId: "{id}", present: "unplannedAbsence" },
      },
      title: "Unplanned absences",
      list: "/slip/attendance",
      target: "{record}/attendance?present=unplannedAbsence",
      alert: true,
    },
    {
      of: { "/tutors": { tutorId: "{id}", isLate: "true", status: "saved,returned" } },
      title: "Late slips",
      list: "/slips",
      target: "{record}/slips?isLate=true&status=saved,returned",
      alert: true,
    },
  ],
  widgets: {
    attendance: () => import("./attendance"),
    "slips-of-student": () => import("../statistics/slips-of-student"),
  },
});
