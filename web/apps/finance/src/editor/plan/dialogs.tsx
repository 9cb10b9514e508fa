import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { changesOf, useFields, type Drafts, type FormInput, type Values } from "@staffroom/form";
import { formatMoney } from "@staffroom/ui";
import { useCallback, useMemo } from "react";
import { parts, type Instalment } from "../../types";
import { useEditing } from "../context";
import { EditorDialog } from "../editor-dialog";
import { bodyOfInstalment, instalmentFields, split, today, type InstalmentForm } from "./rules";

type Texts = { title: string; submitLabel: string; notice: string };
const texts: Record<InstalmentForm, Texts> = {
  add: { title: "Add instalment", submitLabel: "Add instalment", notice: "Instalment added" },
  edit: { title: "Edit instalment", submitLabel: "Save", notice: "Instalment saved" },
  pay: { title: "Mark instalment as paid", submitLabel: "Mark paid", notice: "Instalment paid" },
};

type InstalmentDialogProps = {
  kind: InstalmentForm;
  part: Instalment | null;
  onClose: () => void;
};

/** Adds, edits or pays one instalment. */
export function InstalmentDialog({ kind, part, onClose }: InstalmentDialogProps) {
  const { invoice } = useEditing();
  const initial = useMemo<Values>(() => {
    const known = part ? bodyOfInstalment(part) : { isPaid: false, paymentType: "bankTransfer" };
    return kind === "pay" ? { ...known, isPaid: true, paidDate: today(), paymentType: "bankTransfer" } : known;
  }, [kind, part]);
  const { fields: declared } = useFields("/invoiceInstallment");
  const fieldsOf = useCallback(
    (drafts: Drafts) => instalmentFields(drafts, { kind, invoice, part, declared }),
    [kind, invoice, part, declared],
  );
  const follow = useCallback(
    (drafts: Drafts, name: string): Drafts =>
      name === "isPaid" && drafts.isPaid === true
        ? { ...drafts, paidDate: drafts.paidDate || today(), paymentType: drafts.paymentType || "bankTransfer" }
        : drafts,
    [],
  );

  const send: FormInput["onSubmit"] = async (values, idempotencyKey, overwritten) => {
    if (!part) return api.post(`/invoice/${invoice.id}/invoiceInstallment`, values, { idempotencyKey });
    const after = kind === "pay" ? { ...values, isPaid: true } : values;
    const changes = changesOf(Object.keys(after), { ...bodyOfInstalment(part), ...overwritten }, after);
    if (changes.length) await api.put(`/invoiceInstallment/${part.id}`, { changes });
  };
  if (!declared.size) return null;
  return (
    <EditorDialog {...texts[kind]} fields={fieldsOf} initial={initial} follow={follow} to={send} onClose={onClose} />
  );
}

/** The amounts of a future plan's instalments; `count` is the typed number. */
function Split({ field: { min = 2, max = 2 }, count }: { field: Field; count: number }) {
  const { invoice } = useEditing();
  const amounts = Number.isInteger(count) && count >= min && count <= max ? split(invoice.total, count) : [];
  const first = amounts[0];
  const last = amounts.at(-1);
  const money = (amount = 0) => formatMoney(amount, invoice.currency);
  return (
    <output className="fin-split">
      {amounts.length > 0 && (
        <>
          {money(invoice.total)} in {amounts.length} instalments of <b>{money(first)}</b>
          {first !== last && (
            <>
              , the last of <b>{money(last)}</b>
            </>
          )}
        </>
      )}
    </output>
  );
}

/** Splits the total into equal instalments. */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const { invoice } = useEditing();
  const { fields } = useFields(parts, "plan");
  const initial = useMemo(() => ({ count: 3, first: invoice.dueDate?.date ?? today(), every: "month" }), [invoice]);
  const count = fields.get("count");
  if (!count) return null;
  return (
    <EditorDialog
      title="Create installment plan"
      notice="Installment plan created"
      fields={[...fields.values()]}
      initial={initial}
      submitLabel="Create plan"
      to={`/invoice/${invoice.id}/plan`}
      onClose={onClose}
    >
      {({ drafts }) => <Split field={count} count={Number(drafts.count)} />}
    </EditorDialog>
  );
}
