import { api, hasRole, getSession } from "@staffroom/api";
import { defineArea, type Page } from "@staffroom/contract";
import { auditCells, departmentCells } from "./cells";
import { mayImpersonate } from "./impersonate";
import { troubles } from "./operations";
import { actedAs, actHit, hitsOf } from "./search";
import { userProfile } from "./user";
import { noticeProfile } from "./website/profile";

export default defineArea({
  name: "identity",
  routes: [
    { path: "/users/list", title: "Users", call: "/users", load: () => import("./screens/users-list") },
    { path: "/users/:id/:tab?", title: "User", profile: userProfile },
    {
      path: "/admin/roles",
      title: "Roles",
      call: "POST /system/roles/{roleId}/members",
      load: () => import("./screens/roles"),
    },
    { path: "/orgs", title: "Organisations", call: "POST /orgs", list: "/orgs" },
    { path: "/departments", title: "Departments", list: { path: "/departments", cells: departmentCells } },
    { path: "/admin/academic-years", title: "Academic years", load: () => import("./screens/academic-years") },
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
    {
      path: "/admin/operations",
      title: "Operations",
      call: "/jobs/identity",
      load: () => import("./screens/operations"),
    },
    {
      path: "/tables",
      title: "Tables",
      list: {
        path: "/tables",
        readOnly: true,
        emptyText: "A list is kept for others by Save as table, in the menu Views of any list.",
      },
    },
    {
      path: "/table/:slug",
      title: "Table",
      under: "/tables",
      call: "/table/{slug}",
      load: () => import("./screens/table"),
    },
    {
      path: "/templates/table",
      title: "Table templates",
      call: "POST /table-templates",
      list: {
        path: "/table-templates",
        emptyText: "A layout that a role starts a list with is taken from a shared table.",
      },
    },
    { path: "/bulk-changes", title: "Bulk changes", call: "/tables", load: () => import("./screens/bulk-changes") },
    { path: "/release-notes", title: "Release notes", load: () => import("./screens/release-notes") },
    {
      path: "/dashboards",
      title: "Dashboards",
      list: {
        path: "/dashboards",
        always: "cards",
        emptyText: "Make a dashboard, or ask for one to be shared with you.",
      },
    },
    { path: "/dashboard/:id", title: "Dashboard", call: "/dashboard/{id}", load: () => import("./screens/dashboard") },
    { path: "/admin/website", title: "Website", call: "/website-notices", load: () => import("./screens/website") },
    { path: "/admin/website/:id/:tab?", title: "Website notice", profile: noticeProfile },
  ],
  menu: [
    { route: "/users/list", group: "Setup", icon: "user-cog", order: 10 },
    { route: "/admin/roles", group: "Setup", icon: "shield", order: 20 },
    { route: "/admin/audit", group: "Setup", icon: "list-checks", order: 210 },
    { route: "/admin/operations", group: "Setup", icon: "clock", order: 215 },
    { route: "/dashboards", group: "Insights", icon: "dashboard", order: 5 },
    { route: "/orgs", group: "Setup", icon: "building", order: 30 },
    { route: "/departments", group: "Setup", icon: "workflow", order: 40 },
    { route: "/admin/academic-years", group: "Setup", icon: "calendar-range", order: 50 },
    { route: "/tables", group: "Insights", icon: "table", order: 35 },
    { route: "/bulk-changes", group: "Insights", icon: "undo", order: 90 },
    { route: "/templates/table", group: "Setup", icon: "table", order: 60 },
    { route: "/admin/website", group: "Setup", icon: "megaphone", order: 200 },
    { route: "/release-notes", group: "Setup", icon: "sparkles", order: 230 },
  ],
  summary: [
    // Everybody has sessions of their own; those of others are sysAdmin's.
    {
      of: { "/users": { userId: "{id}", state: "active" } },
      title: "Open sessions",
      list: "/auth/sessions",
      target: "{record}/sessions?state=active",
      only: ["sysAdmin"],
    },
  ],
  waiting: [
    {
      title: "Notices to approve",
      icon: "megaphone",
      route: "/admin/website",
      target: "/admin/website/{id}",
      roles: ["website"],
      list: "/website-notices",
      query: { state: "submitted" },
      since: "shownFrom",
      shows: ["title"],
    },
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
  commands: [
    {
      title: "Act as another user",
      route: "/users/list",
      completes: "act as ",
      call: "POST /auth/impersonate/{userId}",
    },
  ],
  search: async (query, signal) => {
    const { user } = getSession();
    if (!hasRole(user, "staff")) return [];
    const name = actedAs(query);
    const search = name ?? query;
    if (search.length < 3) return [];
    const page = await api.page<Page>("/users", { query: { search, status: "active", page: 1, pageSize: 10 }, signal });
    if (name === undefined) return page.data.slice(0, 6).flatMap(hitsOf);
    return page.data
      .filter((row) => mayImpersonate(user, { id: Number(row.id), status: row.status, roles: row.roles as string[] }))
      .slice(0, 6)
      .map(actHit);
  },
});
