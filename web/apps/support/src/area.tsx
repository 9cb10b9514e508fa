import { api } from "@staffroom/api";
import { defineArea, type SearchHit } from "@staffroom/contract";
import { lists, statusLabel, type TicketRow } from "./tickets/types";

/** Tickets by their title, of those the person sees. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await api.get<TicketRow[]>(lists, { query: { search: query, pageSize: 10 }, signal });
  return found.map(({ id, title, status, user }) => ({
    kind: "Ticket", title, detail: `${id}, ${user}, ${statusLabel[status] ?? status}`, target: `/support/tickets/all?ticket=${id}`,
  }));
}

export default defineArea({
  name: "support",
  routes: [
    { path: "/support/tickets/:type?", title: "Support tickets", roles: ["staff"], load: () => import("./screens/tickets") },
    { path: "/support/emails", title: "Email templates", roles: ["staff"], load: () => import("./screens/emails") },
    { path: "/support/emails/sent", title: "Sent emails", roles: ["staff"], load: () => import("./screens/sent-emails") },
    { path: "/admin/errors", title: "Errors", roles: ["sysAdmin"], load: () => import("./screens/errors") },
  ],
  menu: [
    { route: "/support/tickets/:type?", params: { type: "my" }, group: "Support", icon: "support", order: 10 },
    { route: "/support/emails", group: "Support", icon: "mail", order: 60 },
    { route: "/support/emails/sent", group: "Support", icon: "send", order: 61 },
    { route: "/admin/errors", group: "Admin", icon: "bug", order: 80 },
  ],
  widgets: {
    comments: () => import("./comments"),
    "email-preview": () => import("./mail"),
    "email-selection": () => import("./mail/email-selection"),
    "home.tickets": () => import("./tickets/home-tickets"),
    "new-ticket": () => import("./tickets/new-ticket"),
    ticket: () => import("./tickets"),
  },
  search,
});
