import { useApi } from "@staffroom/api";
import { Answered, Dialog, formatCount, formatDate, formatMoney, formatNumber, PlainTable } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { path, type Rung, type WaitingInvoice } from "./calls";
import { PreviewMail } from "./preview";
import { StopReminders } from "./stop";

const pageSize = 50;

/** The invoices that wait for a reminder, each with its email and the button that stops it. */
export function WaitingInvoices({ rung, onClose }: { rung: Rung; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const [previewed, preview] = useState<number | null>(null);
  const rows = useApi<WaitingInvoice[]>(`${path}/ladder/${rung.id}/waiting`, { page }, { staysUntilNext: true });
  const { enabled, waiting, earlier, title } = rung;
  const total = waiting + earlier;
  const first = (page - 1) * pageSize;
  const several = total > pageSize && (
    <>
      <span className="sr-muted">
        {formatNumber(first + 1)} to {formatNumber(Math.min(first + pageSize, total))} of {formatNumber(total)}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={first + pageSize >= total} onClick={() => setPage(page + 1)}>
        Next
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={`Waiting for the reminder ${title.toLowerCase()}`}
      width={960}
      footer={several || null}
      onCancel={onClose}
    >
      <p className="sr-muted">
        {formatCount(waiting, "invoice gets", "invoices get")} this mail{" "}
        {enabled ? "at seven in the morning" : "when it is switched on from today"}
        {earlier > 0 && `; ${formatNumber(earlier)} reached it before and ${earlier === 1 ? "is" : "are"} left out`}.
      </p>
      <Answered query={rows} rows={8}>
        {(invoices) => (
          <div className="fin-waiting">
            <PlainTable
              stacks
              rows={invoices}
              empty="No invoice waits for this reminder."
              columns={[
                {
                  title: "Invoice",
                  head: true,
                  cell: ({ id, number }) => <Link to={`/accounts/invoices?invoice=${id}`}>{number ?? id}</Link>,
                },
                {
                  title: "Who pays",
                  cell: ({ clientId, name }) => (clientId ? <Link to={`/clients/${clientId}`}>{name}</Link> : name),
                },
                {
                  title: "Outstanding",
                  num: true,
                  cell: ({ outstanding, currency }) => formatMoney(outstanding, currency),
                },
                {
                  title: "Due",
                  cell: ({ due, earlier: leftOut }) => (
                    <>
                      {formatDate(due)}
                      {leftOut && <span className="sr-muted">, left out</span>}
                    </>
                  ),
                },
                {
                  className: "fin-row-actions",
                  cell: ({ id, number, name, clientId }) => (
                    <>
                      <Button size="small" onClick={() => preview(id)}>
                        Preview
                      </Button>
                      <StopReminders
                        label="Stop"
                        invoice={{ id, number }}
                        client={clientId === null ? null : { id: clientId, name }}
                      />
                    </>
                  ),
                },
              ]}
            />
          </div>
        )}
      </Answered>
      {previewed !== null && <PreviewMail rung={rung} invoiceId={previewed} onClose={() => preview(null)} />}
    </Dialog>
  );
}
