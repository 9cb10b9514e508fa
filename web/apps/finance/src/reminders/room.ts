import { defineRoom } from "@staffroom/contract";

/** Reminders of overdue invoices. */
export const reminders = defineRoom({
  routes: [
    {
      path: "/accounts/reminders",
      title: "Reminders",
      call: "/invoices/reminders",
      load: () => import("./reminders"),
    },
  ],
  menu: [{ route: "/accounts/reminders", group: "Money", icon: "alarm", order: 65 }],
});
