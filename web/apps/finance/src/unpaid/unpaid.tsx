import { invalidate, loadPiece } from "@staffroom/api";
import type { Choice } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Icon, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { lazy, Suspense, useCallback, useState } from "react";
import { InvoiceTotals } from "../totals";
import "../style.css";

const BulkDialog = lazy(() => loadPiece(() => import("../sending/bulk-dialog")).then(({ BulkDialog: dialog }) => ({ default: dialog })));
const InvoiceEditor = lazy(() => loadPiece(() => import("../editor/editor")));
const everything: Record<string, string> = {};
const exams = { lineType: "exams" };

/** The unpaid invoices of an exam season: those with a line for an exam. */
export const UnpaidExams = () => <Unpaid title="Unpaid exam invoices" fixed={exams} />;

/** Invoices with a balance whose due date has passed, the oldest debt first; those chosen get a reminder. */
export default function Unpaid({ title = "Unpaid invoices", fixed = everything }: { title?: string; fixed?: Record<string, string> }) {
  const [opened, open] = useOpenRecord("invoice");
  const [chased, chase] = useState<Choice | null>(null);
  const close = useCallback(() => {
    open(null);
    void invalidate("/invoices/unpaid");
  }, [open]);
  return (
    <>
      <ListScreen
        path="/invoices/unpaid"
        title={title}
        subtitle={<InvoiceTotals fixed={fixed} path="/invoices/unpaid" />}
        fixed={fixed}
        onOpen={(row) => open(row.id as number)}
        selectionActions={(choice) => <Button size="small" icon={<Icon name="send" size={14} />} onClick={() => chase(choice)}>Send reminder</Button>}
        emptyText="Nobody owes anything here."
      />
      {chased && <Suspense fallback={null}><BulkDialog what="send" chase choice={chased} onClose={() => chase(null)} /></Suspense>}
      {opened !== null && <Suspense fallback={null}><InvoiceEditor id={opened} onClose={close} onOpen={open} /></Suspense>}
    </>
  );
}
