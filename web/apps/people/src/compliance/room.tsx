import { defineRecordDrawer, defineRoom, listAt } from "@staffroom/contract";
import type { Gap } from "../types";

const office = ["affiliateCompliance"];
const gap = defineRecordDrawer<Gap>({
  param: "gap",
  thing: "/compliance/gaps",
  heading: "{requirement}: {name}",
  called: "The missing data",
  load: () => import("./gap"),
});
const under = "/compliance/students/missing";
const missing = { recordDrawer: gap, emptyText: "Nothing is missing. Requirements are under Setup." };

/** Missing data, checks before work with children, and who views records. */
export const compliance = defineRoom({
  routes: [
    listAt("/compliance/students/missing", { title: "Students with missing data", ...missing }),
    listAt("/compliance/tutors/missing", { title: "Tutors with missing data", under, ...missing }),
    listAt("/compliance/staff/missing", { title: "Staff with missing data", under, ...missing }),
    listAt("/compliance/courses/missing", { title: "Courses with missing data", under, ...missing }),
    {
      path: "/compliance/missing/over",
      title: "Missing data over time",
      under,
      call: "/compliance/missing",
      load: () => import("./over-time"),
    },
    listAt("/compliance/missing", {
      title: "Missing data by day",
      under,
      recordDrawer: gap,
      emptyText: "No data was missing then.",
    }),
    listAt("/compliance/students/child", { title: "Students under 18" }),
    listAt("/compliance/record", { title: "Single central record" }),
    listAt("/compliance/exceptions", {
      title: "Exceptions from checks",
      under: "/compliance/record",
      emptyText: "Tutors who were put on a child's course without valid checks are listed here.",
    }),
    listAt("/compliance/looked", {
      title: "Who looked",
      under: "/compliance/students/child",
      emptyText: "Each reading of a child's welfare details is listed here.",
    }),
    listAt("/compliance/looked/forms", {
      title: "Readings of forms",
      under: "/compliance/students/child",
      emptyText: "Each reading of special category data in a form is listed here.",
    }),
    listAt("/compliance/readers", {
      title: "Readers of safeguarding notes",
      emptyText: "While nobody is named, the academic office and affiliate compliance read them.",
    }),
    listAt("/compliance/requirements", { title: "Requirements" }),
    {
      path: "/compliance/requirements/:id/:tab?",
      title: "Requirement",
      profile: { thing: "/compliance/requirements", heading: "{title}", badges: ["severity"], facts: ["mender"] },
    },
    listAt("/form/retention", {
      title: "Retention of answers",
      emptyText: "While no months are entered, answers stay as long as their entry.",
    }),
  ],
  menu: [
    { route: "/compliance/requirements", group: "Setup", icon: "shield", order: 132 },
    { route: "/compliance/readers", group: "Setup", icon: "lock", order: 134 },
    { route: "/form/retention", group: "Setup", icon: "clock", order: 136 },
    { route: "/compliance/students/missing", group: "Insights", icon: "shield", order: 60 },
    { route: "/compliance/students/child", group: "Insights", icon: "graduation", order: 64 },
    { route: "/compliance/record", group: "Insights", icon: "id-card", order: 66 },
  ],
  waiting: [
    {
      title: "Missing data of students",
      icon: "shield",
      route: "/compliance/students/missing",
      open: "gap",
      roles: office,
      list: "/compliance/students/missing",
      query: { status: "open" },
      since: "since",
      shows: ["name", "missing"],
    },
  ],
});
