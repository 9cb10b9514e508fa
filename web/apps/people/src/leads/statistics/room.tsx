import { defineRoom, listAt } from "@staffroom/contract";

type Page = "Overview" | "ByMonth" | "BySubject" | "ByOrigin" | "Declined";
const figures = (page: Page) => () => import("./pages").then((pages) => ({ default: pages[page] }));
const call = "/leads/statistics";
const under = "/leads/statistics";

/** Figures of leads. */
export const leadStatistics = defineRoom({
  routes: [
    { path: "/leads/statistics", title: "Lead statistics", call, load: figures("Overview") },
    {
      path: "/leads/statistics/rows",
      title: "Leads in figures",
      under,
      list: { path: "/leads/statistics", emptyText: "No lead is counted here." },
    },
    listAt("/leads/statistics/wishes", {
      title: "Wishes of leads",
      under,
      emptyText: "No lead is counted here.",
    }),
    listAt("/leads/statistics/stays", {
      title: "Time of leads in a status",
      under,
      emptyText: "No lead is counted here.",
    }),
    { path: "/statistics/leads1", title: "Leads by month and status", under, call, load: figures("ByMonth") },
    { path: "/statistics/leads2", title: "Leads by subject and level", under, call, load: figures("BySubject") },
    { path: "/statistics/leadorigin", title: "Origin of leads", under, call, load: figures("ByOrigin") },
    { path: "/statistics/leads-declined", title: "Declined leads", under, call, load: figures("Declined") },
  ],
  menu: [{ route: "/leads/statistics", group: "Enquiries", icon: "chart", order: 60 }],
});
