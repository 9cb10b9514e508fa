import { invalidate, useApi, useUser } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ListScreen, type Choice } from "@staffroom/list";
import { Icon, useAddress, useOpenRecord, Widget } from "@staffroom/ui";
import { Button } from "antd";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { NewInvoice } from "../new-invoice";
import { InvoiceTotals } from "../totals";
import { billingYearText } from "../types";
import "../style.css";

/** A year is no status: it stands without the mark that a choice has. */
const cells = { billingYear: (value: unknown) => (typeof value === "number" ? billingYearText(value) : null) };

const BulkDialog = lazy(() => import("../sending/bulk-dialog").then(({ BulkDialog: dialog }) => ({ default: dialog })));
const InvoiceEditor = lazy(() => import("../editor/editor"));

/** Where a person without an organisation of their own begins. */
const firstOrganisation = 1;

/** The invoice that is open beside the list shows the same figures. */
const readOpenedAnew = () => void invalidate("/invoice");

/** The invoice list page, money.md 2: of an organisation, or of an enquiry when the address names one. */
export default function Invoices() {
  const { ewtId } = useParams();
  const user = useUser();
  const [address, changeAddress] = useAddress();
  const [opened, open] = useOpenRecord("invoice");
  const [adding, setAdding] = useState(false);
  const [bulk, setBulk] = useState<{ what: "send" | "print"; choice: Choice } | null>(null);
  const close = useCallback(() => open(null), [open]);
  const entityType = address.get("entityType");
  const entityTypeId = address.get("entityTypeId");

  const fixed = useMemo<Record<string, string>>(
    () => ({
      ...(ewtId ? { ewtId } : {}),
      ...(entityType ? { entityType } : {}),
      ...(entityTypeId ? { entityTypeId } : {}),
    }),
    [ewtId, entityType, entityTypeId],
  );
  const own = ewtId || entityTypeId ? null : String(user.organisationId ?? firstOrganisation);

  // The tabs are one organisation each: without a choice it is the person's own.
  const organisation = address.get("orgId");
  useEffect(() => {
    if (!own || organisation) return;
    changeAddress((before) => new URLSearchParams([...before, ["orgId", own]]), { replace: true });
  }, [own, organisation, changeAddress]);

  // Who asked, and of which organisation; the list does without.
  const enquiry = useApi<Answer<"people", "/enquiryWithType/{id}">>(`/enquiryWithType/${ewtId}`, undefined, { enabled: !!ewtId });
  const asked = enquiry.data?.organisationId;

  // Only what an enquiry or an entity stands behind can be invoiced.
  const origin = useMemo(
    () => (ewtId || entityTypeId ? { ewtId, entityType: entityType ?? undefined, entityTypeId: entityTypeId ?? undefined, orgId: organisation ?? (asked ? String(asked) : undefined) } : null),
    [ewtId, entityType, entityTypeId, organisation, asked],
  );

  if (own && !organisation) return null;
  return (
    <div className="fin-invoices">
      <ListScreen
        list="invoices"
        title={ewtId ? ["Invoices of enquiry", ewtId, enquiry.data?.name].filter(Boolean).join(" ") : "Invoices"}
        subtitle={<InvoiceTotals fixed={fixed} />}
        fixed={fixed}
        cells={cells}
        onChanged={readOpenedAnew}
        actions={origin && <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add</Button>}
        onOpen={(row) => open(row.id as number)}
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
            <Button size="small" icon={<Icon name="send" size={14} />} onClick={() => setBulk({ what: "send", choice })}>Send</Button>
            <Button size="small" icon={<Icon name="file-text" size={14} />} onClick={() => setBulk({ what: "print", choice })}>Print</Button>
            <Widget name="email-selection" props={{ entityType: "invoice", path: "/invoices", choice }} />
          </>
        )}
        emptyText={origin ? "No invoices here yet. Add the first." : "No invoices here. Choose another organisation, status or billing year."}
      />
      {origin && adding && (
        <NewInvoice
          origin={origin}
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false);
            void invalidate("/invoices");
            open(id);
          }}
        />
      )}
      {bulk && <Suspense fallback={null}><BulkDialog {...bulk} onClose={() => setBulk(null)} /></Suspense>}
      {opened !== null && <Suspense fallback={null}><InvoiceEditor id={opened} onClose={close} onOpen={open} /></Suspense>}
    </div>
  );
}
