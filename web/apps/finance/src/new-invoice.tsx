import { api, useUser } from "@staffroom/api";
import type { Answer, Field, Option } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { useMemo } from "react";
import { titleText, useBillingYears } from "./types";

const titles = ["Proposal", "Invoice", "Credit"].map((value) => ({ value, label: titleText(value) }));

/** The new invoice form, money.md 5. */
const fieldsOf = (years: Option[]): Field[] => [
  { name: "title", title: "Title", type: "select", required: true, options: titles },
  { name: "description", title: "Description", type: "richtext", required: true, help: "Internal, never on the invoice" },
  { name: "billingYear", title: "Billing year", type: "select", required: true, options: years },
  { name: "currency", title: "Currency", type: "select", required: true, options: [{ value: "GBP", label: "GBP" }, { value: "EUR", label: "EUR" }] },
];

/** What the invoice is made from: the enquiry or entity that the list is of. */
export type Origin = { ewtId?: string; entityType?: string; entityTypeId?: string; orgId?: string };

export function NewInvoice({ origin, onMade, onClose }: { origin: Origin; onMade: (id: number) => void; onClose: () => void }) {
  const user = useUser();
  const years = useBillingYears();
  const fields = useMemo(() => fieldsOf(years ?? []), [years]);
  const make = (values: Record<string, unknown>, idempotencyKey: string) => {
    const { ewtId, entityTypeId } = origin;
    const body = {
      ...values,
      isCreditNote: values.title === "Credit",
      orgId: Number(origin.orgId) || user.organisationId || 1,
      amount: 0,
      ewtId: ewtId ? Number(ewtId) : null,
      entityType: origin.entityType ?? (ewtId ? "enquiry" : null),
      entityTypeId: entityTypeId ? Number(entityTypeId) : ewtId ? Number(ewtId) : null,
    };
    return api.post<Answer<"finance", "/invoice", "post">>("/invoice", body, { idempotencyKey });
  };
  // The form begins with the latest year, so it waits for the years.
  if (!years) return null;
  return (
    <FieldFormDialog
      open
      title="New invoice"
      fields={fields}
      initial={{ title: "Proposal", currency: "GBP", billingYear: years[0]?.value }}
      draftKey={`new-invoice:${origin.ewtId ?? ""}:${origin.entityType ?? ""}:${origin.entityTypeId ?? ""}`}
      submitLabel="Create"
      to={make}
      onDone={(answer) => onMade((answer as { id: number }).id)}
      onCancel={onClose}
    />
  );
}
