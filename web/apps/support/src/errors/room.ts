import { defineRoom } from "@staffroom/contract";

/** Errors of the application. */
export const errors = defineRoom({
  routes: [{ path: "/admin/errors", title: "Errors", call: "/errors", load: () => import("./screen") }],
  menu: [{ route: "/admin/errors", group: "Setup", icon: "bug", order: 220 }],
  waiting: [
    {
      title: "New faults",
      icon: "bug",
      route: "/admin/errors",
      open: "id",
      roles: ["sysAdmin"],
      list: "/errors",
      query: { trackingStatus: "submitted", latest: "true" },
      since: "date",
      shows: ["message", "api"],
      figure: { column: "affected", one: "person", many: "people" },
    },
  ],
});
