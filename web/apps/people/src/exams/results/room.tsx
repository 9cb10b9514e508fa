import { defineRoom, listAt } from "@staffroom/contract";
import { fact, moves } from "../parts";

/** Results, their reviews, certificates and declarations. */
export const examResults = defineRoom({
  routes: [
    listAt("/exams/reviews", {
      title: "Reviews of results",
      under: "/exams/entries",
      emptyText: "Reviews, copies of scripts and appeals appear here once somebody asks for one.",
    }),
    {
      path: "/exams/reviews/:id/:tab?",
      title: "Review of a result",
      profile: {
        thing: "/exams/reviews",
        heading: "{candidate}: {exam}",
        badges: ["service", "status"],
        facts: [fact("Series", "series"), "dueOn", "gradeBefore", "gradeAfter"],
        actions: moves,
      },
    },
    listAt("/exams/certificates", {
      title: "Certificates",
      under: "/exams/candidates/:type?",
      emptyText: "Open a series and choose “Expect certificates” once its results are in.",
    }),
    {
      path: "/exams/certificates/:id/:tab?",
      title: "Certificate",
      profile: {
        thing: "/exams/certificates",
        heading: "{board}: {candidate}",
        badges: ["status"],
        facts: [fact("Series", "series"), "place", "keepUntil", "givenTo"],
        actions: moves,
      },
    },
    listAt("/exams/declarations", {
      title: "Declarations",
      under: "/exams/series",
      emptyText: "The head of centre declares the grades of a centre assessed series.",
    }),
  ],
  waiting: [
    {
      title: "Reviews to send to a board",
      icon: "notebook",
      route: "/exams/reviews",
      target: "/exams/reviews/{id}",
      roles: ["examsOffice"],
      list: "/exams/reviews",
      query: { status: "asked" },
      since: "dueOn",
      due: "dueOn",
      shows: ["candidate", "exam", "service"],
    },
  ],
  commands: [{ title: "New review of a result", route: "/exams/reviews", call: "POST /exams/reviews" }],
});
