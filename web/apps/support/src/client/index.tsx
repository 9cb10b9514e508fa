import { defineClient } from "@staffroom/contract";

/** The user's own tickets: their questions and the answers. */
export default defineClient({
  routes: [{ path: "/support/tickets/:type?", title: "Tickets", load: () => import("../tickets/screen") }],
  menu: [{ route: "/support/tickets/:type?", icon: "support", order: 70 }],
});
