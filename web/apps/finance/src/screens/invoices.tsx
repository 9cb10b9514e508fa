import { invalidate, useUser } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { useAddress, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router";
import { InvoiceDrawer } from "../invoice-drawer";
import { InvoiceTotals } from "../totals";
import { billingYearText } from "../types";
import "../style.css";

/** A year is no status: it stands without the mark that a choice has. */
const cells = { billingYear: (value: unknown) => (typeof value === "number" ? billingYearText(value) : null) };

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

  if (own && !organisation) return null;
  return (
    <div className="fin-invoices">
      <ListScreen
        list="invoices"
        title={ewtId ? `Invoices of enquiry ${ewtId}` : "Invoices"}
        subtitle={<InvoiceTotals fixed={fixed} />}
        fixed={fixed}
        cells={cells}
        onChanged={readOpenedAnew}
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
        emptyText="No invoices here. Choose another organisation, status or billing year."
      />
      <InvoiceDrawer id={opened} onClose={() => open(null)} onOpen={open} />
    </div>
  );
}
