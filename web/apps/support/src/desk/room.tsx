import { defineRecordDrawer, defineRoom } from "@staffroom/contract";
import { MergeFields } from "@staffroom/ui";
import type { CannedAnswer, TicketTemplate } from "../tickets/types";
import type { Recurring } from "./recurring";

/** Ticket handling: answers, templates, levels, hours, the rota, and figures. */
export const desk = defineRoom({
  routes: [
    {
      path: "/support/answers",
      title: "Canned answers",
      list: {
        path: "/v2/support/answers",
        emptyText: "Add the first answer with the button above: a text that you send often.",
        recordDrawer: defineRecordDrawer<CannedAnswer>({
          param: "id",
          thing: "/v2/support/answer",
          heading: "{title}",
          called: "The canned answer",
          draw: ({ mergeFields }) => <MergeFields fields={mergeFields} />,
        }),
      },
    },
    {
      path: "/support/levels",
      title: "Service levels",
      list: {
        path: "/v2/support/levels",
        emptyText: "Without a service level no ticket has a due time. Add the first with the button above.",
      },
    },
    {
      path: "/support/hours",
      title: "Support hours",
      list: { path: "/v2/support/hours", emptyText: "Without working hours every hour of the week counts." },
    },
    {
      path: "/support/duties",
      title: "Rota",
      list: {
        path: "/v2/support/duties",
        emptyText: "Without a rota new tickets are the whole team's. Add the first duty with the button above.",
      },
    },
    {
      path: "/support/absences",
      title: "Absences of support",
      list: { path: "/v2/support/dutyAbsences", emptyText: "Add days on which somebody takes no tickets." },
    },
    {
      path: "/support/ticketTemplates",
      title: "Ticket templates",
      list: {
        path: "/v2/support/ticketTemplates",
        emptyText: "Add the first template with the button above: a ticket that is raised often.",
        recordDrawer: defineRecordDrawer<TicketTemplate>({
          param: "id",
          thing: "/v2/support/ticketTemplate",
          heading: "{name}",
          called: "The ticket template",
        }),
      },
    },
    {
      path: "/support/recurring",
      title: "Recurring tasks",
      list: {
        path: "/v2/support/recurrings",
        emptyText: "Add the first task with the button above: its tickets are raised automatically.",
        recordDrawer: defineRecordDrawer<Recurring>({
          param: "id",
          thing: "/v2/support/recurring",
          heading: "{title}",
          called: "The recurring task",
          load: () => import("./recurring"),
        }),
      },
    },
    {
      path: "/support/articles",
      title: "Helpful documents",
      list: {
        path: "/v2/support/articles",
        emptyText: "Documents of the library that avoid tickets or are used in answers will be listed here.",
      },
    },
    {
      path: "/support/statistics",
      title: "Ticket statistics",
      call: "/v2/support/statistics",
      load: () => import("./statistics/statistics"),
    },
    {
      path: "/support/holidays",
      title: "Support holidays",
      list: { path: "/v2/support/holidays", emptyText: "Add the days on which support does not work." },
    },
  ],
  menu: [
    { route: "/support/answers", group: "Setup", icon: "message", order: 214 },
    { route: "/support/levels", group: "Setup", icon: "clock", order: 216 },
    { route: "/support/hours", group: "Setup", icon: "clock", order: 217 },
    { route: "/support/holidays", group: "Setup", icon: "calendar", order: 218 },
    { route: "/support/duties", group: "Setup", icon: "users", order: 212 },
    { route: "/support/absences", group: "Setup", icon: "calendar", order: 213 },
    { route: "/support/ticketTemplates", group: "Setup", icon: "message", order: 215 },
    { route: "/support/recurring", group: "Support", icon: "clock", order: 20 },
    { route: "/support/articles", group: "Support", icon: "book", order: 30 },
    { route: "/support/statistics", group: "Insights", icon: "chart", order: 60 },
  ],
  commands: [
    { title: "New recurring task", route: "/support/recurring", call: "POST /v2/support/recurring" },
    { title: "New canned answer", route: "/support/answers", call: "POST /v2/support/answer" },
  ],
});
