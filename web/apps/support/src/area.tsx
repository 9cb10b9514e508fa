import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "support",
  routes: [
    { path: "/support/emails", title: "Email templates", roles: ["staff"], load: () => import("./screens/emails") },
    { path: "/support/emails/sent", title: "Sent emails", roles: ["staff"], load: () => import("./screens/sent-emails") },
    { path: "/admin/errors", title: "Errors", roles: ["sysAdmin"], load: () => import("./screens/errors") },
  ],
  menu: [
    { route: "/support/emails", group: "Support", icon: "mail", order: 60 },
    { route: "/support/emails/sent", group: "Support", icon: "send", order: 61 },
    { route: "/admin/errors", group: "Admin", icon: "bug", order: 80 },
  ],
  widgets: {
    comments: () => import("./comments"),
    "email-preview": () => import("./mail"),
    "email-selection": () => import("./mail/email-selection"),
  },
});
