import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "support",
  routes: [{ path: "/admin/errors", title: "Errors", roles: ["sysAdmin"], load: () => import("./screens/errors") }],
  menu: [{ route: "/admin/errors", group: "Admin", icon: "bug", order: 80 }],
  widgets: { comments: () => import("./comments") },
});
