import { defineRoom } from "@staffroom/contract";

/** Dashboards. */
export const dashboards = defineRoom({
  routes: [
    {
      path: "/dashboards",
      title: "Dashboards",
      list: {
        path: "/dashboards",
        always: "cards",
        emptyText: "Make a dashboard, or ask for one to be shared with you.",
      },
    },
    { path: "/dashboard/:id", title: "Dashboard", call: "/dashboard/{id}", load: () => import("./screen") },
  ],
  menu: [{ route: "/dashboards", group: "Insights", icon: "dashboard", order: 5 }],
});
