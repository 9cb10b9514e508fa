import { defineRoom } from "@staffroom/contract";
import { noticeProfile } from "./profile";

/** Notices of the website. */
export const website = defineRoom({
  routes: [
    { path: "/admin/website", title: "Website", call: "/website-notices", load: () => import("./screen") },
    { path: "/admin/website/:id/:tab?", title: "Website notice", profile: noticeProfile },
  ],
  menu: [{ route: "/admin/website", group: "Setup", icon: "megaphone", order: 200 }],
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
  ],
});
