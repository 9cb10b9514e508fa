import { defineClient, type Row } from "@staffroom/contract";
import { Pay } from "./pay";

const pay = (row: Row) => row.status !== "cancelled" && Number(row.outstanding) > 0 && <Pay invoice={row} />;

/** Finance in the client application: the user's own invoices, bank details and pay. */
export default defineClient({
  routes: [
    {
      path: "/invoices",
      title: "Invoices",
      list: {
        path: "/invoices/my",
        readOnly: true,
        rowActions: pay,
        emptyText: "Invoices that were sent to you appear here.",
      },
    },
    {
      path: "/my/bank-details",
      title: "My bank details",
      call: "/tutorpayments/accounts",
      only: ["tutor", "invigilator"],
      load: () => import("../payouts/my-bank-details"),
    },
    {
      path: "/my/invigilation-pay",
      title: "My pay",
      only: ["invigilator"],
      list: {
        path: "/invigilationpay",
        readOnly: true,
        emptyText: "Your hours appear here once the exams office has approved them.",
      },
    },
  ],
  menu: [
    { route: "/invoices", icon: "receipt", order: 45 },
    { route: "/my/invigilation-pay", icon: "pound", order: 49 },
    { route: "/my/bank-details", icon: "pound", order: 90 },
  ],
  waiting: [
    {
      title: "Invoices to pay",
      icon: "receipt",
      route: "/invoices",
      list: "/invoices/my",
      query: { unpaid: "true" },
      since: "date",
      shows: ["number", "student", "title"],
      figure: { column: "outstanding" },
    },
  ],
});
