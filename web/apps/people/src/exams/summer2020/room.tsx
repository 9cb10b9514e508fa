import { defineRoom } from "@staffroom/contract";
import { fact, moves } from "../parts";

const assessed = { kind: "centreAssessed" } as const;
const under2020 = "/summerExams2020/listCandidates";

/** The centre assessed grades of summer 2020. */
export const summerExams2020 = defineRoom({
  routes: [
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
        actions: moves,
      },
    },
    {
      path: "/summerExams2020/listHomework",
      title: "Homework of summer 2020",
      under: under2020,
      list: {
        path: "/homework",
        fixed: { dueDate: "2019-09-01..2020-08-31" },
        emptyText: "No homework of the year 2019-2020 is stored.",
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
        emptyText: "No report of the year 2019-2020 is stored.",
      },
    },
    {
      path: "/summerExams2020/listAbsences",
      title: "Absences of summer 2020",
      under: under2020,
      list: {
        path: "/slip/absences",
        fixed: { tutorialDate: "2019-09-01..2020-08-31" },
        emptyText: "No absence of the year 2019-2020 is stored.",
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
  ],
});
