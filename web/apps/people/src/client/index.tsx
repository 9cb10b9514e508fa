import { defineClient, type ProfileRoute, type Row, listAt } from "@staffroom/contract";
import { courseCells, personCells } from "../persons/cells";
import { courseProfile, journalOfCourse, studentsOfCourse } from "../courses/profile";
import { fillingRoutes } from "../forms/filling/routes";
import { formsToFill } from "../forms/waiting";
import { SlipButton } from "../exams/sessions/documents";
import { DutyActions } from "../exams/sessions/duty-actions";
import { markProfile, paperProfile } from "../exams/trials/trial";
import { filesOf } from "../persons/tabs";

const course = courseProfile([
  // Students and their families cannot browse other attendees.
  { ...studentsOfCourse, only: ["tutor"] },
  { name: "slips", title: "Slips", list: "/slips", by: "courseId" },
  { name: "attendance", title: "Attendance", list: "/slip/attendance", by: "courseId" },
  { name: "homework", title: "Homework", list: "/homework", by: "courseId" },
  { name: "reports", title: "Reports", list: "/reports", by: "courseId" },
  {
    name: "study-plan",
    title: "Study plan",
    call: "/v2/course/{id}/studyplan",
    widget: "study-plan",
    props: ({ id }) => ({ courseId: id }),
  },
  { name: "collections", title: "Collections", list: "/collectionreports", by: "courseId" },
  journalOfCourse,
  filesOf("course"),
]);
const student: ProfileRoute = {
  thing: "/students",
  heading: "{firstName} {lastName}",
  badges: ["status"],
  tabs: [
    {
      name: "courses",
      title: "Courses",
      load: () => import("../persons/linked").then(({ Courses }) => ({ default: Courses })),
    },
    { name: "slips", title: "Slips", list: "/slips", by: "studentId" },
    { name: "attendance", title: "Attendance", list: "/slip/attendance", by: "studentId" },
    { name: "homework", title: "Homework", list: "/homework", by: "studentId" },
    { name: "reports", title: "Reports", list: "/reports", by: "studentId" },
    { name: "collections", title: "Collections", list: "/collectionreports", by: "studentId" },
    { name: "journal", title: "Journal", list: "/my/journal", by: "studentId" },
    filesOf("student"),
  ],
};

const duty = (row: Row) => <DutyActions row={row} />;
const slip = (row: Row) =>
  Boolean(row.released) && <SlipButton place={Number(row.candidacyId)} series={String(row.series)} />;

/** Exam candidates and their families. */
const examinees = ["candidate", "student", "client"];
const looksAfter = ["tutor", "client", "agent"];

/** The people area in the client application: the user's own record, students and courses. */
export default defineClient({
  routes: [
    { path: "/courses/list", title: "Courses", list: { path: "/courses", cells: courseCells } },
    {
      path: "/my/courses",
      title: "My courses",
      list: { path: "/courses/my", emptyText: "The courses that you attend appear here." },
    },
    { path: "/courses/:id/:tab?", title: "Course", profile: course },
    // Students have their profile.
    { path: "/students/list", title: "Students", only: looksAfter, list: { path: "/students", cells: personCells } },
    { path: "/students/:id/:tab?", title: "Student", only: looksAfter, profile: student },
    { path: "/calendar/:view?", title: "My week", load: () => import("./calendar") },
    {
      path: "/my/exams",
      title: "My exams",
      only: examinees,
      list: { path: "/exams/seats", readOnly: true, emptyText: "Your exams appear here once you have a seat." },
    },
    {
      path: "/my/entries",
      title: "My exam entries",
      only: examinees,
      list: { path: "/exams/entries", readOnly: true, emptyText: "Your entries for exams appear here." },
    },
    {
      path: "/my/results",
      title: "My results",
      only: examinees,
      list: {
        path: "/exams/results",
        readOnly: true,
        rowActions: slip,
        emptyText: "Results appear here from the day that your series sets.",
      },
    },
    {
      path: "/my/trialresults",
      title: "My trial results",
      only: examinees,
      list: {
        path: "/trialexams/results",
        readOnly: true,
        emptyText: "Results of trial exams appear here once they are released.",
      },
    },
    {
      path: "/my/trialpapers",
      title: "My trial papers",
      only: ["candidate", "student"],
      list: {
        path: "/trialexams/papers",
        readOnly: true,
        emptyText: "Question papers of your trial exams appear here from the time that the office sets.",
      },
    },
    {
      path: "/trialexams/papers/:id/:tab?",
      title: "Paper of a trial exam",
      only: ["candidate", "student", "tutor"],
      profile: paperProfile,
    },
    listAt("/trialexams/marking", {
      title: "Trial exams to mark",
      only: ["tutor"],
      emptyText: "The exams office gives you the trial exams of your students to mark.",
    }),
    { path: "/trialexams/marking/:id/:tab?", title: "Mark of a trial exam", only: ["tutor"], profile: markProfile },
    {
      path: "/my/invigilation",
      title: "My invigilation",
      only: ["invigilator"],
      list: {
        path: "/exams/invigilation",
        readOnly: true,
        rowActions: duty,
        emptyText: "Sessions to which you are invited appear here.",
      },
    },
    {
      path: "/exams/entries/:id/:tab?",
      title: "Exam entry",
      only: examinees,
      profile: {
        thing: "/exams/entries",
        heading: "{candidate}: {exam}",
        badges: ["status"],
        facts: [{ title: "Result", draw: ({ result }) => String(result ?? "") || "–" }],
      },
    },
    {
      path: "/exams/day2day",
      title: "Register of today",
      only: ["invigilator"],
      load: () => import("../exams/day/page"),
    },
    listAt("/exams/swaps", {
      title: "Swaps of duties",
      only: ["invigilator"],
      emptyText: "Ask a colleague to take one of your duties, or take one.",
    }),
    listAt("/exams/away", {
      title: "When I am away",
      only: ["invigilator"],
      emptyText: "Enter when you cannot invigilate.",
    }),
    {
      path: "/my/timetable",
      title: "My exam timetable",
      only: ["candidate"],
      load: () => import("../exams/sessions/timetable"),
    },
    {
      path: "/cagbriefing",
      title: "Assessed grades",
      only: ["tutor"],
      load: () => import("../exams/summer2020/briefing"),
    },
    ...fillingRoutes,
    { path: "/profile", title: "My profile", load: () => import("./profile") },
  ],
  menu: [
    { route: "/courses/list", icon: "notebook", order: 40 },
    { route: "/my/courses", icon: "notebook", order: 40 },
    { route: "/students/list", icon: "graduation", order: 50 },
    { route: "/my/exams", icon: "clipboard", order: 45 },
    { route: "/my/entries", icon: "list-checks", order: 46 },
    { route: "/my/results", icon: "graduation", order: 47 },
    { route: "/my/trialresults", icon: "notebook", order: 48 },
    { route: "/my/trialpapers", icon: "book", order: 49 },
    { route: "/trialexams/marking", icon: "pencil", order: 28 },
    { route: "/my/invigilation", icon: "clipboard", order: 45 },
    { route: "/exams/day2day", icon: "clock", order: 46 },
    { route: "/exams/swaps", icon: "users", order: 47 },
    { route: "/exams/away", icon: "calendar", order: 48 },
    { route: "/my/timetable", icon: "calendar", order: 46 },
    { route: "/forms/:staff?", icon: "clipboard", order: 50 },
    { route: "/profile", icon: "user", order: 90 },
  ],
  waiting: [
    formsToFill,
    {
      title: "Trial exams to mark",
      icon: "pencil",
      route: "/trialexams/marking",
      target: "/trialexams/marking/{id}",
      roles: ["tutor"],
      list: "/trialexams/marking",
      query: { status: "waiting,returned" },
      since: "created",
      sort: "id",
      shows: ["candidate", "exam"],
    },
  ],
});
