import { defineRoom } from "@staffroom/contract";

/** Figures of invoices and VAT. */
export const statistics = defineRoom({
  routes: [
    {
      path: "/accounts/invoicestatistics",
      title: "Invoice statistics",
      call: "/invoices/statistics",
      load: () => import("./statistics"),
    },
    {
      path: "/accounts/vat",
      title: "VAT figures",
      call: "/invoices/statistics/vat",
      load: () => import("./vat"),
    },
  ],
  menu: [
    { route: "/accounts/invoicestatistics", group: "Insights", icon: "chart", order: 10 },
    { route: "/accounts/vat", group: "Insights", icon: "percent", order: 20 },
  ],
});
