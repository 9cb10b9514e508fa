import { defineRoom, type DeclaredWaiting } from "@staffroom/contract";
import { ofPersons } from "../persons";
import { lists } from "./types";

/** Types of tickets with the name of the team, which is a role of the same id. */
const teams = [
  ["techSupport", "Tech support"],
  ["tutorSupport", "Tutor support"],
  ["academicOffice", "Academic office"],
] as const;

/** Support tickets, and each team's queue. */
export const tickets = defineRoom({
  routes: [
    {
      path: "/support/tickets/:type?",
      title: "Support tickets",
      call: "/v2/support/tickets",
      load: () => import("./screen"),
    },
  ],
  menu: [{ route: "/support/tickets/:type?", params: { type: "my" }, group: "Support", icon: "support", order: 10 }],
  waiting: [
    ...teams.flatMap(([type, team]): DeclaredWaiting<"/support/tickets/:type?">[] => {
      const ofTeam = {
        icon: "support",
        route: "/support/tickets/:type?" as const,
        params: { type: "all" },
        open: "ticket",
        roles: [type],
        list: lists,
        shows: ["title", "user"],
      } as const;
      return [
        {
          ...ofTeam,
          title: `Overdue tickets: ${team}`,
          query: { type, overdue: "true" },
          since: "due",
          shows: ["title", "user", "responsibleStaff"],
        },
        { ...ofTeam, title: `New tickets: ${team}`, query: { type, status: "submitted" }, since: "date" },
        {
          ...ofTeam,
          title: `Tickets without anybody: ${team}`,
          query: { type, status: "inprogress", unassigned: "true" },
          since: "date",
        },
        {
          ...ofTeam,
          title: `Waiting on us: ${team}`,
          query: { type, status: "inprogress", waitsOnUs: "true" },
          since: "lastMessage",
          shows: ["title", "user", "responsibleStaff"],
        },
      ];
    }),
    {
      title: "My tickets",
      icon: "support",
      route: "/support/tickets/:type?",
      params: { type: "my" },
      open: "ticket",
      list: `${lists}/my`,
      query: { open: "true" },
      since: "lastMessage",
      shows: ["title", "user", "responsibleStaff"],
    },
  ],
  commands: [{ title: "New ticket", route: "/support/tickets/:type?", params: { type: "my" } }],
  timeline: [
    {
      of: ofPersons(() => ({ userId: "{userId}" })),
      kind: "Ticket",
      icon: "support",
      list: lists,
      at: "date",
      shows: ["title", "status", "responsibleStaff"],
    },
  ],
  summary: [
    {
      of: ofPersons(() => ({ userId: "{userId}", open: "true" })),
      title: "Open tickets",
      list: lists,
      target: "/support/tickets/all?userId={userId}&open=true",
      // The teams that answer them.
      only: ["techSupport", "tutorSupport", "academicOffice"],
    },
  ],
  widgets: { "new-ticket": () => import("./new-ticket"), ticket: () => import(".") },
});
