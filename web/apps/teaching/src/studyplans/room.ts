import { defineRoom } from "@staffroom/contract";
import { plans } from "./list";

/** Study plans of courses. */
export const studyPlans = defineRoom({
  routes: [
    { path: "/studyplans", title: "Study plans", list: plans },
    {
      path: "/studyplans/:id",
      title: "Study plan",
      call: "/v2/studyplan/{id}",
      load: () => import("./study-plan"),
    },
  ],
  menu: [{ route: "/studyplans", group: "Teaching", icon: "calendar", order: 34 }],
  waiting: [
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
  ],
  widgets: { "study-plan": () => import("./study-plan").then(({ StudyPlanTab }) => ({ default: StudyPlanTab })) },
});
