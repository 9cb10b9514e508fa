import { defineRecordDrawer, defineRoom } from "@staffroom/contract";
import type { BlockedSender } from "../types";
import type { MailDomain } from "./domain";
import type { MailInRecord } from "./mail-in";
import type { Mailbox } from "./mailbox-password";

/** Email that becomes tickets: mailboxes, domains and blocked senders. */
export const incomingMail = defineRoom({
  routes: [
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
          load: () => import("./domain"),
        }),
      },
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
          load: () => import("./mailbox-password"),
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
          load: () => import("./mail-in"),
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
  ],
  menu: [
    { route: "/support/mail/domains", group: "Setup", icon: "mail", order: 223 },
    { route: "/support/mail/in", group: "Support", icon: "mail", order: 62 },
    { route: "/support/mail/mailboxes", group: "Setup", icon: "mail", order: 222 },
    { route: "/support/mail/blocked", group: "Setup", icon: "lock", order: 224 },
  ],
});
