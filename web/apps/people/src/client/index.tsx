import { defineClient, type ProfileRoute } from "@staffroom/contract";
import { courseCells, personCells } from "../cells";

const students = { name: "students", title: "Students", roles: ["tutor"], load: () => import("../course").then(({ Students }) => ({ default: Students })) };
const course: ProfileRoute = {
  thing: "/courses",
  heading: "{title}",
  badges: ["status"],
  facts: ["type", "hours", "starts", "ends"],
  tabs: [
    students,
    { name: "slips", title: "Slips", roles: ["tutor", "student", "client"], list: "/slips", by: "courseId" },
    { name: "homework", title: "Homework", roles: ["tutor", "student", "client"], list: "/homework", by: "courseId" },
    { name: "files", title: "Files", widget: "files", props: ({ id }) => ({ entityType: "course", entityTypeId: id }) },
  ],
};
const student: ProfileRoute = {
  thing: "/students",
  heading: "{firstName} {lastName}",
  badges: ["status"],
  tabs: [
    { name: "courses", title: "Courses", load: () => import("../linked").then(({ Courses }) => ({ default: Courses })) },
    { name: "slips", title: "Slips", list: "/slips", by: "studentId" },
    { name: "homework", title: "Homework", roles: ["tutor", "client"], list: "/homework", by: "studentId" },
    { name: "files", title: "Files", widget: "files", props: ({ id }) => ({ entityType: "student", entityTypeId: id }) },
  ],
};

/** What the people of the client application see of themselves, of their students and courses. */
export default defineClient({
  routes: [
    { path: "/courses/list", title: "Courses", roles: ["tutor"], list: { path: "/courses", cells: courseCells } },
    {
      path: "/my/courses", title: "My courses", roles: ["student", "client"],
      list: { path: "/courses/my", emptyText: "The courses that you attend stand here." },
    },
    { path: "/courses/:id/:tab?", title: "Course", roles: ["tutor", "student", "client"], profile: course },
    { path: "/students/list", title: "Students", roles: ["tutor", "client", "agent"], list: { path: "/students", cells: personCells } },
    { path: "/students/:id/:tab?", title: "Student", roles: ["tutor", "client", "agent"], profile: student },
    { path: "/calendar/:view?", title: "My week", load: () => import("./calendar") },
    { path: "/profile", title: "My profile", load: () => import("./profile") },
  ],
  menu: [
    { route: "/courses/list", icon: "notebook", order: 40 },
    { route: "/my/courses", icon: "notebook", order: 40 },
    { route: "/students/list", icon: "graduation", order: 50 },
    { route: "/profile", icon: "user", order: 90 },
  ],
});
