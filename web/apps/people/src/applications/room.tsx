import { defineRoom, type Badge, type RecordData, listAt } from "@staffroom/contract";
import { checklists, checks, filesOf } from "../persons/tabs";
import { StageMoves } from "./stage-moves";

const list = "/applications/tutors/list";
const missing = (record: RecordData) => (record.missing ?? []) as string[];
/** Something is missing before the offer can be accepted. */
const lacks = (record: RecordData): Badge | null =>
  record.status === "offer" && missing(record).length ? { status: "Not ready", type: "amber" } : null;
const cameBack = (record: RecordData): Badge | null =>
  record.mailProblem ? { status: "Email came back", type: "red" } : null;
const office = ["academicOffice"];

/** The screens of tutor applications. */
export const tutorApplications = defineRoom({
  routes: [
    {
      path: list,
      title: "Tutor applications",
      list: {
        path: "/applications/tutors",
        emptyText: "Applications arrive through the public form. You can also add them here.",
      },
    },
    {
      path: "/applications/tutors/:id/:tab?",
      title: "Tutor application",
      profile: {
        thing: "/applications/tutors",
        heading: "{firstName} {lastName}",
        badges: ["status", lacks, cameBack],
        actions: (record: RecordData, reload: () => void) => <StageMoves record={record} reload={reload} />,
        facts: ["since", { title: "Missing", draw: (record: RecordData) => missing(record).join(". ") || "Nothing" }],
        tabs: [
          {
            name: "subjects",
            title: "Subjects",
            group: "Overview",
            only: office,
            parts: "/applications/subjects",
            rows: "subjects",
            to: "/applications/tutors/{id}/subject",
            noun: "subject",
            named: "{level} {subject}",
            columns: ["subject", "level", "board"],
            empty: { icon: "book", title: "No subjects yet", text: "They become the subjects of the tutor." },
          },
          { name: "interviews", title: "Interviews", only: office, load: () => import("./interviews") },
          { name: "references", title: "References", only: office, load: () => import("./references") },
          { ...filesOf("application"), name: "documents", title: "Documents", only: office },
          checks("application"),
          { ...checklists, only: office },
          { name: "messages", title: "Messages", only: office, load: () => import("./messages") },
        ],
      },
    },
    listAt("/applications/scorecards", {
      title: "Scorecards",
      under: list,
      emptyText: "Each interviewer has one scorecard for each interview.",
    }),
    {
      path: "/applications/scorecards/:id/:tab?",
      title: "Scorecard",
      under: list,
      profile: {
        thing: "/applications/scorecards",
        heading: "Scorecard of {staffName}",
        badges: ["status"],
        facts: ["given"],
        actions: (record: RecordData, reload: () => void) => <StageMoves record={record} reload={reload} />,
      },
    },
  ],
  menu: [{ route: list, group: "People", icon: "user-search", order: 80 }],
  waiting: [
    {
      title: "Tutor applications",
      icon: "id-card",
      route: list,
      target: "/applications/tutors/{id}",
      roles: office,
      list: "/applications/tutors",
      query: { status: "received" },
      since: "created",
      shows: ["name", "subjects"],
    },
  ],
  commands: [{ title: "New tutor application", route: list, call: "POST /applications/tutors" }],
});
