import { invalidate } from "@staffroom/api";
import type { Choice } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Icon, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { OverInvoices } from "../invoices/over-invoices";
import { InvoiceTotals } from "../invoices/totals";
import "../style.css";

const everything: Record<string, string> = {};
const readAgain = () => void invalidate("/invoices/unpaid");
const exams = { lineType: "exams" };

/** The unpaid invoices of an exam season: those with a line for an exam. */
export const UnpaidExams = () => <Unpaid title="Unpaid exam invoices" fixed={exams} />;

type UnpaidProps = {
  title?: string;
  fixed?: Record<string, string>;
};

/** Invoices with a balance whose due date has passed, oldest debt first; selected ones get a reminder. */
export default function Unpaid({ title = "Unpaid invoices", fixed = everything }: UnpaidProps) {
  const [opened, open] = useOpenRecord("invoice");
  const [choice, chase] = useState<Choice | null>(null);
  return (
    <>
      <ListScreen
        path="/invoices/unpaid"
        title={title}
        sums={<InvoiceTotals fixed={fixed} path="/invoices/unpaid" />}
        fixed={fixed}
        opens="invoice"
        selectionActions={(selected) => (
          <Button size="small" icon={<Icon name="send" size={14} />} onClick={() => chase(selected)}>
            Send reminder
          </Button>
        )}
        emptyText="Nobody owes anything here."
      />
      <OverInvoices
        bulk={choice && { what: "send", chase: true, choice }}
        onBulkClose={() => chase(null)}
        opened={opened}
        onOpen={open}
        onClosed={readAgain}
      />
    </>
  );
}
