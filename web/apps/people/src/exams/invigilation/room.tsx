import { defineRoom, listAt } from "@staffroom/contract";

const under = "/exams/invigilation";

/** Duties of invigilators, with swaps, hours and absences. */
export const invigilation = defineRoom({
  routes: [
    listAt("/exams/invigilation", {
      title: "Invigilation",
      emptyText: "Draft the roster of a session, or add an invigilator to it.",
    }),
    listAt("/exams/swaps", {
      title: "Swaps of duties",
      under,
      emptyText: "When an invigilator asks a colleague to take a duty, it appears here.",
    }),
    listAt("/exams/hours", {
      title: "Hours of invigilators",
      under,
      emptyText: "Confirmed duties appear here once their session is finished.",
    }),
    listAt("/exams/away", {
      title: "Times invigilators are away",
      under,
      emptyText: "Invigilators or the office enter absences here.",
    }),
    listAt("/exams/relatives", {
      title: "Relatives of invigilators",
      under,
      emptyText: "Name the candidates to whom an invigilator is close: they are never alone with them.",
    }),
  ],
  menu: [{ route: "/exams/invigilation", group: "Exams", icon: "id-card", order: 30 }],
  waiting: [
    {
      title: "Swaps of duties",
      icon: "id-card",
      route: "/exams/swaps",
      roles: ["examsOffice"],
      list: "/exams/swaps",
      query: { status: "asked" },
      since: "starts",
      sort: "status",
      due: "starts",
      shows: ["session", "fromName"],
    },
  ],
});
