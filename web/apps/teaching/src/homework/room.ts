import { defineRoom } from "@staffroom/contract";

const office = ["academicOffice"];
const homework = (name: "AllHomework" | "HomeworkByType") => () =>
  import("./homework-list").then((module) => ({ default: module[name] }));

/** Homework. */
export const homeworkRoom = defineRoom({
  routes: [
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
  ],
  menu: [{ route: "/homework", group: "Teaching", icon: "notebook", order: 28 }],
  commands: [{ title: "Set homework", route: "/homework", query: { new: "true" }, call: "POST /homework" }],
  widgets: { homework: () => import("./homework-list") },
});
