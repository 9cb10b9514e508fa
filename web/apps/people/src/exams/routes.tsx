import type { DeclaredRoute, RecordData, Row } from "@staffroom/contract";
import { Link } from "react-router";
import { SetAside } from "./aside";
import { ExpectCertificates } from "./certificates";
import { checkNote } from "./check-note";
import { EnterCourse } from "./enter-course";
import { FileActions } from "./file-actions";
import { KeepersOnly } from "./keepers";
import { RecordMoves } from "./record-moves";
import { markProfile, paperProfile, ReleaseTrials } from "./trial";

/** A value of the record that is no field of its form. */
const fact = (title: string, name: string) => ({
  title,
  draw: (record: RecordData) => String(record[name] ?? "") || "–",
});
const actions = (record: RecordData, reload: () => void) => <RecordMoves record={record} reload={reload} />;
const mend = (row: Row) => (
  <>
    <Link to={String(row.place)}>Mend</Link> <SetAside row={row.rowId} />
  </>
);
const fileActions = (record: RecordData, reload: () => void) => <FileActions record={record} reload={reload} />;
const missing = (row: Row) => Boolean(row.missing) && <Link to={`/exams/entries?missingFor=${row.id}`}>Names</Link>;
const seriesOf = {
  title: "Series",
  draw: ({ series, seriesId }: RecordData) => (
    <Link to={`/exams/series/${String(seriesId)}/exams`}>{String(series)}</Link>
  ),
};
const trial = { kind: "trial" } as const;
const assessed = { kind: "centreAssessed" } as const;
const offices = ["academicOffice", "examsOffice"];
const under2020 = "/summerExams2020/listCandidates";

/** The screens of the exams office. */
export const examRoutes = [
  { path: "/exams", title: "Exams office", call: "/exams/entries", only: offices, load: () => import("./overview") },
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
          load: () => import("./grid/entry-grid"),
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
          load: () => import("./sittings"),
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
  {
    path: "/exams/deadlines",
    title: "Exam deadlines",
    list: {
      path: "/exams/deadlines",
      rowActions: missing,
      emptyText: "Enter the dates of each board and series: entries, late entries, coursework.",
    },
  },
  {
    path: "/exams/candidates/:type?",
    title: "Exam candidates",
    list: { path: "/exams/candidacies", emptyText: "A candidate joins a series with the first entry." },
  },
  {
    path: "/exams/entries",
    title: "Entries",
    list: { path: "/exams/entries", addNote: checkNote, emptyText: "Add an entry, or enter the students of a course." },
  },
  {
    path: "/exams/entries/:id/:tab?",
    title: "Entry",
    profile: {
      thing: "/exams/entries",
      heading: "{candidate}: {exam}",
      badges: ["status", "feeKind"],
      facts: [fact("Series", "series"), fact("Number", "number"), fact("Released result", "result")],
      actions,
      tabs: [{ name: "marks", title: "Marks of papers", list: "/exams/marks", by: "entryId", edited: true }],
    },
  },
  {
    path: "/exams/marks",
    title: "Marks of papers",
    under: "/exams/entries",
    list: {
      path: "/exams/marks",
      emptyText: "Marks of papers stand here once the office enters them or a board sends its results.",
    },
  },
  {
    path: "/exams/tables/:type/:filter?",
    title: "Tables of entries",
    under: "/exams/entries",
    call: "/exams/entries",
    load: () => import("./tables"),
  },
  {
    path: "/exams/exchange",
    title: "Exchange with boards",
    only: ["examsOffice"],
    call: "/exams/files",
    load: () => import("./exchange"),
  },
  {
    path: "/exams/files",
    title: "Board files",
    list: { path: "/exams/files", emptyText: "Import the basedata of a board under Exchange with boards." },
  },
  {
    path: "/exams/files/:id/:tab?",
    title: "Board file",
    profile: {
      thing: "/exams/files",
      heading: "{name}",
      badges: ["direction", "status"],
      facts: ["kind", "board", fact("Series", "series"), "sequence"],
      actions: fileActions,
      tabs: [{ name: "rows", title: "Rows", list: "/exams/filerows", by: "fileId" }],
    },
  },
  {
    path: "/exams/filerows",
    title: "Rows of board files",
    under: "/exams/files",
    list: { path: "/exams/filerows", emptyText: "Each record of a file stands here." },
  },
  {
    path: "/exams/options",
    title: "Options of exams",
    under: "/exams/series",
    list: { path: "/exams/options", emptyText: "Import the basedata of a board, or add the options of an exam." },
  },
  {
    path: "/exams/disallowed",
    title: "Disallowed combinations",
    under: "/exams/series",
    list: { path: "/exams/disallowed", emptyText: "Options that nobody is entered for together stand here." },
  },
  {
    path: "/exams/boards",
    title: "Files of the boards",
    only: offices,
    list: { path: "/exams/exchange", emptyText: "Say how the files of each board are named and made." },
  },
  {
    path: "/exams/upcoming",
    title: "Upcoming sittings",
    list: { path: "/exams/upcoming", emptyText: "No paper is sat from today on." },
  },
  {
    path: "/exams/components",
    title: "Papers and sittings",
    under: "/exams/upcoming",
    list: {
      path: "/exams/components",
      emptyText: "Add the papers of an exam with the day and the session of their sitting.",
    },
  },
  {
    path: "/exams/papers",
    title: "Exam papers",
    list: { path: "/exams/papers", emptyText: "Scan or type the bar code of each packet that is expected." },
  },
  {
    path: "/exams/papers/:id/:tab?",
    title: "Packet",
    profile: {
      thing: "/exams/papers",
      heading: "{barcode}",
      badges: ["status"],
      facts: [fact("Paper", "paper"), "place", "tracking"],
      actions,
      tabs: [{ name: "log", title: "Log", list: "/exams/paperlog", by: "packetId" }],
    },
  },
  {
    path: "/exams/papers-dispatched",
    title: "Papers dispatched",
    under: "/exams/papers",
    list: {
      path: "/exams/dispatched",
      emptyText: "Scripts that were sent to a board stand here with their tracking number.",
    },
  },
  {
    path: "/exams/paperlog",
    title: "Log of papers",
    under: "/exams/papers",
    list: { path: "/exams/paperlog", emptyText: "Each move of a packet stands here." },
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
  { path: "/exams/day2day", title: "Exams today", call: "/exams/day", load: () => import("./day/page") },
  {
    path: "/exams/day",
    title: "Candidates today",
    under: "/exams/day2day",
    list: { path: "/exams/day", emptyText: "Nobody sits a paper today." },
  },
  {
    path: "/exams/sessions",
    title: "Exam sessions",
    list: { path: "/exams/sessions", emptyText: "Add a session in a room, then seat the candidates of a paper in it." },
  },
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
      actions,
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
          empty: { icon: "clipboard", title: "No incidents", text: "Write down what happened, when, and who saw it." },
        },
      ],
    },
  },
  {
    path: "/exams/reviews",
    title: "Reviews of results",
    under: "/exams/entries",
    list: {
      path: "/exams/reviews",
      emptyText: "Reviews, copies of scripts and appeals stand here once somebody asks for one.",
    },
  },
  {
    path: "/exams/reviews/:id/:tab?",
    title: "Review of a result",
    profile: {
      thing: "/exams/reviews",
      heading: "{candidate}: {exam}",
      badges: ["service", "status"],
      facts: [fact("Series", "series"), "dueOn", "gradeBefore", "gradeAfter"],
      actions,
    },
  },
  {
    path: "/exams/certificates",
    title: "Certificates",
    under: "/exams/candidates/:type?",
    list: {
      path: "/exams/certificates",
      emptyText: "Open a series and choose “Expect certificates” once its results are in.",
    },
  },
  {
    path: "/exams/certificates/:id/:tab?",
    title: "Certificate",
    profile: {
      thing: "/exams/certificates",
      heading: "{board}: {candidate}",
      badges: ["status"],
      facts: [fact("Series", "series"), "place", "keepUntil", "givenTo"],
      actions,
    },
  },
  {
    path: "/exams/declarations",
    title: "Declarations",
    under: "/exams/series",
    list: {
      path: "/exams/declarations",
      emptyText: "The head of centre declares the grades of a centre assessed series.",
    },
  },
  {
    path: "/exams/seats",
    title: "Seats",
    under: "/exams/sessions",
    list: { path: "/exams/seats", emptyText: "Seat the candidates of a paper from its session." },
  },
  {
    path: "/exams/invigilation",
    title: "Invigilation",
    list: { path: "/exams/invigilation", emptyText: "Draft the roster of a session, or add an invigilator to it." },
  },
  {
    path: "/exams/swaps",
    title: "Swaps of duties",
    under: "/exams/invigilation",
    list: { path: "/exams/swaps", emptyText: "When an invigilator asks a colleague to take a duty, it stands here." },
  },
  {
    path: "/exams/hours",
    title: "Hours of invigilators",
    under: "/exams/invigilation",
    list: { path: "/exams/hours", emptyText: "Confirmed duties stand here once their session is finished." },
  },
  {
    path: "/exams/away",
    title: "Times invigilators are away",
    under: "/exams/invigilation",
    list: { path: "/exams/away", emptyText: "Invigilators enter when they are away, or the office does." },
  },
  {
    path: "/exams/relatives",
    title: "Relatives of invigilators",
    under: "/exams/invigilation",
    list: {
      path: "/exams/relatives",
      emptyText: "Name the candidates to whom an invigilator is close: they are never alone with them.",
    },
  },
  {
    path: "/exams/dayplans",
    title: "Plans of long days",
    under: "/exams/sessions",
    list: {
      path: "/exams/dayplans",
      emptyText: "A candidate with two papers at once, or too long a day, has a plan of the day.",
    },
  },
  {
    path: "/exams/register/marks",
    title: "Marks of registers",
    under: "/exams/day2day",
    list: {
      path: "/exams/register/marks",
      emptyText: "Each mark of a register stands here, those that did not count too.",
    },
  },
  {
    path: "/exams/scan",
    title: "Scan papers",
    under: "/exams/papers",
    only: ["examsOffice"],
    call: "POST /exams/papers/scan",
    load: () => import("./scan"),
  },
  { path: "/exams/rules", title: "Rules of exams", only: offices, list: "/exams/rules" },
  {
    path: "/exams/access",
    title: "Access arrangements",
    list: { path: "/exams/access", emptyText: "Add the arrangements of a candidate with evidence and approval." },
  },
  { path: "/exams/seasons", title: "Seasons of exams", only: ["examsOffice"], list: "/exams/seasons" },
  {
    path: "/exams/rooms",
    title: "Exam rooms",
    only: offices,
    list: { path: "/exams/rooms", emptyText: "Say which locations are exam rooms, and how many seats each has." },
  },
  { path: "/exams/keytimes", title: "Key times of exams", only: offices, list: "/exams/keytimes" },
  { path: "/exams/ratios", title: "Ratios of invigilation", only: offices, list: "/exams/ratios" },
  { path: "/exams/uciletters", title: "Check letters of UCIs", only: offices, list: "/exams/uciletters" },
  {
    path: "/trialexams/series",
    title: "Trial series",
    only: offices,
    list: {
      path: "/system/examseries",
      fixed: { type: "trial" },
      tabs: [],
      emptyText: "A series of the kind trial stands here.",
    },
  },
  {
    path: "/trialexams/list",
    title: "Trial exams",
    only: offices,
    list: {
      path: "/exams/entries",
      fixed: trial,
      addNote: checkNote,
      emptyText: "Entries for trial exams stand here.",
    },
  },
  {
    path: "/trialexams/marking",
    title: "Trial exams to mark",
    under: "/trialexams/list",
    only: offices,
    list: { path: "/trialexams/marking", emptyText: "Each entry for a trial exam stands here with its marker." },
  },
  {
    path: "/trialexams/marking/:id/:tab?",
    title: "Mark of a trial exam",
    under: "/trialexams/marking",
    only: offices,
    profile: markProfile,
  },
  {
    path: "/trialexams/papers",
    title: "Papers of trial exams",
    under: "/trialexams/list",
    only: offices,
    list: {
      path: "/trialexams/papers",
      emptyText: "Add the question paper of a trial exam, then its file, and say from when candidates may open it.",
    },
  },
  {
    path: "/trialexams/papers/:id/:tab?",
    title: "Paper of a trial exam",
    under: "/trialexams/papers",
    only: offices,
    profile: paperProfile,
  },
  {
    path: "/trialexams/results",
    title: "Results of trial exams",
    under: "/trialexams/list",
    only: offices,
    list: { path: "/trialexams/results", emptyText: "Results stand here once their series has released them." },
  },
  {
    path: "/trialexams/invigilation",
    title: "Invigilation of trials",
    under: "/trialexams/list",
    only: offices,
    list: { path: "/exams/invigilation", fixed: trial, emptyText: "Draft the roster of a session of trial exams." },
  },
  {
    path: "/summerExams2020/listCandidates",
    title: "Summer exams 2020",
    list: {
      path: "/exams/candidacies",
      fixed: assessed,
      tabs: [],
      emptyText: "No candidate is in a centre assessed series.",
    },
  },
  {
    path: "/summerExams2020/listExams",
    title: "Exams of summer 2020",
    under: under2020,
    list: { path: "/exams/entries", fixed: assessed, emptyText: "No entry is centre assessed." },
  },
  {
    path: "/summerExams2020/listInvigilation",
    title: "Invigilation of summer 2020",
    under: under2020,
    list: {
      path: "/exams/invigilation",
      fixed: assessed,
      emptyText: "Centre assessed exams were not sat, so nobody invigilated.",
    },
  },
  {
    path: "/summerExams2020/listTeacherReferences",
    title: "Teacher references",
    list: {
      path: "/exams/references",
      emptyText: "Name a teacher for an entry that is centre assessed, then ask by mail.",
    },
  },
  {
    path: "/cagreferencelist",
    title: "Teacher references",
    under: "/summerExams2020/listTeacherReferences",
    list: { path: "/exams/references" },
  },
  {
    path: "/exams/references/:id/:tab?",
    title: "Teacher reference",
    under: "/summerExams2020/listTeacherReferences",
    profile: {
      thing: "/exams/references",
      heading: "{teacher} on {candidate}",
      badges: ["status"],
      facts: [fact("Exam", "exam"), "due", "grade", "rank"],
      actions,
    },
  },
  {
    path: "/summerExams2020/listHomework",
    title: "Homework of summer 2020",
    under: under2020,
    list: {
      path: "/homework",
      fixed: { dueDate: "2019-09-01..2020-08-31" },
      emptyText: "No homework of the year 2019-2020 is kept.",
    },
  },
  {
    path: "/summerExams2020/listExamReports",
    title: "Exam reports of summer 2020",
    under: under2020,
    list: { path: "/exams/results", fixed: assessed, emptyText: "No result is centre assessed." },
  },
  {
    path: "/summerExams2020/listTutorReports",
    title: "Tutor reports of summer 2020",
    under: under2020,
    list: {
      path: "/reports",
      fixed: { deadline: "2019-09-01..2020-08-31" },
      emptyText: "No report of the year 2019-2020 is kept.",
    },
  },
  {
    path: "/summerExams2020/listAbsences",
    title: "Absences of summer 2020",
    under: under2020,
    list: {
      path: "/slip/absences",
      fixed: { tutorialDate: "2019-09-01..2020-08-31" },
      emptyText: "No absence of the year 2019-2020 is kept.",
    },
  },
  {
    path: "/cagbriefing",
    title: "Assessed grades",
    under: under2020,
    call: "/exams/briefing",
    load: () => import("./briefing"),
  },
  {
    path: "/cagchecklist/:checklistId",
    title: "Evidence checklist",
    under: "/checklists",
    call: "/checklists",
    load: () => import("./evidence"),
  },
  {
    path: "/summerExams2020/:secret",
    title: "Reference of a teacher",
    public: true,
    load: () => import("./reference-link"),
  },
] as const satisfies readonly DeclaredRoute[];

/** Their entries in the menu: twelve at most. */
export const examMenu = [
  { route: "/exams", group: "Exams", icon: "clipboard", order: 5 },
  { route: "/exams/series", group: "Exams", icon: "layers", order: 10 },
  { route: "/exams/candidates/:type?", group: "Exams", icon: "user-check", order: 15 },
  { route: "/exams/entries", group: "Exams", icon: "list-checks", order: 20 },
  { route: "/exams/files", group: "Exams", icon: "upload", order: 22 },
  { route: "/exams/papers", group: "Exams", icon: "book", order: 25 },
  { route: "/exams/sessions", group: "Exams", icon: "map-pin", order: 28 },
  { route: "/exams/invigilation", group: "Exams", icon: "id-card", order: 30 },
  { route: "/exams/deadlines", group: "Exams", icon: "calendar", order: 35 },
  { route: "/exams/day2day", group: "Exams", icon: "clock", order: 40 },
  { route: "/exams/a2c-anomalies", group: "Exams", icon: "shield", order: 45 },
  { route: "/trialexams/list", group: "Exams", icon: "notebook", order: 50 },
  { route: "/exams/seasons", group: "Setup", icon: "layers", order: 150 },
  { route: "/exams/rooms", group: "Setup", icon: "map-pin", order: 152 },
  { route: "/exams/boards", group: "Setup", icon: "upload", order: 153 },
  { route: "/exams/keytimes", group: "Setup", icon: "clock", order: 154 },
  { route: "/exams/ratios", group: "Setup", icon: "users", order: 156 },
  { route: "/exams/uciletters", group: "Setup", icon: "tag", order: 158 },
  { route: "/exams/rules", group: "Setup", icon: "list-checks", order: 159 },
] as const;

/** Work that waits for the exams office, on the home page. */
export const examsWaiting = [
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
  {
    title: "Board files to send or look at",
    icon: "upload",
    route: "/exams/files",
    target: "/exams/files/{id}",
    roles: ["examsOffice"],
    list: "/exams/files",
    query: { waits: "true" },
    since: "created",
    shows: ["name", "board", "status"],
  },
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
  {
    title: "Trial exams without a marker",
    icon: "notebook",
    route: "/trialexams/marking",
    target: "/trialexams/marking/{id}",
    roles: offices,
    list: "/trialexams/marking",
    query: { assigned: "false", status: "waiting" },
    since: "created",
    sort: "id",
    shows: ["candidate", "exam", "series"],
  },
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
] as const;

export const examCommands = [
  { title: "New exam entry", route: "/exams/entries", call: "POST /exams/entries" },
  { title: "New review of a result", route: "/exams/reviews", call: "POST /exams/reviews" },
  { title: "Exchange with boards", route: "/exams/exchange", call: "POST /exams/files/import" },
  { title: "New exam session", route: "/exams/sessions", call: "POST /exams/sessions" },
  { title: "New paper of a trial exam", route: "/trialexams/papers", call: "POST /trialexams/papers" },
  { title: "Scan papers", route: "/exams/scan", call: "POST /exams/papers/scan" },
] as const;
