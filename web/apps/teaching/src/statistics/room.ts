import { defineRoom } from "@staffroom/contract";

/** Figures of slips, absences and hours. */
export const statistics = defineRoom({
  routes: [
    {
      path: "/statistics/slips",
      title: "Slip statistics",
      call: "/slip/statistics",
      load: () => import("./slips"),
    },
    {
      path: "/statistics/absence",
      title: "Absence statistics",
      call: "/slip/absences/patterns",
      load: () => import("./absence"),
    },
    {
      path: "/statistics/slipschord",
      title: "Who teaches whom",
      call: "/slip/statistics/pairs",
      load: () => import("./pairs"),
    },
    {
      path: "/statistics/courses/coursehours",
      title: "Course hours",
      call: "/coursehours",
      load: () => import("./hours"),
    },
    {
      path: "/statistics/courses/hours",
      title: "Hours of tutorials",
      under: "/statistics/courses/coursehours",
      list: { path: "/coursehours/tutorials", emptyText: "Tutorials of courses come here from the calendar." },
    },
  ],
  menu: [
    { route: "/statistics/slips", group: "Insights", icon: "chart", order: 40 },
    { route: "/statistics/absence", group: "Insights", icon: "alert", order: 42 },
    { route: "/statistics/slipschord", group: "Insights", icon: "chart", order: 44 },
    { route: "/statistics/courses/coursehours", group: "Insights", icon: "clock", order: 46 },
  ],
});
