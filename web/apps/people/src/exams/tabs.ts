import type { RecordTab } from "@staffroom/contract";
import { checkNote } from "./entries/check-note";

/** Tabs of candidates and of students, by the filter of their lists. */
export const examTabs = (by: "candidateId" | "studentId"): RecordTab[] => [
  {
    name: "entries",
    title: "Entries",
    group: "Exams",
    list: "/exams/entries",
    by,
    edited: by === "candidateId",
    addNote: checkNote,
  },
  {
    name: "access",
    title: "Access arrangements",
    group: "Exams",
    list: "/exams/access",
    by,
    edited: by === "candidateId",
  },
  { name: "timetable", title: "Timetable", group: "Exams", list: "/exams/seats", by },
  {
    name: "results",
    title: "Results",
    group: "Exams",
    call: "/exams/results",
    load: () =>
      import("./results/results").then(({ CandidateResults, StudentResults }) => ({
        default: by === "candidateId" ? CandidateResults : StudentResults,
      })),
  },
  { name: "reviews", title: "Reviews", group: "Exams", list: "/exams/reviews", by },
  { name: "certificates", title: "Certificates", group: "Exams", list: "/exams/certificates", by },
];
