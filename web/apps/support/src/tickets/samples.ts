import type { Ticket, TicketMessage } from "./types";

export const sections = [
  {
    name: "ticket",
    title: "Details",
    fields: [
      { name: "title", title: "Title", type: "text", required: true, maxLength: 200 },
      {
        name: "priority",
        title: "Priority",
        type: "select",
        required: true,
        options: [
          { value: 2, label: "High" },
          { value: 3, label: "Normal" },
        ],
      },
      {
        name: "metaType",
        title: "Category",
        type: "select",
        required: true,
        options: [
          { value: "general", label: "General" },
          { value: "bug", label: "Bug" },
        ],
      },
      {
        name: "type",
        title: "Team",
        type: "select",
        required: true,
        options: [
          { value: "academicOffice", label: "Academic office" },
          { value: "techSupport", label: "Tech support" },
          { value: "error", label: "Error" },
        ],
      },
      {
        name: "status",
        title: "Status",
        type: "select",
        options: [
          { value: "inprogress", label: "In progress", color: "amber" },
          { value: "resolved", label: "Resolved", color: "green" },
        ],
      },
      { name: "responsibleStaff", title: "Responsible staff", type: "select", optionsFrom: "/v2/support/staff" },
      { name: "infoUsers", title: "Informed", type: "multiselect", optionsFrom: "/comments/people" },
    ],
  },
];
export const staff = [
  { id: 9, name: "Theo Tech", groups: ["techSupport"] },
  { id: 5, name: "Olga Office", groups: ["academicOffice"] },
];
export const people = [
  { id: 1, name: "Sofia Admin" },
  { id: 12, name: "Colin Colleague" },
];
export const move = (name: string, title: string) => ({
  name,
  title,
  done: `Ticket 23: ${title}`,
  style: "primary" as const,
  confirm: null,
  path: `/v2/support/ticket/23/${name}`,
  method: "POST" as const,
  needs: [],
  key: "",
  undo: false,
});

export const question: TicketMessage = {
  id: 70,
  user: { id: 2, name: "Stephen Staff" },
  created: { date: "2026-07-01T11:30:00Z" },
  message: "<p>It is <b>wrong</b></p>",
  files: [{ id: 7, name: "proof.pdf" }],
  responsibleStaff: false,
  status: "sent",
  internal: false,
  origin: null,
  users: [{ id: 1, user: { id: 1, name: "Sofia Admin" }, read: null }],
};
export const answer: TicketMessage = {
  id: 71,
  user: { id: 9, name: "Theo Tech" },
  created: { date: "2026-07-01T12:30:00Z" },
  message: "<p>Mended</p>",
  files: [],
  responsibleStaff: true,
  status: "sent",
  internal: false,
  origin: null,
  users: [{ id: 2, user: { id: 2, name: "Stephen Staff" }, read: "2026-07-01T12:40:00Z" }],
};
export type Changed = Omit<Partial<Ticket>, "may"> & { may?: Partial<Ticket["may"]> };
export const ticket = (more: Changed = {}): Ticket => ({
  id: 23,
  version: 1,
  title: "VAT looks wrong",
  type: "techSupport",
  status: "inprogress",
  priority: 2,
  date: "2026-07-01T11:30:00Z",
  user: { id: 2, name: "Stephen Staff" },
  createdBy: { id: 2, name: "Stephen Staff" },
  department: null,
  responsibleStaff: { id: 9, name: "Theo Tech" },
  infoUsers: [{ user: { id: 12, name: "Colin Colleague" } }],
  slip: null,
  hws: null,
  invoice: null,
  messages: [question, answer],
  files: [],
  moves: [],
  mergedInto: null,
  merged: [],
  linked: [],
  watching: false,
  rating: null,
  ratingComment: "",
  byRota: false,
  mails: { address: "", incoming: [], outgoing: [] },
  metaType: "general",
  created: "2026-07-01T11:30:00Z",
  modified: "2026-07-01T11:30:00Z",
  ...more,
  may: {
    edit: [],
    message: true,
    note: false,
    support: false,
    watch: false,
    delete: false,
    history: false,
    ...more.may,
  },
});

/** The service's responses to the calls of an open or new ticket, by path. */
export const answers: Record<string, unknown> = {
  "/api/v2/support/staff": staff,
  "/comments/people": people,
  "/api/v2/support/ticket/fields": { sections },
};
