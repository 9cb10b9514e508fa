import { defineRoom, listAt } from "@staffroom/contract";
import { fact, moves, offices } from "../parts";

/** Sittings of papers, their sessions with seats, and the plans of long days. */
export const examSessions = defineRoom({
  routes: [
    listAt("/exams/upcoming", {
      title: "Upcoming sittings",
      emptyText: "No paper is sat from today on.",
    }),
    listAt("/exams/components", {
      title: "Papers and sittings",
      under: "/exams/upcoming",
      emptyText: "Add the papers of an exam with the day and session in which they are sat.",
    }),
    listAt("/exams/sessions", {
      title: "Exam sessions",
      emptyText: "Add a session in a room, then seat the candidates of a paper in it.",
    }),
    {
      path: "/exams/sessions/:id/:tab?",
      title: "Exam session",
      profile: {
        thing: "/exams/sessions",
        heading: "{title}",
        badges: ["status"],
        facts: [
          fact("Room", "room"),
          "starts",
          "ends",
          fact("Candidates", "seated"),
          fact("Invigilators", "staffed"),
          fact("Needed", "needed"),
        ],
        actions: moves,
        tabs: [
          { name: "seats", title: "Seats", list: "/exams/seats", by: "sessionId", edited: true },
          { name: "plan", title: "Plan", call: "/exams/sessions/{id}/plan", load: () => import("./plan") },
          { name: "invigilation", title: "Invigilation", list: "/exams/invigilation", by: "sessionId", edited: true },
          {
            name: "roster",
            title: "Roster",
            only: offices,
            call: "/exams/sessions/{id}/invigilators",
            load: () => import("./roster"),
          },
          {
            name: "incidents",
            title: "Incidents",
            parts: "/exams/incidents",
            rows: "incidents",
            to: "/exams/sessions/{id}/incident",
            noun: "incident",
            named: "of {at}",
            columns: ["at", "text", "witness"],
            empty: {
              icon: "clipboard",
              title: "No incidents",
              text: "Write down what happened, when, and who saw it.",
            },
          },
        ],
      },
    },
    listAt("/exams/seats", {
      title: "Seats",
      under: "/exams/sessions",
      emptyText: "Seat the candidates of a paper from its session.",
    }),
    listAt("/exams/dayplans", {
      title: "Plans of long days",
      under: "/exams/sessions",
      emptyText: "A candidate with two papers at once, or too long a day, has a plan of the day.",
    }),
  ],
  menu: [{ route: "/exams/sessions", group: "Exams", icon: "map-pin", order: 28 }],
  waiting: [
    {
      title: "Sessions without enough invigilators",
      icon: "id-card",
      route: "/exams/sessions",
      target: "/exams/sessions/{id}/invigilation",
      roles: ["examsOffice"],
      list: "/exams/sessions",
      query: { unstaffed: "true" },
      since: "starts",
      due: "starts",
      shows: ["title", "room"],
    },
  ],
  commands: [{ title: "New exam session", route: "/exams/sessions", call: "POST /exams/sessions" }],
});
