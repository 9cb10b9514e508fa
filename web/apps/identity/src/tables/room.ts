import { defineRoom } from "@staffroom/contract";

/** Lists that are saved for others as tables, and their templates. */
export const tables = defineRoom({
  routes: [
    {
      path: "/tables",
      title: "Tables",
      list: {
        path: "/tables",
        readOnly: true,
        emptyText: "To save a list for others, use Save as table in the menu Views of any list.",
      },
    },
    {
      path: "/table/:slug",
      title: "Table",
      under: "/tables",
      call: "/table/{slug}",
      load: () => import("./screen"),
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
  ],
  menu: [
    { route: "/tables", group: "Insights", icon: "table", order: 35 },
    { route: "/templates/table", group: "Setup", icon: "table", order: 60 },
  ],
});
