import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { Dialog, formatMoney, toast } from "@staffroom/ui";
import { useCallback, useMemo } from "react";
import { optionsOf, type Instalment } from "../types";
import { useEditing } from "./context";
import { FormField } from "./form-field";
import { bodyOfInstalment, instalmentFields, intervals, split, today, type InstalmentForm } from "./plan-rules";
import { useForm, type Drafts, type Form } from "./use-form";

/** A dialog around a form; Enter sends it. */
function FormDialog({ form, title, submitLabel, onSubmit, onClose, children }: {
  form: Form; title: string; submitLabel: string; onSubmit: () => Promise<void>; onClose: () => void; children?: React.ReactNode;
}) {
  const { setBox } = form;
  return (
    <Dialog
      open
      title={title}
      width={440}
      okText={submitLabel}
      okButtonProps={{ loading: form.sending, htmlType: "submit", form: "fin-dialog-form" }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <form
        id="fin-dialog-form"
        className="sr-form"
        noValidate
        ref={setBox}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {form.fields.map((field, index) => <FormField key={field.name} form={form} field={field} autoFocus={index === 0} />)}
        {children}
      </form>
    </Dialog>
  );
}

/** Adds, edits or pays one instalment. */
export function InstalmentDialog({ kind, part, onClose }: { kind: InstalmentForm; part: Instalment | null; onClose: () => void }) {
  const { invoice, reload } = useEditing();
  const initial = useMemo<Record<string, unknown>>(() => {
    const known = part ? bodyOfInstalment(part) : { isPaid: false, paymentType: "bankTransfer" };
    return kind === "pay" ? { ...known, isPaid: true, paidDate: today(), paymentType: "bankTransfer" } : known;
  }, [kind, part]);
  const fieldsOf = useCallback((drafts: Drafts) => instalmentFields(drafts, { kind, invoice, part }), [kind, invoice, part]);
  const follow = useCallback((drafts: Drafts, name: string): Drafts => (
    name === "isPaid" && drafts.isPaid === true ? { ...drafts, paidDate: drafts.paidDate || today(), paymentType: drafts.paymentType || "bankTransfer" } : drafts
  ), []);
  const form = useForm({ fieldsOf, initial, follow });
  const titles: Record<InstalmentForm, string> = { add: "Add instalment", edit: "Edit instalment", pay: "Mark instalment as paid" };

  const submit = async () => {
    const sent = await form.submit(async (values, key) => {
      if (!part) return api.post(`/invoice/${invoice.id}/invoiceInstallment`, values, { idempotencyKey: key });
      const before = bodyOfInstalment(part) as Record<string, unknown>;
      const after = kind === "pay" ? { ...values, isPaid: true } : values;
      // When and how come before that it is paid: each step holds by itself.
      for (const field of ["amount", "dueDate", "paidDate", "paymentType", "isPaid"]) {
        if (!(field in after) || (after[field] ?? null) === (before[field] ?? null)) continue;
        await api.put(`/invoiceInstallment/${part.id}`, { field, newValue: after[field] ?? null });
      }
    });
    if (sent || part) await reload();
    if (!sent) return;
    toast.success(kind === "add" ? "Instalment added" : kind === "pay" ? "Instalment paid" : "Instalment saved");
    onClose();
  };
  return <FormDialog form={form} title={titles[kind]} submitLabel={kind === "add" ? "Add" : kind === "pay" ? "Mark paid" : "Save"} onSubmit={submit} onClose={onClose} />;
}

const planFields: Field[] = [
  { name: "count", title: "Number of instalments", type: "integer", required: true, content: "integer", min: 2, max: 24 },
  { name: "first", title: "First due date", type: "date", required: true },
  { name: "every", title: "Interval", type: "select", required: true, options: optionsOf(intervals) },
];
const fieldsOfPlan = () => planFields;

/** Splits the total into equal instalments. */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const { invoice, act } = useEditing();
  const initial = useMemo(() => ({ count: 3, first: invoice.dueDate?.date ?? today(), every: "month" }), [invoice]);
  const form = useForm({ fieldsOf: fieldsOfPlan, initial });
  const count = Number(form.drafts.count);
  const parts = Number.isInteger(count) && count >= 2 && count <= 24 ? split(invoice.total, count) : [];
  const first = parts[0];
  const last = parts.at(-1);
  const money = (amount = 0) => formatMoney(amount, invoice.currency);
  const submit = async () => {
    const sent = await form.submit((values, key) => api.post(`/invoice/${invoice.id}/plan`, values, { idempotencyKey: key }));
    if (!sent) return;
    await act(() => Promise.resolve(), "Installment plan created");
    onClose();
  };
  return (
    <FormDialog form={form} title="Create installment plan" submitLabel="Create" onSubmit={submit} onClose={onClose}>
      <output className="fin-split">
        {parts.length > 0 && <>{money(invoice.total)} in {parts.length} instalments of <b>{money(first)}</b>{first !== last && <>, the last of <b>{money(last)}</b></>}</>}
      </output>
    </FormDialog>
  );
}
