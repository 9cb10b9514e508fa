import { api, useListMeta, useUser } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldFormDialog, useFields } from "@staffroom/form";
import { useMemo } from "react";
import { useBillingYears } from "../types";

/** The new invoice form, money.md 5: fields of the invoice, the currencies of its list. */
function useNewFields(): Field[] | null {
  const { fields } = useFields("/invoice");
  const currencies = useListMeta("/invoices").data?.filters?.find(({ name }) => name === "currency")?.options;
  const years = useBillingYears();
  return useMemo(() => {
    const [title, description, billingYear] = ["title", "description", "billingYear"].map((name) => fields.get(name));
    // The default is the latest year, so the form waits for the years.
    if (!title || !description || !billingYear || !currencies || !years) return null;
    return [
      title,
      { ...description, required: true },
      { ...billingYear, required: true, options: years },
      { name: "currency", title: "Currency", type: "select", required: true, options: currencies },
    ];
  }, [fields, currencies, years]);
}

/** The person who is invoiced, if the screen does not name one. */
const student: Field = {
  name: "studentId",
  title: "Student",
  type: "select",
  required: true,
  optionsFrom: "/students/names",
  help: "An invoice for a candidate or an enquiry begins on their own page.",
};

/** The source of the invoice: the enquiry or entity of the list, or the chosen student. */
export type Origin = { ewtId?: string; entityType?: string; entityTypeId?: string; orgId?: string };

type NewInvoiceProps = {
  origin: Origin;
  onMade: (id: number) => void;
  onClose: () => void;
};

export function NewInvoice({ origin, onMade, onClose }: NewInvoiceProps) {
  const user = useUser();
  const fields = useNewFields();
  const asksWhom = !origin.ewtId && !origin.entityTypeId;
  const make = ({ studentId, ...values }: Record<string, unknown>, idempotencyKey: string) => {
    const { ewtId, entityTypeId } = asksWhom ? { ewtId: undefined, entityTypeId: String(studentId) } : origin;
    const body = {
      ...values,
      isCreditNote: values.title === "Credit",
      orgId: Number(origin.orgId) || user.organisationId || 1,
      amount: 0,
      ewtId: ewtId ? Number(ewtId) : null,
      entityType: asksWhom ? "student" : (origin.entityType ?? (ewtId ? "enquiry" : null)),
      entityTypeId: entityTypeId ? Number(entityTypeId) : ewtId ? Number(ewtId) : null,
    };
    return api.post<Answer<"finance", "/invoice", "post">>("/invoice", body, { idempotencyKey });
  };
  if (!fields) return null;
  return (
    <FieldFormDialog
      open
      title="New invoice"
      fields={asksWhom ? [student, ...fields] : fields}
      initial={{
        title: "Proposal",
        currency: "GBP",
        billingYear: fields.find(({ name }) => name === "billingYear")?.options?.[0]?.value,
      }}
      draftKey={`new-invoice:${origin.ewtId ?? ""}:${origin.entityType ?? ""}:${origin.entityTypeId ?? ""}`}
      submitLabel="Create invoice"
      to={make}
      onDone={(answer) => onMade((answer as { id: number }).id)}
      onCancel={onClose}
    />
  );
}
