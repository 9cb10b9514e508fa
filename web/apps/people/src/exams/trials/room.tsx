import { defineRoom, listAt } from "@staffroom/contract";
import { checkNote } from "../entries/check-note";
import { offices } from "../parts";
import { markProfile, paperProfile } from "./trial";

const trial = { kind: "trial" } as const;

/** Trial exams, which tutors mark. */
export const trialExams = defineRoom({
  routes: [
    {
      path: "/trialexams/series",
      title: "Trial series",
      only: offices,
      list: {
        path: "/system/examseries",
        fixed: { type: "trial" },
        tabs: [],
        emptyText: "A series of the kind trial appears here.",
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
        emptyText: "Entries for trial exams appear here.",
      },
    },
    listAt("/trialexams/marking", {
      title: "Trial exams to mark",
      under: "/trialexams/list",
      only: offices,
      emptyText: "Each entry for a trial exam appears here with its marker.",
    }),
    {
      path: "/trialexams/marking/:id/:tab?",
      title: "Mark of a trial exam",
      under: "/trialexams/marking",
      only: offices,
      profile: markProfile,
    },
    listAt("/trialexams/papers", {
      title: "Papers of trial exams",
      under: "/trialexams/list",
      only: offices,
      emptyText: "Add the question paper of a trial exam, then its file, and say from when candidates may open it.",
    }),
    {
      path: "/trialexams/papers/:id/:tab?",
      title: "Paper of a trial exam",
      under: "/trialexams/papers",
      only: offices,
      profile: paperProfile,
    },
    listAt("/trialexams/results", {
      title: "Results of trial exams",
      under: "/trialexams/list",
      only: offices,
      emptyText: "Results appear here once their series has released them.",
    }),
    {
      path: "/trialexams/invigilation",
      title: "Invigilation of trials",
      under: "/trialexams/list",
      only: offices,
      list: { path: "/exams/invigilation", fixed: trial, emptyText: "Draft the roster of a session of trial exams." },
    },
  ],
  menu: [{ route: "/trialexams/list", group: "Exams", icon: "notebook", order: 50 }],
  waiting: [
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
  ],
  commands: [{ title: "New paper of a trial exam", route: "/trialexams/papers", call: "POST /trialexams/papers" }],
});
