import { defineRecordDrawer, type DeclaredRoute } from "@staffroom/contract";
import type { Enrolment } from "../../pipeline/enrolment";
import { LinkStudent } from "../../pipeline/paq";

type Page = "Overview" | "ByMonth" | "BySubject" | "ByOrigin" | "Declined";
const figures = (page: Page) => () => import("../statistics/pages").then((pages) => ({ default: pages[page] }));
const call = "/leads/statistics";
const under = "/leads/statistics";
const enrolment = defineRecordDrawer<Enrolment>({
  param: "enrolment",
  thing: "/pipeline/enrolments",
  heading: "{student}",
  called: "The enrolment",
  statusOf: ({ stage }) => stage,
  load: () => import("../../pipeline/enrolment"),
});

/** The statistics and the conversion of leads, the public forms, the pipeline and the questionnaires that wait. */
export const admissionRoutes = [
  { path: "/leads/statistics", title: "Lead statistics", call, load: figures("Overview") },
  {
    path: "/leads/statistics/rows",
    title: "Leads in figures",
    under: "/leads/statistics",
    list: { path: "/leads/statistics", emptyText: "No lead is counted here." },
  },
  {
    path: "/leads/statistics/wishes",
    title: "Wishes of leads",
    under: "/leads/statistics",
    list: { path: "/leads/statistics/wishes", emptyText: "No lead is counted here." },
  },
  {
    path: "/leads/statistics/stays",
    title: "Time of leads in a status",
    under: "/leads/statistics",
    list: { path: "/leads/statistics/stays", emptyText: "No lead is counted here." },
  },
  { path: "/statistics/leads1", title: "Leads by month and status", under, call, load: figures("ByMonth") },
  { path: "/statistics/leads2", title: "Leads by subject and level", under, call, load: figures("BySubject") },
  { path: "/statistics/leadorigin", title: "Origin of leads", under, call, load: figures("ByOrigin") },
  { path: "/statistics/leads-declined", title: "Declined leads", under, call, load: figures("Declined") },
  {
    path: "/exams/leads/conversions",
    title: "Exam leads",
    list: {
      path: "/leads/exams/conversions",
      emptyText: "An enquiry about exams is listed here with its candidate and invoices.",
    },
  },
  {
    path: "/leads/forms",
    title: "Enquiry forms",
    list: {
      path: "/leads/forms",
      recordDrawer: defineRecordDrawer({
        param: "form",
        heading: "{title}",
        called: "The form",
        load: () => import("../statistics/forms"),
      }),
    },
  },
  { path: "/leads/:id/convert", title: "Convert lead", call: "/lead/{id}/conversion", load: () => import("./convert") },
  {
    path: "/pipeline/student",
    title: "Pipeline",
    list: { path: "/pipeline/students", always: "board", recordDrawer: enrolment },
  },
  {
    path: "/pipeline/list",
    title: "Enrolments",
    under: "/pipeline/student",
    list: { path: "/pipeline/students", recordDrawer: enrolment },
  },
  { path: "/pipeline/stages", title: "Stages of enrolment", list: "/pipeline/stages" },
  {
    path: "/academic-office/unallocated-paqs",
    title: "Unallocated PAQs",
    list: {
      path: "/form/unallocatedpaqs",
      rowActions: (row) => <LinkStudent row={row} />,
      emptyText: "Every accepted questionnaire has a student with a course and a tutor.",
    },
  },
] as const satisfies readonly DeclaredRoute[];

export const admissionMenu = [
  { route: "/pipeline/student", group: "Enquiries", icon: "layers", order: 40 },
  { route: "/leads/statistics", group: "Enquiries", icon: "chart", order: 60 },
  { route: "/exams/leads/conversions", group: "Exams", icon: "chart", order: 60 },
  { route: "/academic-office/unallocated-paqs", group: "Enquiries", icon: "clipboard", order: 70 },
  { route: "/leads/forms", group: "Setup", icon: "clipboard", order: 140 },
  { route: "/pipeline/stages", group: "Setup", icon: "layers", order: 142 },
] as const;
