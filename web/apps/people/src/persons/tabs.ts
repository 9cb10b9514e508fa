import type { RecordData, RecordTab, PersonKind } from "@staffroom/contract";
import { examTabs } from "../exams/tabs";

const nameOf = ({ firstName, lastName }: RecordData) => `${String(firstName)} ${String(lastName)}`;

const linked = (part: "Courses" | "Family" | "StudentsOfAgent" | "Subjects") => () =>
  import("./linked").then((module) => ({ default: module[part] }));
/** A person's addresses, one of them the main one. */
export const addresses = (kind: PersonKind) =>
  ({
    name: "addresses",
    title: "Addresses",
    group: "Overview",
    parts: "/address",
    rows: "addresses",
    noun: "address",
    section: "address",
    by: ({ id }: RecordData) => ({ personType: kind, personId: id }),
    mark: { field: "primary", label: "Primary", verb: "Make primary", done: "This is the main address now" },
    empty: { icon: "map-pin", title: "No address yet", text: "Letters and exam papers need one." },
  }) satisfies RecordTab;
const courses: RecordTab = { name: "courses", title: "Courses", group: "Teaching", load: linked("Courses") };
const students: RecordTab = { name: "students", title: "Students", group: "Overview", load: linked("Family") };
const slips = (by: "tutorId"): RecordTab => ({ name: "slips", title: "Slips", group: "Teaching", list: "/slips", by });
const reports = (by: "studentId" | "tutorId"): RecordTab => ({
  name: "reports",
  title: "Reports",
  group: "Teaching",
  list: "/reports",
  by,
});
const collections: RecordTab = {
  name: "collections",
  title: "Collections",
  group: "Teaching",
  list: "/collectionreports",
  by: "studentId",
};
const slipsOfStudent: RecordTab = {
  name: "slips",
  title: "Slips",
  group: "Teaching",
  widget: "slips-of-student",
  props: (record) => ({ studentId: record.id, name: nameOf(record) }),
};
const homework = (by: "studentId" | "tutorId"): RecordTab => ({
  name: "homework",
  title: "Homework",
  group: "Teaching",
  call: "/homework",
  widget: "homework",
  props: ({ id }) => ({ [by]: id }),
});
const studyPlans = (by: "studentId" | "tutorId"): RecordTab => ({
  name: "study-plans",
  title: "Study plans",
  group: "Teaching",
  list: "/studyplans",
  by,
});
const attendance = (by: "studentId" | "tutorId"): RecordTab => ({
  name: "attendance",
  title: "Attendance",
  group: "Teaching",
  call: "/slip/attendance",
  widget: "attendance",
  props: ({ id }) => ({ [by]: id }),
});
const journal = (by: "studentId" | "tutorId"): RecordTab => ({
  name: "journal",
  title: "Journal",
  group: "Teaching",
  call: "/my/journal",
  widget: "journal",
  props: ({ id }) => ({ [by]: id }),
});
/** A person's enquiries; a row links to its invoices. */
const enquiries = (by: "studentId" | "clientId" | "candidateId"): RecordTab => ({
  name: "enquiries",
  title: "Enquiries",
  group: "Money",
  list: "/enquiryWithType",
  by,
});
const invoices = (kind: "student" | "candidate" | "client"): RecordTab => ({
  name: "invoices",
  title: "Invoices",
  group: "Money",
  call: "/invoices",
  widget: "invoices",
  props: ({ id, organisationId }) => ({ kind, id, organisationId: Number(organisationId) || undefined }),
});

/** Checks before work with children, for the users who manage them. */
export const checks = (kind: PersonKind | "application"): RecordTab => ({
  name: "checks",
  title: "Checks",
  group: "Overview",
  call: "/checks/{id}",
  parts: "/checks",
  rows: "checks",
  noun: "check",
  named: "of {date}",
  by: ({ id }: RecordData) => ({ personType: kind, personId: id }),
  columns: ["type", "outcome", "date", "expires", "number", "reason", "seenBy"],
  empty: {
    icon: "shield",
    title: "No checks yet",
    text: "Without the required checks nobody works with students under 18.",
  },
});
/** The checklists of a record with their steps. */
export const checklists: RecordTab = {
  name: "checklists",
  title: "Checklists",
  call: "/checklists",
  load: () => import("../checklists/of-record"),
};

/** A person's bank details; their own are at another address. */
const bankDetails = (by: "tutorId" | "invigilatorId"): RecordTab => ({
  name: "bank-details",
  title: "Bank details",
  group: "Money",
  call: "/tutorpayments/accounts/{id}",
  only: ["accounting"],
  widget: "bank-details",
  props: (record) => ({ [by]: record.id, name: nameOf(record) }),
});

/** Tabs of each kind's page between its addresses and its files. */
export const tabsOf: Record<PersonKind, readonly RecordTab[]> = {
  student: [
    courses,
    checklists,
    { name: "clients", title: "Clients", group: "Overview", load: linked("Family") },
    slipsOfStudent,
    attendance("studentId"),
    homework("studentId"),
    reports("studentId"),
    collections,
    studyPlans("studentId"),
    journal("studentId"),
    ...examTabs("studentId"),
    invoices("student"),
    enquiries("studentId"),
  ],
  tutor: [
    courses,
    checks("tutor"),
    checklists,
    { name: "subjects", title: "Subjects", group: "Teaching", load: linked("Subjects") },
    slips("tutorId"),
    attendance("tutorId"),
    homework("tutorId"),
    reports("tutorId"),
    studyPlans("tutorId"),
    journal("tutorId"),
    bankDetails("tutorId"),
  ],
  client: [students, checklists, invoices("client"), enquiries("clientId")],
  agent: [{ ...students, load: linked("StudentsOfAgent") }, checklists],
  staff: [checks("staff"), checklists],
  candidate: [...examTabs("candidateId"), checklists, invoices("candidate"), enquiries("candidateId")],
  invigilator: [checks("invigilator"), checklists, bankDetails("invigilatorId")],
};

/** The files of a record, as a tab. */
export const filesOf = (entityType: string): RecordTab => ({
  name: "files",
  title: "Files",
  widget: "files",
  props: ({ id }) => ({ entityType, entityTypeId: id }),
});

/** Files and comments of a record, the last of its tabs. */
export const attached = (entityType: string): RecordTab[] => [
  filesOf(entityType),
  { name: "comments", title: "Comments", widget: "comments", props: ({ id }) => ({ entityType, entityTypeId: id }) },
];
