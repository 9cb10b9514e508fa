import { defineRoom, listAt } from "@staffroom/contract";

/** The exams of the day and their registers. */
export const examDay = defineRoom({
  routes: [
    { path: "/exams/day2day", title: "Exams today", call: "/exams/day", load: () => import("./page") },
    listAt("/exams/day", {
      title: "Candidates today",
      under: "/exams/day2day",
      emptyText: "Nobody sits a paper today.",
    }),
    listAt("/exams/register/marks", {
      title: "Marks of registers",
      under: "/exams/day2day",
      emptyText: "Each mark of a register appears here, those that did not count too.",
    }),
  ],
  menu: [{ route: "/exams/day2day", group: "Exams", icon: "clock", order: 40 }],
});
