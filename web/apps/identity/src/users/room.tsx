import { defineRoom } from "@staffroom/contract";
import { auditCells } from "../parts/cells";
import { userProfile } from "./user";

/** Users with their roles and sessions, and the audit. */
export const users = defineRoom({
  routes: [
    { path: "/users/list", title: "Users", call: "/users", load: () => import("./screen") },
    { path: "/users/:id/:tab?", title: "User", profile: userProfile },
    {
      path: "/admin/roles",
      title: "Roles",
      call: "POST /system/roles/{roleId}/members",
      load: () => import("../roles/screen"),
    },
    {
      path: "/admin/audit",
      title: "Audit",
      list: {
        path: "/auth/audit",
        readOnly: true,
        cells: auditCells,
        target: "/users/{userId}/audit",
        emptyText: "Sign-ins, refusals, role changes and impersonations will be listed here.",
      },
    },
  ],
  menu: [
    { route: "/users/list", group: "Setup", icon: "user-cog", order: 10 },
    { route: "/admin/roles", group: "Setup", icon: "shield", order: 20 },
    { route: "/admin/audit", group: "Setup", icon: "list-checks", order: 210 },
  ],
  commands: [
    {
      title: "Act as another user",
      route: "/users/list",
      completes: "act as ",
      call: "POST /auth/impersonate/{userId}",
    },
  ],
  summary: [
    // Everybody sees their own sessions; only sysAdmin sees others'.
    {
      of: { "/users": { userId: "{id}", state: "active" } },
      title: "Open sessions",
      list: "/auth/sessions",
      target: "{record}/sessions?state=active",
      only: ["sysAdmin"],
    },
  ],
});
