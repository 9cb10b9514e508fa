import { defineClient, type ProfileRoute } from "@staffroom/contract";
import { courseCells, personCells } from "../cells";
import { courseProfile, journalOfCourse, studentsOfCourse } from "../course-profile";
import { fillingRoutes } from "../forms/routes";
import { formsToFill } from "../forms/waiting";
import { filesOf } from "../persons";

const course = courseProfile([
  // Students and their families do not look through those who attend with them.
  { ...studentsOfCourse, only: ["tutor"] },
  { name: "slips", title: "Slips", list: "/slips", by: "courseId" },
  { name: "attendance", title: "Attendance", list: "/slip/attendance", by: "courseId" },
  { name: "homework", title: "Homework", list: "/homework", by: "courseId" },
  { name: "reports", title: "Reports", list: "/reports", by: "courseId" },
  { name: "study-plan", title: "Study plan", call: "/v2/course/{id}/studyplan", widget: "study-plan", props: ({ id }) => ({ courseId: id }) },
  { name: "collections", title: "Collections", list: "/collectionreports", by: "courseId" },
  journalOfCourse,
  filesOf("course"),
]);
const student: ProfileRoute = {
  thing: "/students",
  heading: "{firstName} {lastName}",
  badges: ["status"],
  tabs: [
    { name: "courses", title: "Courses", load: () => import("../linked").then(({ Courses }) => ({ default: Courses })) },
    { name: "slips", title: "Slips", list: "/slips", by: "studentId" },
    { name: "attendance", title: "Attendance", list: "/slip/attendance", by: "studentId" },
    { name: "homework", title: "Homework", list: "/homework", by: "studentId" },
    { name: "reports", title: "Reports", list: "/reports", by: "studentId" },
    { name: "collections", title: "Collections", list: "/collectionreports", by: "studentId" },
    { name: "journal", title: "Journal", list: "/my/journal", by: "studentId" },
    filesOf("student"),
  ],
};

const looksAfter = ["tutor", "client", "agent"];

/** What the people of the client application see of themselves, of their students and courses. */
export default defineClient({
  routes: [
    { path: "/courses/list", title: "Courses", list: { path: "/courses", cells: courseCells } },
    {
      path: "/my/courses", title: "My courses",
      list: { path: "/courses/my", emptyText: "The courses that you attend stand here." },
    },
    { path: "/courses/:id/:tab?", title: "Course", profile: course },
    // Students have their profile.
    { path: "/students/list", title: "Students", only: looksAfter, list: { path: "/students", cells: personCells } },
    { path: "/students/:id/:tab?", title: "Student", only: looksAfter, profile: student },
    { path: "/calendar/:view?", title: "My week", load: () => import("./calendar") },
    ...fillingRoutes,
    { path: "/profile", title: "My profile", load: () => import("./profile") },
  ],
  menu: [
    { route: "/courses/list", icon: "notebook", order: 40 },
    { route: "/my/courses", icon: "notebook", order: 40 },
    { route: "/students/list", icon: "graduation", order: 50 },
    { route: "/forms/:staff?", icon: "clipboard", order: 50 },
    { route: "/profile", icon: "user", order: 90 },
  ],
  waiting: [formsToFill],
});
