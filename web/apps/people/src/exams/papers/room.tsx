import { defineRoom, listAt } from "@staffroom/contract";
import { fact, moves } from "../parts";

/** Packets of question papers and scripts, from their arrival to their dispatch. */
export const examPapers = defineRoom({
  routes: [
    listAt("/exams/papers", {
      title: "Exam papers",
      emptyText: "Scan or type the bar code of each packet that is expected.",
    }),
    {
      path: "/exams/papers/:id/:tab?",
      title: "Packet",
      profile: {
        thing: "/exams/papers",
        heading: "{barcode}",
        badges: ["status"],
        facts: [fact("Paper", "paper"), "place", "tracking"],
        actions: moves,
        tabs: [{ name: "log", title: "Log", list: "/exams/paperlog", by: "packetId" }],
      },
    },
    {
      path: "/exams/papers-dispatched",
      title: "Papers dispatched",
      under: "/exams/papers",
      list: {
        path: "/exams/dispatched",
        emptyText: "Scripts that were sent to a board appear here with their tracking number.",
      },
    },
    listAt("/exams/paperlog", {
      title: "Log of papers",
      under: "/exams/papers",
      emptyText: "Each move of a packet appears here.",
    }),
    {
      path: "/exams/scan",
      title: "Scan papers",
      under: "/exams/papers",
      only: ["examsOffice"],
      call: "POST /exams/papers/scan",
      load: () => import("./scan"),
    },
  ],
  menu: [{ route: "/exams/papers", group: "Exams", icon: "book", order: 25 }],
  waiting: [
    {
      title: "Exam papers not here yet",
      icon: "book",
      route: "/exams/papers",
      target: "/exams/papers/{id}",
      roles: ["examsOffice"],
      list: "/exams/papers",
      query: { lateArrival: "true" },
      since: "sittingDate",
      sort: "barcode",
      due: "sittingDate",
      shows: ["barcode", "paper"],
    },
    {
      title: "Scripts not dispatched",
      icon: "upload",
      route: "/exams/papers",
      target: "/exams/papers/{id}",
      roles: ["examsOffice"],
      list: "/exams/papers",
      query: { unsent: "true" },
      since: "sittingDate",
      sort: "barcode",
      shows: ["barcode", "paper"],
    },
  ],
  commands: [{ title: "Scan papers", route: "/exams/scan", call: "POST /exams/papers/scan" }],
});
