import { defineRoom } from "@staffroom/contract";

/** The journal of staff and tutors. */
export const journal = defineRoom({
  routes: [
    { path: "/journal", title: "Journal", call: "/my/journal", load: () => import("./journal") },
    {
      path: "/academic-office/journal-usage",
      title: "Journal usage",
      call: "/academic-office/journal-usage",
      load: () => import("./usage"),
    },
  ],
  menu: [
    { route: "/journal", group: "Work", icon: "notebook", order: 50 },
    { route: "/academic-office/journal-usage", group: "Teaching", icon: "chart", order: 29 },
  ],
  waiting: [
    {
      title: "Journal to read",
      icon: "notebook",
      route: "/journal",
      open: "entry",
      list: "/my/journal",
      query: { unread: "true" },
      since: "created",
      sort: "date",
      shows: ["author", "excerpt"],
    },
  ],
  commands: [
    { title: "Write journal entry", route: "/journal", query: { new: "true" }, call: "POST /my/journal/entry" },
  ],
  widgets: { journal: () => import("./journal-of"), "journal-button": () => import("./about-button") },
});
