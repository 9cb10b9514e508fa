import { defineRoom } from "@staffroom/contract";

/** The accounting system, with its accounts and sub accounts. */
export const accountingSystem = defineRoom({
  routes: [
    {
      path: "/accounts/xero-accounts",
      title: "Accounts",
      call: "POST /xero/org/accounts",
      list: { path: "/xero/org/accounts", emptyText: "This chart has no accounts yet." },
    },
    {
      path: "/accounts/xero-sub-accounts",
      title: "Sub accounts",
      call: "POST /xero/org/sub-accounts",
      list: { path: "/xero/org/sub-accounts", emptyText: "This chart has no sub accounts yet." },
    },
    { path: "/accounts/sync", title: "Accounting system", call: "/xero/sync", load: () => import("./accounting") },
  ],
  menu: [
    { route: "/accounts/sync", group: "Money", icon: "refresh", order: 70 },
    { route: "/accounts/xero-accounts", group: "Setup", icon: "hash", order: 110 },
    { route: "/accounts/xero-sub-accounts", group: "Setup", icon: "layers", order: 120 },
  ],
  waiting: [
    {
      title: "Refused by the accounting system",
      icon: "refresh",
      route: "/accounts/sync",
      roles: ["accounting", "sysAdmin"],
      list: "/xero/sync/documents",
      query: { state: "failed" },
      since: "queued",
      shows: ["name", "number", "error"],
      figure: { column: "total" },
    },
  ],
});
