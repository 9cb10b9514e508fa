import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { changesOf, FieldFormDialog, useFields, type Drafts, type FormInput, type Values } from "@staffroom/form";
import { formatMoney, toast } from "@staffroom/ui";
import { useCallback, useMemo } from "react";
import type { Instalment } from "../types";
import { useEditing } from "./context";
import { bodyOfInstalment, instalmentFields, intervals, split, today, type InstalmentForm } from "./plan-rules";

type Words = { title: string; submitLabel: string; told: string };
const words: Record<InstalmentForm, Words> = {
  add: { title: "Add instalment", submitLabel: "Add", told: "Instalment added" },
  edit: { title: "Edit instalment", submitLabel: "Save", told: "Instalment saved" },
  pay: { title: "Mark instalment as paid", submitLabel: "Mark paid", told: "Instalment paid" },
};

/** Adds, edits or pays one instalment. */
export function InstalmentDialog({ kind, part, onClose }: { kind: InstalmentForm; part: Instalment | null; onClose: () => void }) {
  const { invoice, reload } = useEditing();
  const initial = useMemo<Values>(() => {
    const known = part ? bodyOfInstalment(part) : { isPaid: false, paymentType: "bankTransfer" };
    return kind === "pay" ? { ...known, isPaid: true, paidDate: today(), paymentType: "bankTransfer" } : known;
  }, [kind, part]);
  const { fields: declared } = useFields("/invoiceInstallment");
  const fieldsOf = useCallback((drafts: Drafts) => instalmentFields(drafts, { kind, invoice, part, declared }), [kind, invoice, part, declared]);
  const follow = useCallback((drafts: Drafts, name: string): Drafts => (
    name === "isPaid" && drafts.isPaid === true ? { ...drafts, paidDate: drafts.paidDate || today(), paymentType: drafts.paymentType || "bankTransfer" } : drafts
  ), []);
  const { title, submitLabel, told } = words[kind];

  const send: FormInput["onSubmit"] = async (values, idempotencyKey, overwritten) => {
    if (!part) return api.post(`/invoice/${invoice.id}/invoiceInstallment`, values, { idempotencyKey });
    const after = kind === "pay" ? { ...values, isPaid: true } : values;
    const changes = changesOf(Object.keys(after), { ...bodyOfInstalment(part), ...overwritten }, after);
    if (changes.length) await api.put(`/invoiceInstallment/${part.id}`, { changes });
  };
  if (!declared.size) return null;
  return (
    <FieldFormDialog
      open
      title={title}
      fields={fieldsOf}
      initial={initial}
      follow={follow}
      submitLabel={submitLabel}
      to={send}
      onCancel={onClose}
      onDone={async () => {
        await reload();
        toast.success(told);
        onClose();
      }}
    />
  );
}

const planFields: Field[] = [
  { name: "count", title: "Number of instalments", type: "integer", required: true, content: "integer", min: 2, max: 24 },
  { name: "first", title: "First due date", type: "date", required: true },
  { name: "every", title: "Interval", type: "select", required: true, options: intervals },
];

/** The amounts of the instalments that a plan will have. */
function Split({ count }: { count: number }) {
  const { invoice } = useEditing();
  const parts = Number.isInteger(count) && count >= 2 && count <= 24 ? split(invoice.total, count) : [];
  const first = parts[0];
  const last = parts.at(-1);
  const money = (amount = 0) => formatMoney(amount, invoice.currency);
  return (
    <output className="fin-split">
      {parts.length > 0 && <>{money(invoice.total)} in {parts.length} instalments of <b>{money(first)}</b>{first !== last && <>, the last of <b>{money(last)}</b></>}</>}
    </output>
  );
}

/** Splits the total into equal instalments. */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const { invoice, reload } = useEditing();
  const initial = useMemo(() => ({ count: 3, first: invoice.dueDate?.date ?? today(), every: "month" }), [invoice]);
  return (
    <FieldFormDialog
      open
      title="Create installment plan"
      fields={planFields}
      initial={initial}
      submitLabel="Create"
      to={`/invoice/${invoice.id}/plan`}
      onCancel={onClose}
      onDone={async () => {
        await reload();
        toast.success("Installment plan created");
        onClose();
      }}
    >
      {({ drafts }) => <Split count={Number(drafts.count)} />}
    </FieldFormDialog>
  );
}
