import { defineRecordDrawer, defineRoom, listAt } from "@staffroom/contract";
import { eventCells, masterEventCells } from "../persons/cells";
import type { CalendarEvent } from "../types";
import type { Hours } from "./hours";

const events = {
  cells: eventCells,
  recordDrawer: defineRecordDrawer<CalendarEvent>({
    param: "event",
    heading: "{title}",
    called: "The event",
    load: () => import("./event"),
  }),
};
const calendars = () => import("./calendar");

/** Events, the calendars that show them, working hours and locations. */
export const calendar = defineRoom({
  routes: [
    {
      path: "/companyCalendar/:view?",
      title: "Company calendar",
      call: "/events",
      load: () => calendars().then(({ CompanyCalendar }) => ({ default: CompanyCalendar })),
    },
    {
      path: "/calendar/:view?",
      title: "My calendar",
      call: "/events/my",
      load: () => calendars().then(({ MyCalendar }) => ({ default: MyCalendar })),
    },
    listAt("/events", {
      title: "Company calendar",
      under: "/companyCalendar/:view?",
      ...events,
    }),
    listAt("/events/my", { title: "My calendar", under: "/calendar/:view?", ...events }),
    {
      path: "/working-hours",
      title: "Working hours",
      list: {
        path: "/events/hours",
        recordDrawer: defineRecordDrawer<Hours>({
          param: "hours",
          heading: "Working hours",
          fields: false,
          load: () => import("./hours"),
        }),
        emptyText: "If an organisation has none, free times are searched for on weekdays from 08:00 to 20:00.",
      },
    },
    listAt("/masterevents", {
      title: "Master events",
      cells: masterEventCells,
      emptyText: "An event that repeats has its master event here.",
    }),
    { path: "/locations/:type?", title: "Locations", list: "/locations" },
  ],
  menu: [
    { route: "/locations/:type?", group: "Setup", icon: "map-pin", order: 60 },
    { route: "/working-hours", group: "Setup", icon: "clock", order: 62 },
    { route: "/companyCalendar/:view?", group: "Work", icon: "calendar-range", order: 45 },
    { route: "/calendar/:view?", group: "Work", icon: "calendar", order: 40 },
    { route: "/masterevents", group: "Teaching", icon: "layers", order: 50 },
  ],
  waiting: [
    {
      title: "Exams and sessions",
      icon: "clipboard",
      route: "/events",
      open: "event",
      roles: ["examsOffice"],
      list: "/events",
      query: { type: "exam,invigilation session", status: "active" },
      since: "start",
      due: "start",
      ahead: { filter: "start", days: 14, from: "today" },
      shows: ["title", "location"],
    },
  ],
  widgets: { "home.calendar": () => import("../client/today"), "my-week": () => import("../client/week") },
});
