import { defineRoom, type Row, listAt } from "@staffroom/contract";
import { Link } from "react-router";
import { fact, moves } from "../parts";
import { SetAside } from "./aside";
import { checkNote } from "./check-note";

const mend = (row: Row) => (
  <>
    <Link to={String(row.place)}>Mend</Link> <SetAside row={row.rowId} />
  </>
);

/** Candidates and their entries, marks of papers, anomalies and access arrangements. */
export const examEntries = defineRoom({
  routes: [
    {
      path: "/exams/candidates/:type?",
      title: "Exam candidates",
      list: { path: "/exams/candidacies", emptyText: "A candidate joins a series with the first entry." },
    },
    listAt("/exams/entries", {
      title: "Entries",
      addNote: checkNote,
      emptyText: "Add an entry, or enter the students of a course.",
    }),
    {
      path: "/exams/entries/:id/:tab?",
      title: "Entry",
      profile: {
        thing: "/exams/entries",
        heading: "{candidate}: {exam}",
        badges: ["status", "feeKind"],
        facts: [fact("Series", "series"), fact("Number", "number"), fact("Released result", "result")],
        actions: moves,
        tabs: [{ name: "marks", title: "Marks of papers", list: "/exams/marks", by: "entryId", edited: true }],
      },
    },
    listAt("/exams/marks", {
      title: "Marks of papers",
      under: "/exams/entries",
      emptyText: "Marks of papers appear here once the office enters them or a board sends its results.",
    }),
    {
      path: "/exams/tables/:type/:filter?",
      title: "Tables of entries",
      under: "/exams/entries",
      call: "/exams/entries",
      load: () => import("./tables"),
    },
    {
      path: "/exams/a2c-anomalies",
      title: "Anomalies of entries",
      list: {
        path: "/exams/anomalies",
        rowActions: mend,
        emptyText: "Every entry agrees with its candidate, its course, its fee and its seats.",
      },
    },
    listAt("/exams/access", {
      title: "Access arrangements",
      emptyText: "Add the arrangements of a candidate with evidence and approval.",
    }),
  ],
  menu: [
    { route: "/exams/candidates/:type?", group: "Exams", icon: "user-check", order: 15 },
    { route: "/exams/entries", group: "Exams", icon: "list-checks", order: 20 },
    { route: "/exams/a2c-anomalies", group: "Exams", icon: "shield", order: 45 },
  ],
  waiting: [
    {
      title: "Anomalies of entries",
      icon: "shield",
      route: "/exams/a2c-anomalies",
      target: "/exams/entries/{entryId}",
      roles: ["examsOffice"],
      list: "/exams/anomalies",
      query: {},
      since: "since",
      shows: ["candidate", "exam", "board"],
    },
  ],
  commands: [{ title: "New exam entry", route: "/exams/entries", call: "POST /exams/entries" }],
});
