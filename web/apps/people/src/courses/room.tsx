import { defineRoom } from "@staffroom/contract";
import { EnterCourse } from "../exams/entries/enter-course";
import { KeepersOnly } from "../exams/keepers";
import { courseCells } from "../persons/cells";
import { attached, checklists } from "../persons/tabs";
import { courseProfile, journalOfCourse, studentsOfCourse } from "./profile";

const course = courseProfile(
  [
    studentsOfCourse,
    {
      name: "tutors",
      title: "Tutors",
      group: "Overview",
      load: () => import("./people").then(({ Tutors }) => ({ default: Tutors })),
    },
    { name: "slips", title: "Slips", group: "Teaching", list: "/slips", by: "courseId" },
    {
      name: "attendance",
      title: "Attendance",
      group: "Teaching",
      call: "/slip/attendance",
      widget: "attendance",
      props: ({ id }) => ({ courseId: id }),
    },
    {
      name: "homework",
      title: "Homework",
      group: "Teaching",
      call: "/homework",
      widget: "homework",
      props: ({ id }) => ({ courseId: id }),
    },
    { name: "reports", title: "Reports", group: "Teaching", list: "/reports", by: "courseId" },
    {
      name: "study-plan",
      title: "Study plan",
      group: "Teaching",
      call: "/v2/course/{id}/studyplan",
      widget: "study-plan",
      props: ({ id }) => ({ courseId: id }),
    },
    { name: "collections", title: "Collections", group: "Teaching", list: "/collectionreports", by: "courseId" },
    { ...journalOfCourse, group: "Teaching" },
    checklists,
    ...attached("course"),
  ],
  ({ id }) => (
    <KeepersOnly>
      <EnterCourse courseId={id} />
    </KeepersOnly>
  ),
);

/** Courses with their students and tutors. */
export const courses = defineRoom({
  routes: [
    { path: "/courses/list", title: "Courses", list: { path: "/courses", cells: courseCells } },
    {
      path: "/courses-fulltimelist",
      title: "Full-time courses",
      under: "/courses/list",
      list: { path: "/courses/fulltime", cells: courseCells },
    },
    { path: "/courses/:id/:tab?", title: "Course", profile: course },
  ],
  menu: [{ route: "/courses/list", group: "Teaching", icon: "notebook", order: 10 }],
  waiting: [
    {
      title: "Courses without a tutor",
      icon: "notebook",
      route: "/courses/list",
      target: "/courses/{id}",
      roles: ["academicOffice"],
      list: "/courses",
      query: { status: "active", noTutor: "true" },
      since: "created",
      shows: ["subject", "level", "students"],
    },
  ],
  commands: [{ title: "New course", route: "/courses/list", call: "POST /courses" }],
});
