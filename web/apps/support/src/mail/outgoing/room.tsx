import { defineRecordDrawer, defineRoom } from "@staffroom/contract";
import { MergeFields } from "@staffroom/ui";
import { ofPersons } from "../../persons";
import type { BouncedAddress, MailSending, SentMail, Template, UnsubscribedAddress } from "../types";

/** Email templates, sent emails, and blocked addresses. */
export const emails = defineRoom({
  routes: [
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
        emptyText: "Mails sent from a template will be listed here.",
        recordDrawer: defineRecordDrawer<SentMail>({
          param: "id",
          heading: "{subject}",
          called: "The email",
          fields: false,
          load: () => import("./sent-mail"),
        }),
      },
    },
    {
      path: "/support/emails/sendings",
      title: "Sendings",
      list: {
        path: "/emailTemplates/sendings",
        emptyText: "Mails sent from a template, at once or at a time you choose, will be listed here.",
        recordDrawer: defineRecordDrawer<MailSending>({
          param: "id",
          heading: "{template}",
          called: "The sending",
          fields: false,
          load: () => import("./sending"),
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
  ],
  menu: [
    { route: "/support/emails", group: "Support", icon: "mail", order: 60 },
    { route: "/support/emails/sent", group: "Support", icon: "send", order: 61 },
    { route: "/support/emails/bounced", group: "Support", icon: "alert", order: 63 },
    { route: "/support/emails/sendings", group: "Support", icon: "send", order: 64 },
    { route: "/support/emails/unsubscribed", group: "Support", icon: "lock", order: 65 },
  ],
  commands: [{ title: "New email template", route: "/support/emails", call: "POST /emailTemplate" }],
  timeline: [
    {
      of: ofPersons((kind) => ({ entityType: kind, entityTypeId: "{id}" })),
      kind: "Email",
      icon: "mail",
      list: "/emailTemplates/sent",
      at: "date",
      shows: ["subject", "recipient", "state"],
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
  ],
  widgets: { "email-preview": () => import("./preview"), "email-selection": () => import("./email-selection") },
});
