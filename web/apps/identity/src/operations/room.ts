import { defineRoom } from "@staffroom/contract";
import { troubles } from "./operations";

/** Background tasks, bulk changes that can be undone, and release notes. */
export const operations = defineRoom({
  routes: [
    {
      path: "/admin/operations",
      title: "Operations",
      call: "/jobs/identity",
      load: () => import("./screen"),
    },
    { path: "/bulk-changes", title: "Bulk changes", call: "/tables", load: () => import("./bulk-changes") },
    { path: "/release-notes", title: "Release notes", load: () => import("./release-notes") },
  ],
  menu: [
    { route: "/admin/operations", group: "Setup", icon: "clock", order: 215 },
    { route: "/bulk-changes", group: "Insights", icon: "undo", order: 90 },
    { route: "/release-notes", group: "Setup", icon: "sparkles", order: 230 },
  ],
  waiting: [
    {
      title: "Failed tasks",
      icon: "clock",
      route: "/admin/operations",
      roles: ["sysAdmin"],
      list: "/jobs",
      query: {},
      read: troubles,
      since: "created",
      shows: ["title", "service"],
    },
  ],
});
