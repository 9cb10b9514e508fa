import { api } from "@staffroom/api";
import { defineRecordDrawer, defineArea, type SearchHit, type DeclaredWaiting } from "@staffroom/contract";
import { choiceOf, readChoices } from "@staffroom/screen";
import { MergeFields } from "@staffroom/ui";
import client from "./client";
import type { Recurring } from "./desk/recurring";
import type { MailDomain } from "./mail/domain";
import type { MailInRecord } from "./mail/mail-in";
import type { Mailbox } from "./mail/mailbox-password";
import type { BlockedSender, BouncedAddress, MailSending, SentMail, Template, UnsubscribedAddress } from "./mail/types";
import { ticketHits } from "./tickets/hits";
import { lists, words, type CannedAnswer, type TicketRow, type TicketTemplate } from "./tickets/types";

/** Tickets by their title and number, of those the person sees. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const [tickets, choices] = await Promise.all([
    api.get<TicketRow[]>(lists, { query: { search: query, pageSize: 10 }, signal }),
    readChoices(words),
  ]);
  return ticketHits(query, tickets, (status) => choiceOf(choices, "status", status)?.label ?? status);
}

/** Filters of each kind of person, by the path of their records. */
function ofPersons(filters: (kind: string) => Record<string, string>): Record<string, Record<string, string>> {
  const kinds = {
    student: "/students",
    tutor: "/tutors",
    staff: "/staff",
    client: "/clients",
    candidate: "/candidates",
    invigilator: "/invigilators",
    agent: "/agents",
  };
  return Object.fromEntries(Object.entries(kinds).map(([kind, path]) => [path, filters(kind)]));
}

/** Types of tickets with the name of the team, which is a role of the same id. */
const teams = [
  ["techSupport", "Tech support"],
  ["tutorSupport", "Tutor support"],
  ["academicOffice", "Academic office"],
] as const;

export default defineArea({
  name: "support",
  client,
  routes: [
    {
      path: "/support/tickets/:type?",
      title: "Support tickets",
      call: "/v2/support/tickets",
      load: () => import("./screens/tickets"),
    },
    {
      path: "/support/emails",
      title: "Email templates",
      list: {
        path: "/emailTemplates",
        emptyText: "Add the first template with the button above.",
        recordDrawer: defineRecordDrawer<Template>({
          param: "id",
          thing: "/emailTemplate",
          heading: "{name}",
          called: "The template",
          draw: ({ mergeFields }) => <MergeFields fields={mergeFields} />,
        }),
      },
    },
    {
      path: "/support/emails/sent",
      title: "Sent emails",
      list: {
        path: "/emailTemplates/sent",
        emptyText: "What is sent from a template will be listed here.",
        recordDrawer: defineRecordDrawer<SentMail>({
          param: "id",
          heading: "{subject}",
          called: "The email",
          fields: false,
          load: () => import("./mail/sent-mail"),
        }),
      },
    },
    {
      path: "/support/emails/sendings",
      title: "Sendings",
      list: {
        path: "/emailTemplates/sendings",
        emptyText: "What is sent from a template, at once or at a time you choose, will be listed here.",
        recordDrawer: defineRecordDrawer<MailSending>({
          param: "id",
          heading: "{template}",
          called: "The sending",
          fields: false,
          load: () => import("./mail/sending"),
        }),
      },
    },
    {
      path: "/support/answers",
      title: "Canned answers",
      list: {
        path: "/v2/support/answers",
        emptyText: "Add the first answer with the button above: a text that you send often.",
        recordDrawer: defineRecordDrawer<CannedAnswer>({
          param: "id",
          thing: "/v2/support/answer",
          heading: "{title}",
          called: "The canned answer",
          draw: ({ mergeFields }) => <MergeFields fields={mergeFields} />,
        }),
      },
    },
    {
      path: "/support/levels",
      title: "Service levels",
      list: {
        path: "/v2/support/levels",
        emptyText: "Without a service level no ticket has a due time. Add the first with the button above.",
      },
    },
    {
      path: "/support/hours",
      title: "Support hours",
      list: { path: "/v2/support/hours", emptyText: "Without working hours every hour of the week counts." },
    },
    {
      path: "/support/duties",
      title: "Rota",
      list: {
        path: "/v2/support/duties",
        emptyText: "Without a rota new tickets are the whole team's. Add the first duty with the button above.",
      },
    },
    {
      path: "/support/absences",
      title: "Absences of support",
      list: { path: "/v2/support/dutyAbsences", emptyText: "Add days on which somebody takes no tickets." },
    },
    {
      path: "/support/ticketTemplates",
      title: "Ticket templates",
      list: {
        path: "/v2/support/ticketTemplates",
        emptyText: "Add the first template with the button above: a ticket that is raised often.",
        recordDrawer: defineRecordDrawer<TicketTemplate>({
          param: "id",
          thing: "/v2/support/ticketTemplate",
          heading: "{name}",
          called: "The ticket template",
        }),
      },
    },
    {
      path: "/support/recurring",
      title: "Recurring tasks",
      list: {
        path: "/v2/support/recurrings",
        emptyText: "Add the first task with the button above: its tickets are raised automatically.",
        recordDrawer: defineRecordDrawer<Recurring>({
          param: "id",
          thing: "/v2/support/recurring",
          heading: "{title}",
          called: "The recurring task",
          load: () => import("./desk/recurring"),
        }),
      },
    },
    {
      path: "/support/articles",
      title: "Helpful documents",
      list: {
        path: "/v2/support/articles",
        emptyText: "Documents of the library that spare tickets or stand in answers will be listed here.",
      },
    },
    {
      path: "/support/statistics",
      title: "Ticket statistics",
      call: "/v2/support/statistics",
      load: () => import("./statistics/statistics"),
    },
    {
      path: "/support/mail/domains",
      title: "Mail domains",
      list: {
        path: "/v2/support/mailDomains",
        emptyText: "Add the domain of our addresses: its SPF, DKIM and DMARC records are checked each morning.",
        recordDrawer: defineRecordDrawer<MailDomain>({
          param: "id",
          thing: "/v2/support/mailDomain",
          heading: "{domain}",
          called: "The mail domain",
          load: () => import("./mail/domain"),
        }),
      },
    },
    {
      path: "/support/holidays",
      title: "Support holidays",
      list: { path: "/v2/support/holidays", emptyText: "Add the days on which support does not work." },
    },
    {
      path: "/support/mail/mailboxes",
      title: "Mailboxes",
      list: {
        path: "/v2/support/mailboxes",
        emptyText: "Add the first address of a team with the button above.",
        recordDrawer: defineRecordDrawer<Mailbox>({
          param: "id",
          thing: "/v2/support/mailbox",
          heading: "{address}",
          called: "The mailbox",
          load: () => import("./mail/mailbox-password"),
        }),
      },
    },
    {
      path: "/support/mail/in",
      title: "Mail in",
      list: {
        path: "/v2/support/mailsIn",
        emptyText: "Mail to the addresses of the teams will be listed here.",
        recordDrawer: defineRecordDrawer<MailInRecord>({
          param: "id",
          thing: "/v2/support/mailIn",
          heading: "{subject}",
          called: "The mail",
          fields: false,
          load: () => import("./mail/mail-in"),
        }),
      },
    },
    {
      path: "/support/mail/blocked",
      title: "Blocked senders",
      list: {
        path: "/v2/support/blockedSenders",
        emptyText: "Mail of these addresses opens no tickets. Nobody is blocked.",
        recordDrawer: defineRecordDrawer<BlockedSender>({
          param: "id",
          thing: "/v2/support/blockedSender",
          heading: "{address}",
          called: "The sender",
        }),
      },
    },
    {
      path: "/support/emails/bounced",
      title: "Bounced addresses",
      list: {
        path: "/emailTemplates/bounced",
        emptyText: "Addresses to which an email could not be delivered will be listed here.",
        recordDrawer: defineRecordDrawer<BouncedAddress>({ param: "id", heading: "{address}", called: "The address" }),
      },
    },
    {
      path: "/support/emails/unsubscribed",
      title: "Unsubscribed addresses",
      list: {
        path: "/emailTemplates/unsubscribed",
        emptyText: "Addresses that get no mails but those of lessons, exams and invoices will be listed here.",
        recordDrawer: defineRecordDrawer<UnsubscribedAddress>({
          param: "id",
          heading: "{address}",
          called: "The address",
        }),
      },
    },
    { path: "/admin/errors", title: "Errors", call: "/errors", load: () => import("./screens/errors") },
  ],
  menu: [
    { route: "/support/tickets/:type?", params: { type: "my" }, group: "Support", icon: "support", order: 10 },
    { route: "/support/emails", group: "Support", icon: "mail", order: 60 },
    { route: "/support/emails/sent", group: "Support", icon: "send", order: 61 },
    { route: "/support/answers", group: "Setup", icon: "message", order: 214 },
    { route: "/support/levels", group: "Setup", icon: "clock", order: 216 },
    { route: "/support/hours", group: "Setup", icon: "clock", order: 217 },
    { route: "/support/holidays", group: "Setup", icon: "calendar", order: 218 },
    { route: "/support/duties", group: "Setup", icon: "users", order: 212 },
    { route: "/support/absences", group: "Setup", icon: "calendar", order: 213 },
    { route: "/support/ticketTemplates", group: "Setup", icon: "message", order: 215 },
    { route: "/support/recurring", group: "Support", icon: "clock", order: 20 },
    { route: "/support/articles", group: "Support", icon: "book", order: 30 },
    { route: "/support/statistics", group: "Insights", icon: "chart", order: 60 },
    { route: "/support/mail/domains", group: "Setup", icon: "mail", order: 223 },
    { route: "/support/mail/in", group: "Support", icon: "mail", order: 62 },
    { route: "/support/emails/bounced", group: "Support", icon: "alert", order: 63 },
    { route: "/support/emails/sendings", group: "Support", icon: "send", order: 64 },
    { route: "/support/emails/unsubscribed", group: "Support", icon: "lock", order: 65 },
    { route: "/support/mail/mailboxes", group: "Setup", icon: "mail", order: 222 },
    { route: "/support/mail/blocked", group: "Setup", icon: "lock", order: 224 },
    { route: "/admin/errors", group: "Setup", icon: "bug", order: 220 },
  ],
  waiting: [
    {
      title: "New faults",
      icon: "bug",
      route: "/admin/errors",
      open: "id",
      roles: ["sysAdmin"],
      list: "/errors",
      query: { trackingStatus: "submitted", latest: "true" },
      since: "date",
      shows: ["message", "api"],
      figure: { column: "affected", one: "person", many: "people" },
    },
    ...teams.flatMap(([type, team]): DeclaredWaiting<"/support/tickets/:type?">[] => {
      const ofTeam = {
        icon: "support",
        route: "/support/tickets/:type?" as const,
        params: { type: "all" },
        open: "ticket",
        roles: [type],
        list: lists,
        shows: ["title", "user"],
      } as const;
      return [
        {
          ...ofTeam,
          title: `Overdue tickets: ${team}`,
          query: { type, overdue: "true" },
          since: "due",
          shows: ["title", "user", "responsibleStaff"],
        },
        { ...ofTeam, title: `New tickets: ${team}`, query: { type, status: "submitted" }, since: "date" },
        {
          ...ofTeam,
          title: `Tickets without anybody: ${team}`,
          query: { type, status: "inprogress", unassigned: "true" },
          since: "date",
        },
        {
          ...ofTeam,
          title: `Waiting on us: ${team}`,
          query: { type, status: "inprogress", waitsOnUs: "true" },
          since: "lastMessage",
          shows: ["title", "user", "responsibleStaff"],
        },
      ];
    }),
    {
      title: "My tickets",
      icon: "support",
      route: "/support/tickets/:type?",
      params: { type: "my" },
      open: "ticket",
      list: `${lists}/my`,
      query: { open: "true" },
      since: "lastMessage",
      shows: ["title", "user", "responsibleStaff"],
    },
  ],
  commands: [
    { title: "New ticket", route: "/support/tickets/:type?", params: { type: "my" } },
    { title: "New recurring task", route: "/support/recurring", call: "POST /v2/support/recurring" },
    { title: "New canned answer", route: "/support/answers", call: "POST /v2/support/answer" },
    { title: "New email template", route: "/support/emails", call: "POST /emailTemplate" },
  ],
  timeline: [
    {
      of: ofPersons((kind) => ({ entityType: kind, entityTypeId: "{id}" })),
      kind: "Email",
      icon: "mail",
      list: "/emailTemplates/sent",
      at: "date",
      shows: ["subject", "recipient", "state"],
    },
    {
      of: ofPersons(() => ({ userId: "{userId}" })),
      kind: "Ticket",
      icon: "support",
      list: lists,
      at: "date",
      shows: ["title", "status", "responsibleStaff"],
    },
    {
      of: {
        ...ofPersons((kind) => ({ entityType: kind, entityTypeId: "{id}" })),
        "/courses": { entityType: "course", entityTypeId: "{id}" },
      },
      kind: "Comment",
      icon: "message",
      list: "/comments",
      filtersInHeaders: true,
      at: "createdDate",
      shows: ["comment", "author"],
      target: "{record}/comments",
    },
  ],
  summary: [
    {
      of: ofPersons(() => ({ address: "{email}" })),
      title: "Email address",
      list: "/emailTemplates/bounced",
      alert: true,
      says: "Mail came back. Correct the address",
      target: "/support/emails/bounced?search={email}",
    },
    {
      of: ofPersons(() => ({ userId: "{userId}", open: "true" })),
      title: "Open tickets",
      list: lists,
      target: "/support/tickets/all?userId={userId}&open=true",
      // The teams that answer them.
      only: ["techSupport", "tutorSupport", "academicOffice"],
    },
  ],
  widgets: {
    comments: () => import("./comments"),
    "email-preview": () => import("./mail"),
    "email-selection": () => import("./mail/email-selection"),
    "notice-settings": () => import("./notices/settings"),
    "new-ticket": () => import("./tickets/new-ticket"),
    ticket: () => import("./tickets"),
  },
  search,
});
