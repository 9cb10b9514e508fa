import { defineRoom, type RecordData, type Row, listAt } from "@staffroom/contract";
import { Link } from "react-router";
import { checkNote } from "../entries/check-note";
import { EnterCourse } from "../entries/enter-course";
import { KeepersOnly } from "../keepers";
import { offices } from "../parts";
import { ReleaseTrials } from "../trials/trial";
import { ExpectCertificates } from "./expect-certificates";

const missing = (row: Row) => Boolean(row.missing) && <Link to={`/exams/entries?missingFor=${row.id}`}>Names</Link>;
const seriesOf = {
  title: "Series",
  draw: ({ series, seriesId }: RecordData) => (
    <Link to={`/exams/series/${String(seriesId)}/exams`}>{String(series)}</Link>
  ),
};

/** Exam series, their exams and options, and the deadlines of the boards. */
export const examSeries = defineRoom({
  routes: [
    {
      path: "/exams/series",
      title: "Exam series",
      list: { path: "/system/examseries", emptyText: "Add the first series, then the exams that can be sat in it." },
    },
    {
      path: "/exams/series/:id/:tab?",
      title: "Exam series",
      profile: {
        thing: "/system/examseries",
        badges: ["type", "state"],
        facts: ["season", "year", "resultsAt"],
        actions: (record, reload) => (
          <>
            <ExpectCertificates record={record} />
            <ReleaseTrials record={record} reload={reload} />
          </>
        ),
        tabs: [
          { name: "exams", title: "Exams", group: "Exams", list: "/exam", by: "seriesId", edited: true },
          { name: "papers", title: "Papers", group: "Exams", list: "/exams/components", by: "seriesId" },
          { name: "options", title: "Options", group: "Exams", list: "/exams/options", by: "seriesId" },
          { name: "files", title: "Board files", group: "Boards", list: "/exams/files", by: "seriesId" },
          {
            name: "deadlines",
            title: "Deadlines",
            group: "Boards",
            list: "/exams/deadlines",
            by: "seriesId",
            edited: true,
          },
          {
            name: "candidates",
            title: "Candidates",
            group: "Entries",
            list: "/exams/candidacies",
            by: "seriesId",
            edited: true,
          },
          { name: "entries", title: "Entries", group: "Entries", list: "/exams/entries", by: "series" },
          {
            name: "grid",
            title: "Entry grid",
            group: "Entries",
            call: "/exams/series/{id}/grid",
            load: () => import("../grid/entry-grid"),
          },
          {
            name: "sessions",
            title: "Sessions",
            group: "Sessions",
            list: "/exams/sessions",
            by: "seriesId",
            edited: true,
          },
          {
            name: "sittings",
            title: "Seats and rosters",
            group: "Sessions",
            call: "/exams/series/{id}/clashes",
            load: () => import("../sessions/sittings"),
          },
          { name: "results", title: "Results", group: "Results", list: "/exams/results", by: "series" },
          { name: "marks", title: "Marks of papers", group: "Results", list: "/exams/marks", by: "series" },
          { name: "reviews", title: "Reviews", group: "Results", list: "/exams/reviews", by: "series" },
          { name: "certificates", title: "Certificates", group: "Results", list: "/exams/certificates", by: "series" },
          {
            name: "declaration",
            title: "Declaration",
            group: "Results",
            list: "/exams/declarations",
            by: "seriesId",
            edited: true,
          },
          {
            name: "trialpapers",
            title: "Papers as files",
            group: "Trials",
            only: offices,
            list: "/trialexams/papers",
            by: "seriesId",
          },
          {
            name: "trialmarks",
            title: "Marks",
            group: "Trials",
            only: offices,
            list: "/trialexams/marking",
            by: "seriesId",
          },
          {
            name: "trialresults",
            title: "Released results",
            group: "Trials",
            only: offices,
            list: "/trialexams/results",
            by: "seriesId",
          },
        ],
      },
    },
    {
      path: "/exams/exams/:id/:tab?",
      title: "Exam",
      under: "/exams/series",
      profile: {
        thing: "/exam",
        heading: "{level} {subject}, {board} {code}",
        facts: [seriesOf, "board", "code", "papers", "minimumAge"],
        actions: (record, reload) => (
          <KeepersOnly kind={String(record.kind)}>
            <EnterCourse examId={record.id} onDone={reload} />
          </KeepersOnly>
        ),
        tabs: [
          { name: "entries", title: "Entries", list: "/exams/entries", by: "examId", edited: true, addNote: checkNote },
          { name: "papers", title: "Papers", list: "/exams/components", by: "examId", edited: true },
          { name: "options", title: "Options", list: "/exams/options", by: "examId", edited: true },
        ],
      },
    },
    listAt("/exams/deadlines", {
      title: "Exam deadlines",
      rowActions: missing,
      emptyText: "Enter the dates of each board and series: entries, late entries, coursework.",
    }),
    listAt("/exams/options", {
      title: "Options of exams",
      under: "/exams/series",
      emptyText: "Import the basedata of a board, or add the options of an exam.",
    }),
    listAt("/exams/disallowed", {
      title: "Disallowed combinations",
      under: "/exams/series",
      emptyText: "Options that nobody is entered for together appear here.",
    }),
  ],
  menu: [
    { route: "/exams/series", group: "Exams", icon: "layers", order: 10 },
    { route: "/exams/deadlines", group: "Exams", icon: "calendar", order: 35 },
  ],
  waiting: [
    {
      title: "Exam deadlines",
      icon: "calendar",
      route: "/exams/deadlines",
      roles: ["examsOffice"],
      list: "/exams/deadlines",
      query: {},
      since: "dueOn",
      due: "dueOn",
      ahead: { filter: "dueOn", days: 14, from: "today" },
      shows: ["series", "board", "missing"],
    },
  ],
  summary: [
    { of: { "/system/examseries": { seriesId: "{id}" } }, title: "Exams", list: "/exam", target: "{record}/exams" },
  ],
});
