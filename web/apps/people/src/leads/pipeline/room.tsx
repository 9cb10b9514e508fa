import { defineRecordDrawer, defineRoom, listAt } from "@staffroom/contract";
import type { Enrolment } from "./enrolment";
import { LinkStudent } from "./paq";

const enrolment = defineRecordDrawer<Enrolment>({
  param: "enrolment",
  thing: "/pipeline/enrolments",
  heading: "{student}",
  called: "The enrolment",
  statusOf: ({ stage }) => stage,
  load: () => import("./enrolment"),
});

/** The pipeline from enquiry to lessons, and questionnaires without a student. */
export const pipeline = defineRoom({
  routes: [
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
    listAt("/pipeline/stages", { title: "Stages of enrolment" }),
    {
      path: "/academic-office/unallocated-paqs",
      title: "Unallocated PAQs",
      list: {
        path: "/form/unallocatedpaqs",
        rowActions: (row) => <LinkStudent row={row} />,
        emptyText: "Every accepted questionnaire has a student with a course and a tutor.",
      },
    },
  ],
  menu: [
    { route: "/pipeline/student", group: "Enquiries", icon: "layers", order: 40 },
    { route: "/academic-office/unallocated-paqs", group: "Enquiries", icon: "clipboard", order: 70 },
    { route: "/pipeline/stages", group: "Setup", icon: "layers", order: 142 },
  ],
});
