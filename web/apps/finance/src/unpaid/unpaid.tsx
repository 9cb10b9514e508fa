import { invalidate } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { lazy, Suspense, useCallback } from "react";
import { InvoiceTotals } from "../totals";
import { billingYearText } from "../types";
import "../style.css";

const InvoiceEditor = lazy(() => import("../editor/editor"));
const cells = { billingYear: (value: unknown) => (typeof value === "number" ? billingYearText(value) : null) };
const everything: Record<string, string> = {};

/** Invoices with a balance whose due date has passed, the oldest debt first. */
export default function Unpaid({ title = "Unpaid invoices", fixed = everything }: { title?: string; fixed?: Record<string, string> }) {
  const [opened, open] = useOpenRecord("invoice");
  const close = useCallback(() => {
    open(null);
    void invalidate("/invoices/unpaid");
  }, [open]);
  return (
    <div className="fin-invoices">
      <ListScreen
        list="unpaid"
        path="/invoices/unpaid"
        title={title}
        subtitle={<InvoiceTotals fixed={fixed} path="/invoices/unpaid" />}
        fixed={fixed}
        cells={cells}
        onOpen={(row) => open(row.id as number)}
        emptyText="Nobody owes anything here."
      />
      {opened !== null && <Suspense fallback={null}><InvoiceEditor id={opened} onClose={close} onOpen={open} /></Suspense>}
    </div>
  );
}
