import { defineClient } from "@staffroom/contract";
import { openedCollection } from "../collections/opened";
import { openedReport } from "../reports/opened";
import { slipCells } from "../slips/cells";
import { openedSlip } from "../slips/opened";
import { plans } from "../studyplans/list";

const teaches = ["tutor"];
const writes = ["tutor", "invigilator"];

const ofReports = {
  route: "/reports/to-write",
  target: "/reports/{id}/write",
  roles: teaches,
  list: "/reports",
  since: "deadline",
  shows: ["student", "course"],
} as const;
const ofHomework = { icon: "pencil-ruler", route: "/homework", open: "homework", list: "/homework" } as const;

/** The teaching area in the client application: tutors write and mark, students submit and read, families read. */
export default defineClient({
  routes: [
    {
      path: "/slips/to-write",
      title: "Slips to write",
      call: "/slip/unwritten",
      load: () => import("../writing/to-write"),
    },
    {
      path: "/system/slips/:type?",
      title: "Slips",
      list: {
        path: "/slips",
        cells: slipCells,
        readOnly: true,
        tabs: ["status"],
        emptyText: "Slips appear here once they are written, for students once they are approved.",
        recordDrawer: openedSlip(() => import("./slip")),
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
      under: "/slips/to-write",
      load: () => import("../writing/register"),
    },
    {
      // Students and families read reports, at the address below.
      path: "/reports/to-write",
      title: "Reports to write",
      only: teaches,
      list: {
        path: "/reports",
        fixed: { status: "called,saved,returned" },
        tabs: [],
        readOnly: true,
        target: "/reports/{id}/write",
        emptyText: "Every report is written.",
      },
    },
    {
      path: "/system/reports",
      title: "Term reports",
      list: {
        path: "/reports",
        readOnly: true,
        emptyText: "Term reports appear here, for students and families once they are approved.",
        recordDrawer: openedReport,
      },
    },
    {
      path: "/reports/:id/write",
      title: "Term report",
      call: "/report/{id}/term",
      under: "/system/reports",
      load: () => import("../reports/write"),
    },
    { path: "/studyplans", title: "Study plans", list: plans },
    {
      path: "/studyplans/:id",
      title: "Study plan",
      call: "/v2/course/{id}/studyplan",
      load: () => import("../studyplans/study-plan"),
    },
    {
      path: "/system/collectionreports",
      title: "Collection reports",
      list: {
        path: "/collectionreports",
        readOnly: true,
        tabs: ["status"],
        emptyText: "Collection reports appear here once they are approved, for interviewers once they are called.",
        recordDrawer: openedCollection,
      },
    },
    {
      path: "/collectionreports/:id/write",
      title: "Collection report",
      call: "/collectionreport/{id}/term",
      under: "/system/collectionreports",
      load: () => import("../collections/write"),
    },
    { path: "/journal", title: "Journal", call: "/my/journal", load: () => import("../journal/journal") },
    {
      path: "/homework",
      title: "Homework",
      call: "/homework",
      load: () => import("../homework/homework-list").then(({ AllHomework }) => ({ default: AllHomework })),
    },
    {
      path: "/offers",
      title: "Offers of tuition",
      list: { path: "/my/offers", emptyText: "No offers of tuition. The office offers you courses here." },
    },
    {
      path: "/tuition/:id",
      title: "Offer of tuition",
      call: "/my/offers",
      under: "/offers",
      load: () => import("../acceptance/tuition"),
    },
  ],
  menu: [
    { route: "/slips/to-write", icon: "pencil", order: 5 },
    { route: "/system/slips/:type?", icon: "clipboard-check", order: 10 },
    { route: "/homework", icon: "pencil-ruler", order: 20 },
    { route: "/reports/to-write", icon: "pencil", order: 25 },
    { route: "/system/reports", icon: "file-text", order: 30 },
    { route: "/studyplans", icon: "calendar", order: 35 },
    { route: "/system/collectionreports", icon: "users", order: 32 },
    { route: "/journal", icon: "notebook", order: 60 },
    { route: "/offers", icon: "inbox", order: 55 },
  ],
  waiting: [
    {
      title: "Offers to answer",
      icon: "inbox",
      route: "/offers",
      target: "/tuition/{id}",
      roles: teaches,
      list: "/my/offers",
      query: { status: "offered" },
      since: "created",
      shows: ["course", "department"],
    },
    {
      title: "Slips to write",
      icon: "pencil",
      route: "/slips/to-write",
      roles: writes,
      list: "/slip/unwritten",
      query: { status: "none,saved" },
      since: "start",
      due: "due",
      shows: ["student", "course"],
    },
    {
      title: "Slips returned",
      icon: "undo",
      route: "/system/slips/:type?",
      open: "slip",
      roles: writes,
      list: "/slips",
      query: { status: "returned" },
      since: "tutorialDate",
      shows: ["student", "course"],
    },
    {
      ...ofReports,
      title: "Reports to write",
      icon: "file-text",
      query: { status: "called,saved" },
    },
    { ...ofReports, title: "Reports returned", icon: "undo", query: { status: "returned" } },
    {
      title: "Collections to write",
      icon: "pencil",
      route: "/system/collectionreports",
      open: "collection",
      roles: teaches,
      list: "/collectionreports/my",
      query: { status: "draft" },
      since: "date",
      shows: ["student", "course"],
    },
    {
      ...ofHomework,
      title: "Homework to mark",
      roles: teaches,
      query: { status: "submitted" },
      since: "submitted",
      sort: "dueDate",
      shows: ["title", "student", "course"],
    },
    {
      title: "Plans too late for the exam",
      icon: "calendar",
      route: "/studyplans",
      target: "/studyplans/{id}",
      roles: teaches,
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
      roles: teaches,
      list: "/my/journal",
      query: { unread: "true" },
      since: "created",
      sort: "date",
      shows: ["author", "excerpt"],
    },
    {
      ...ofHomework,
      title: "Homework to hand in",
      roles: ["student"],
      query: { status: "set,postponed" },
      since: "dueDate",
      due: "dueDate",
      shows: ["title", "course"],
    },
  ],
});
