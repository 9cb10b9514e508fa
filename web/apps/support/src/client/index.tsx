import { defineClient } from "@staffroom/contract";

/** Tickets of one's own: what one asked, and what was answered. */
export default defineClient({
  routes: [{ path: "/support/tickets/:type?", title: "Tickets", load: () => import("../tickets/screen") }],
  menu: [{ route: "/support/tickets/:type?", icon: "support", order: 70 }],
});
