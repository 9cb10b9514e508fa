import { defineClient, type Row } from "@staffroom/contract";
import { Pay } from "./pay";

const pay = (row: Row) => row.status !== "cancelled" && Number(row.outstanding) > 0 && <Pay invoice={row} />;

/** What whoever pays sees of finance: their own invoices. */
export default defineClient({
  routes: [
    {
      path: "/invoices", title: "Invoices",
      list: { path: "/invoices/my", readOnly: true, rowActions: pay, emptyText: "Invoices that were sent to you stand here." },
    },
  ],
  menu: [{ route: "/invoices", icon: "receipt", order: 45 }],
  waiting: [
    {
      title: "Invoices to pay", icon: "receipt", route: "/invoices",
      list: "/invoices/my", query: { unpaid: "true" }, since: "date", shows: ["number", "student", "title"], figure: { column: "outstanding" },
    },
  ],
});
