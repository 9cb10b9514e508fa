import { defineRoom } from "@staffroom/contract";
import { departmentCells } from "../parts/cells";

/** Organisations, departments and academic years. */
export const organisations = defineRoom({
  routes: [
    { path: "/orgs", title: "Organisations", call: "POST /orgs", list: "/orgs" },
    { path: "/departments", title: "Departments", list: { path: "/departments", cells: departmentCells } },
    { path: "/admin/academic-years", title: "Academic years", load: () => import("./academic-years") },
  ],
  menu: [
    { route: "/orgs", group: "Setup", icon: "building", order: 30 },
    { route: "/departments", group: "Setup", icon: "workflow", order: 40 },
    { route: "/admin/academic-years", group: "Setup", icon: "calendar-range", order: 50 },
  ],
});
