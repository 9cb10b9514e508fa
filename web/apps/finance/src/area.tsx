import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "finance",
  routes: [{ path: "/accounts/invoices/:ewtId?", title: "Invoices", load: () => import("./screens/invoices") }],
  menu: [{ route: "/accounts/invoices/:ewtId?", group: "Accounts", icon: "receipt", order: 10 }],
});
