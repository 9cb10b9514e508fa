import { invalidate } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { viewsOf } from "@staffroom/screen";
import { Icon, useAskedFor, useOpenRecord, Widget } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { NewInvoice, type Origin } from "./new-invoice";
import { OverInvoices, type Bulk } from "./over-invoices";
import { InvoiceTotals } from "./totals";
import "../style.css";

/** The open invoice next to the list shows the same figures. */
const readOpenedAnew = () => void invalidate("/invoice");

type Props = {
  fixed: Record<string, string>;
  /** The source of a new invoice; without it the form asks for whom. */
  origin: Origin | null;
  /** The shown organisation, if the source does not name one. */
  organisation?: string;
  title?: string;
  /** True in the profile of a person. */
  embedded?: boolean;
};

const inProfile = { embedded: { inAddress: true }, readOnly: true, tabs: ["status"] };

/** Invoices with their totals; each opens in the editor, selected ones are sent or printed. */
export function InvoiceList({ fixed, origin, organisation, title = "Invoices", embedded }: Props) {
  const [opened, open] = useOpenRecord("invoice");
  const [adding, setAdding] = useState(false);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  useAskedFor("new", () => setAdding(true), !embedded);
  return (
    <>
      <ListScreen
        path="/invoices"
        title={title}
        {...{ [embedded ? "subtitle" : "sums"]: <InvoiceTotals fixed={fixed} /> }}
        fixed={fixed}
        onChanged={readOpenedAnew}
        actions={
          (origin || !embedded) && (
            <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
              New invoice
            </Button>
          )
        }
        opens="invoice"
        drawn={viewsOf("/invoice")}
        rowActions={(row) => (
          <Button
            size="small"
            type="text"
            aria-label={`View invoice ${String(row.number ?? row.id)}`}
            onClick={() => open(row.id as number)}
          >
            View
          </Button>
        )}
        selectionActions={(choice) => (
          <>
            <Button
              size="small"
              icon={<Icon name="send" size={14} />}
              onClick={() => setBulk({ what: "send", choice })}
            >
              Send
            </Button>
            <Button
              size="small"
              icon={<Icon name="file-text" size={14} />}
              onClick={() => setBulk({ what: "print", choice })}
            >
              Print
            </Button>
            <Widget name="email-selection" props={{ entityType: "invoice", path: "/invoices", choice }} />
          </>
        )}
        emptyText={
          origin ? "No invoices here yet." : "No invoices here. Choose another organisation, status or billing year."
        }
        {...(embedded && inProfile)}
      />
      {adding && (
        <NewInvoice
          origin={origin ?? { orgId: organisation }}
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false);
            open(id);
          }}
        />
      )}
      <OverInvoices bulk={bulk} onBulkClose={() => setBulk(null)} opened={opened} onOpen={open} />
    </>
  );
}
