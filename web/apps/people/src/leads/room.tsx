import { loadPiece } from "@staffroom/api";
import { defineRecordDrawer, defineRoom, type Choice, type RecordData, type Row, listAt } from "@staffroom/contract";
import { MovesMenu } from "@staffroom/workflow";
import { lazy, Suspense } from "react";
import { attached, checklists } from "../persons/tabs";
import { EmailLeads } from "./email-leads";
import { HandOver } from "./hand-over";
import { ReminderActions } from "./log-call";
import { LogKeys } from "./log-keys";
import type { Lead } from "./types";

const ConvertLead = lazy(() =>
  loadPiece(() => import("./convert/convert").then((page) => ({ default: page.ConvertLead }))),
);
const under = "/leads";
const drawer = defineRecordDrawer<Lead>({
  param: "lead",
  thing: "/enquiry",
  heading: "{firstName} {lastName}",
  called: "The lead",
  load: () => import("./of-lead"),
});
const reminders = {
  actions: <LogKeys />,
  rowActions: (row: Row) => <ReminderActions row={row} />,
  emptyText: "Nothing is due. A lead appears here from the day of its next step.",
};

/** All staff read these lists, because forms offer them as choices; the academic office edits them. */
const only = ["academicOffice"];

/** Leads, their reminders and log, and the website forms that create them. */
export const leadRoom = defineRoom({
  routes: [
    listAt("/leads", {
      title: "Leads",
      recordDrawer: drawer,
      actions: (
        <>
          <LogKeys />
          <HandOver />
        </>
      ),
      selectionActions: (choice: Choice) => <EmailLeads choice={choice} />,
      addsAt: "/lead",
      emptyText: "A lead comes from the enquiry form of the website, or is added here.",
    }),
    { path: "/leads/:id", title: "Leads", under, call: "/leads", load: () => import("./beside") },
    listAt("/leads/my", {
      title: "My leads",
      actions: <LogKeys />,
      addsAt: "/lead",
      emptyText: "Leads that are yours appear here.",
    }),
    listAt("/leads/reminders", { title: "Reminders of leads", ...reminders }),
    listAt("/leads/my/reminders", { title: "My reminders", ...reminders }),
    {
      path: "/leads/overview",
      title: "Overview of leads",
      under,
      list: { path: "/leads", recordDrawer: drawer, always: "board", addsAt: "/lead" },
    },
    listAt("/leads/log", {
      title: "Log of leads",
      under,
      emptyText: "Calls, mails, meetings and notes of all leads appear here.",
    }),
    listAt("/leads/reasons", { title: "Reasons of leads", only }),
    listAt("/leads/origins", { title: "Origins of leads", only }),
    listAt("/leads/rota", {
      title: "Rota of leads",
      only,
      emptyText: "Without a rota new leads have no owner until somebody takes them.",
    }),
    listAt("/leads/consentwordings", {
      title: "Wording of consent",
      only,
      emptyText: "The public form asks for no consent until there is a wording.",
    }),
    { path: "/lead", title: "New lead", under, call: "POST /enquiry", load: () => import("./new-lead") },
    {
      path: "/lead/:id/:tab?",
      title: "Lead",
      under,
      profile: {
        thing: "/enquiry",
        heading: "{firstName} {lastName}",
        badges: ["leadStatus", "kind"],
        facts: ["nextStep", "nextDue", "phone", "email"],
        actions: (record: RecordData, reload: () => void) => (
          <>
            <Suspense fallback={null}>
              <ConvertLead leadId={record.id} isConverted={record.leadStatus === "completed"} />
            </Suspense>
            <MovesMenu moves={record.moves} onDone={reload}>
              Change status
            </MovesMenu>
          </>
        ),
        tabs: [
          { name: "log", title: "Log", load: () => import("./of-lead") },
          {
            name: "students",
            title: "Students",
            parts: "/lead/students",
            rows: "students",
            to: "/lead/{id}/student",
            noun: "prospective student",
            named: "{firstName} {lastName}",
            ordered: true,
            columns: ["firstName", "lastName", "birthDate", "yearGroup", "school"],
            empty: { icon: "graduation", title: "No students yet", text: "Add the people who would have the lessons." },
          },
          { name: "enquiries", title: "Enquiries", list: "/enquiryWithType", by: "enquiryId" },
          checklists,
          ...attached("enquiry"),
        ],
      },
    },
    {
      path: "/exams/leads/conversions",
      title: "Exam leads",
      list: {
        path: "/leads/exams/conversions",
        emptyText: "An enquiry about exams is listed here with its candidate and invoices.",
      },
    },
    listAt("/leads/forms", {
      title: "Enquiry forms",
      recordDrawer: defineRecordDrawer({
        param: "form",
        heading: "{title}",
        called: "The form",
        load: () => import("./statistics/forms"),
      }),
    }),
    {
      path: "/leads/:id/convert",
      title: "Convert lead",
      call: "/lead/{id}/conversion",
      load: () => import("./convert/convert"),
    },
  ],
  menu: [
    { route: "/leads", group: "Enquiries", icon: "megaphone", order: 10 },
    { route: "/leads/my", group: "Enquiries", icon: "user-check", order: 20 },
    { route: "/leads/reminders", group: "Enquiries", icon: "clock", order: 30 },
    { route: "/leads/my/reminders", group: "Enquiries", icon: "bell", order: 35 },
    { route: "/leads/reasons", group: "Setup", icon: "tag", order: 140 },
    { route: "/leads/origins", group: "Setup", icon: "map-pin", order: 142 },
    { route: "/leads/rota", group: "Setup", icon: "users", order: 144 },
    { route: "/leads/consentwordings", group: "Setup", icon: "lock", order: 146 },
    { route: "/exams/leads/conversions", group: "Exams", icon: "chart", order: 60 },
    { route: "/leads/forms", group: "Setup", icon: "clipboard", order: 140 },
  ],
  waiting: [
    {
      title: "Next steps of my leads",
      icon: "megaphone",
      route: "/leads/my/reminders",
      target: "/lead/{id}",
      roles: ["staff"],
      list: "/leads/my/reminders",
      query: {},
      since: "nextDue",
      due: "nextDue",
      shows: ["name", "nextStep"],
    },
    {
      title: "Next steps of all leads",
      icon: "clock",
      route: "/leads/reminders",
      target: "/lead/{id}",
      roles: ["academicOffice"],
      list: "/leads/reminders",
      query: {},
      since: "nextDue",
      due: "nextDue",
      shows: ["name", "nextStep", "owner"],
    },
    {
      title: "Leads without an owner",
      icon: "megaphone",
      route: "/leads",
      target: "/lead/{id}",
      roles: ["academicOffice"],
      list: "/leads",
      query: { owned: "false", leadStatus: "new,called,incontact,interested,inprogress" },
      since: "created",
      shows: ["name", "nextStep"],
    },
    {
      title: "Leads whose owner has left",
      icon: "users",
      route: "/leads",
      target: "/lead/{id}",
      roles: ["academicOffice"],
      list: "/leads",
      query: { ownerLeft: "true", leadStatus: "new,called,incontact,interested,inprogress" },
      since: "created",
      shows: ["name", "owner"],
    },
  ],
  commands: [{ title: "New lead", route: "/lead", call: "POST /enquiry" }],
});
