import { defineRecordDrawer, defineArea } from "@staffroom/contract";
import type { Offer, TutorTerms } from "./acceptance/types";
import { slipCells } from "./cells";
import client from "./client";
import { CallCollections } from "./collections/call-dialog";
import { collectionDrawer } from "./collections/drawer";
import { CollectionFoot } from "./collections/moves";
import type { Collection } from "./collections/types";
import { PrintButton } from "./print-button";
import { reportDrawer } from "./reports/drawer";
import { RequestReports } from "./reports/list";
import { ExportForUcas } from "./reports/ucas";
import { missingDays, MissingReports } from "./reports/missing";
import { RemindTutors, ReportFoot } from "./reports/moves";
import type { Report } from "./reports/types";
import { RowMoves } from "./row-moves";
import { slipDrawer } from "./slip-drawer";
import { SlipFoot } from "./slip-moves";
import { plans } from "./studyplans/list";
import "./style.css";
import type { Slip } from "./types";

const homework = (lists: "AllHomework" | "HomeworkByType") => () =>
  import("./homework/homework-list").then((module) => ({ default: module[lists] }));

/** A slip over the list that it was opened from. */
const openedSlip = defineRecordDrawer<Slip>({
  ...slipDrawer,
  load: () => import("./slip-view"),
  footer: (slip, reload) =>
    (slip.moves.length > 0 || slip.may.edit.length > 0) && <SlipFoot slip={slip} onDone={reload} />,
});

/** A report over the list that it was opened from. */
const openedReport = defineRecordDrawer<Report>({
  ...reportDrawer,
  load: () => import("./reports/view"),
  footer: (report, reload) => <ReportFoot report={report} onDone={reload} />,
});

const openedCollection = defineRecordDrawer<Collection>({
  ...collectionDrawer,
  load: () => import("./collections/view"),
  footer: (report, reload) => <CollectionFoot report={report} onDone={reload} />,
});

const office = ["academicOffice"];

export default defineArea({
  name: "teaching",
  client,
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
        recordDrawer: openedSlip,
      },
    },
    {
      // The academic office reminds; other staff see the figure in the list of slips.
      path: "/academic-office/late-slips",
      title: "Late slips",
      call: "/slip/late-writers",
      only: office,
      load: () => import("./late-slips"),
    },
    {
      path: "/system/attendance",
      title: "Attendance",
      list: {
        path: "/slip/attendance",
        cells: slipCells,
        recordDrawer: openedSlip,
        emptyText: "Slips say who came to their tutorials.",
      },
    },
    {
      path: "/system/absence",
      title: "Absences",
      list: {
        path: "/slip/absences",
        cells: slipCells,
        recordDrawer: openedSlip,
        rowClassName: (row) => (row.isFlagged ? "tea-late" : ""),
        emptyText: "Nobody was absent.",
      },
    },
    { path: "/homework", title: "Homework", call: "/homework", load: homework("AllHomework") },
    // Views of the list for the academic office (screens of the same calls).
    {
      path: "/academic-office/homework-from-tutors",
      title: "Tutors' homework",
      call: "/homework",
      only: office,
      under: "/homework",
      load: homework("AllHomework"),
    },
    {
      path: "/academic-office/student-homework-type",
      title: "Homework by type",
      call: "/homework",
      only: office,
      under: "/homework",
      load: homework("HomeworkByType"),
    },
    { path: "/studyplans", title: "Study plans", list: plans },
    {
      path: "/studyplans/:id",
      title: "Study plan",
      call: "/v2/studyplan/{id}",
      load: () => import("./studyplans/study-plan"),
    },
    {
      path: "/slips/:id/write",
      title: "Slip",
      call: "POST /slip",
      under: "/system/slips/:type?",
      load: () => import("./writing/slip-dialog"),
    },
    {
      path: "/slips/register/:id",
      title: "Register",
      call: "/slip/register/{id}",
      under: "/system/slips/:type?",
      load: () => import("./writing/register"),
    },
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
      load: () => import("./reports/write"),
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
    {
      path: "/system/collectionreports",
      title: "Collection reports",
      list: {
        path: "/collectionreports",
        actions: <CallCollections />,
        selectionActions: (choice) => <PrintButton list="/collectionreports" choice={choice} />,
        emptyText: "No collection reports here. The academic office calls for them once a term.",
        recordDrawer: openedCollection,
      },
    },
    {
      path: "/collectionreports/:id/write",
      title: "Collection report",
      call: "/collectionreport/{id}/term",
      under: "/system/collectionreports",
      load: () => import("./collections/write"),
    },
    { path: "/journal", title: "Journal", call: "/my/journal", load: () => import("./journal/journal") },
    {
      path: "/academic-office/journal-usage",
      title: "Journal usage",
      call: "/academic-office/journal-usage",
      load: () => import("./journal/usage"),
    },
    {
      path: "/offers",
      title: "Offers of tuition",
      list: {
        path: "/offers",
        emptyText: "Nobody was offered tuition yet. Put a tutor on a proposed course, or make an offer here.",
        recordDrawer: defineRecordDrawer<Offer>({
          param: "offer",
          thing: "/offers",
          called: "The offer",
          heading: "{course.title}, {tutor.name}",
          load: () => import("./acceptance/offer-view"),
        }),
      },
    },
    {
      path: "/tutor-terms",
      title: "Terms for tutors",
      call: "POST /tutor-terms",
      list: {
        path: "/tutor-terms",
        emptyText: "No terms yet. Tutors accept the terms of their department once a year.",
        recordDrawer: defineRecordDrawer<TutorTerms>({
          param: "terms",
          thing: "/tutor-terms",
          called: "The terms",
          heading: "{title}",
          load: () => import("./acceptance/terms-view"),
        }),
      },
    },
    {
      path: "/tutor-terms/acceptances",
      title: "Answers to terms",
      call: "POST /tutor-terms",
      under: "/tutor-terms",
      list: { path: "/tutor-terms/acceptances", emptyText: "No tutor has answered terms yet." },
    },
    {
      path: "/statistics/slips",
      title: "Slip statistics",
      call: "/slip/statistics",
      load: () => import("./statistics/slips"),
    },
    {
      path: "/statistics/absence",
      title: "Absence statistics",
      call: "/slip/absences/patterns",
      load: () => import("./statistics/absence"),
    },
    {
      path: "/statistics/slipschord",
      title: "Who teaches whom",
      call: "/slip/statistics/pairs",
      load: () => import("./statistics/pairs"),
    },
    {
      path: "/statistics/courses/coursehours",
      title: "Course hours",
      call: "/coursehours",
      load: () => import("./statistics/hours"),
    },
    {
      path: "/statistics/courses/hours",
      title: "Hours of tutorials",
      under: "/statistics/courses/coursehours",
      list: { path: "/coursehours/tutorials", emptyText: "Tutorials of courses come here from the calendar." },
    },
    { path: "/slip-deadlines", title: "Time for slips", list: { path: "/slip/deadlines" } },
  ],
  menu: [
    { route: "/journal", group: "Work", icon: "notebook", order: 50 },
    { route: "/academic-office/journal-usage", group: "Teaching", icon: "chart", order: 29 },
    { route: "/system/slips/:type?", group: "Teaching", icon: "clipboard-check", order: 20 },
    { route: "/academic-office/late-slips", group: "Teaching", icon: "alarm", order: 22 },
    { route: "/system/attendance", group: "Teaching", icon: "check", order: 24 },
    { route: "/system/absence", group: "Teaching", icon: "alert", order: 26 },
    { route: "/homework", group: "Teaching", icon: "notebook", order: 28 },
    { route: "/system/reports", group: "Teaching", icon: "file-text", order: 30 },
    { route: "/academic-office/predicted-grades", group: "Teaching", icon: "graduation", order: 32 },
    { route: "/studyplans", group: "Teaching", icon: "calendar", order: 34 },
    { route: "/system/collectionreports", group: "Teaching", icon: "users", order: 33 },
    { route: "/offers", group: "Teaching", icon: "inbox", order: 36 },
    { route: "/statistics/slips", group: "Insights", icon: "chart", order: 40 },
    { route: "/statistics/absence", group: "Insights", icon: "alert", order: 42 },
    { route: "/statistics/slipschord", group: "Insights", icon: "chart", order: 44 },
    { route: "/statistics/courses/coursehours", group: "Insights", icon: "clock", order: 46 },
    { route: "/tutor-terms", group: "Setup", icon: "file", order: 66 },
    { route: "/slip-deadlines", group: "Setup", icon: "clock", order: 65 },
  ],
  commands: [
    { title: "Set homework", route: "/homework", query: { new: "true" }, call: "POST /homework" },
    { title: "Write journal entry", route: "/journal", query: { new: "true" }, call: "POST /my/journal/entry" },
    {
      title: "Call collections",
      route: "/system/collectionreports",
      query: { call: "true" },
      call: "POST /collectionreport/call",
    },
    { title: "Request reports", route: "/system/reports", query: { request: "true" }, call: "POST /report/call" },
  ],
  widgets: {
    homework: () => import("./homework/homework-list"),
    attendance: () => import("./attendance"),
    "study-plan": () => import("./studyplans/study-plan").then(({ StudyPlanTab }) => ({ default: StudyPlanTab })),
    journal: () => import("./journal/journal-of"),
    "terms-gate": () => import("./acceptance/gate"),
    "slips-of-student": () => import("./statistics/slips-of-student"),
    "journal-button": () => import("./journal/about-button"),
  },
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
    {
      of: { "/students": { studentId: "{id}" }, "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Term report",
      icon: "file-text",
      list: "/reports",
      at: "dateTo",
      shows: ["course", "student", "tutor", "status"],
      target: "/system/reports?report={id}",
    },
    {
      of: { "/students": { studentId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Collection",
      icon: "users",
      list: "/collectionreports",
      at: "date",
      shows: ["course", "student", "interviewedBy", "status"],
      target: "/system/collectionreports?collection={id}",
    },
  ],
  summary: [
    {
      of: { "/students": { studentId: "{id}", behind: "true" }, "/tutors": { tutorId: "{id}", behind: "true" } },
      title: "Study plans behind",
      list: "/studyplans",
      target: "{record}/study-plans?behind=true",
      alert: true,
    },
    {
      of: { "/courses": { courseId: "{id}", late: "true" } },
      title: "Plan too late for the exam",
      list: "/studyplans",
      target: "{record}/study-plan",
      alert: true,
    },
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
  waiting: [
    {
      title: "Reports to check",
      icon: "file-text",
      route: "/system/reports",
      open: "report",
      view: "queue",
      roles: ["academicOffice"],
      list: "/reports",
      query: { status: "submitted" },
      since: "submitted",
      shows: ["student", "course", "tutor"],
    },
    {
      title: "Reports to approve",
      icon: "file-text",
      route: "/system/reports",
      open: "report",
      view: "queue",
      roles: ["academicOffice"],
      list: "/reports",
      query: { status: "checked" },
      since: "submitted",
      shows: ["student", "course", "tutor"],
    },
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
    {
      title: "Plans too late for the exam",
      icon: "calendar",
      route: "/studyplans",
      target: "/studyplans/{id}",
      roles: ["academicOffice"],
      list: "/studyplans",
      query: { late: "true", status: "active" },
      since: "firstExam",
      due: "firstExam",
      shows: ["course", "students"],
    },
    {
      title: "Journal to read",
      icon: "notebook",
      route: "/journal",
      open: "entry",
      list: "/my/journal",
      query: { unread: "true" },
      since: "created",
      sort: "date",
      shows: ["author", "excerpt"],
    },
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
    {
      title: "Slips to check",
      icon: "clipboard-check",
      route: "/system/slips/:type?",
      open: "slip",
      view: "queue",
      roles: ["academicOffice"],
      list: "/slips",
      query: { status: "submitted" },
      since: "tutorialDate",
      shows: ["student", "course", "tutor"],
    },
    {
      title: "Slips to approve",
      icon: "clipboard-check",
      route: "/system/slips/:type?",
      open: "slip",
      view: "queue",
      roles: ["academicOffice"],
      list: "/slips",
      query: { status: "checked" },
      since: "tutorialDate",
      shows: ["student", "course", "tutor"],
    },
    {
      title: "Collections to write",
      icon: "pencil",
      route: "/system/collectionreports",
      open: "collection",
      roles: ["staff"],
      list: "/collectionreports/my",
      query: { status: "draft" },
      since: "date",
      shows: ["student", "course"],
    },
    {
      title: "Collections to approve",
      icon: "clipboard-check",
      route: "/system/collectionreports",
      open: "collection",
      roles: ["academicOffice"],
      list: "/collectionreports",
      query: { status: "submitted" },
      since: "submitted",
      shows: ["student", "course", "interviewedBy"],
    },
    {
      title: "Offers without an answer",
      icon: "inbox",
      route: "/offers",
      open: "offer",
      roles: ["academicOffice"],
      list: "/offers",
      query: { status: "offered" },
      since: "created",
      shows: ["tutor", "course"],
    },
    {
      title: "Declined offers",
      icon: "alert",
      route: "/offers",
      open: "offer",
      roles: ["academicOffice"],
      list: "/offers",
      query: { needsTutor: "true" },
      since: "answered",
      shows: ["course", "tutor", "reason"],
    },
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
});
