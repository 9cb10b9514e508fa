import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { FieldValue, useFields } from "@staffroom/form";
import { formatDate, formatMoney, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { type Instalment } from "../types";
import { useEditing } from "./context";
import { Card } from "./parts";
import { InstalmentDialog } from "./plan-dialogs";
import { type InstalmentForm } from "./plan-rules";

function State({ part, money }: { part: Instalment; money: (amount: number) => string }) {
  const { left } = part;
  const type = useFields("/invoiceInstallment").fields.get("paymentType");
  if (part.isPaid) return <>{formatDate(part.paidDate?.date)} <span className="sr-muted">by {type && <FieldValue field={type} value={part.paymentType} />}</span></>;
  if (left === 0) return <span className="sr-muted">by other payments</span>;
  const some = left < part.amount && <span className="sr-muted">{money(left)} left</span>;
  return part.overdue ? <><span className="fin-late">overdue</span> {some}</> : some || <span className="sr-muted">not yet</span>;
}

/** The instalment plan: due dates, amounts, payments. */
export function Plan() {
  const { invoice, refusal, act } = useEditing();
  const dialogs = useDialogs();
  const [form, setForm] = useState<{ kind: InstalmentForm; part: Instalment | null } | null>(null);
  const { installmentPlan: parts, isCreditNote, planMismatch, dueDate } = invoice;
  if (isCreditNote) return null;
  if (!parts.length) return <Card title="Instalment plan"><p className="fin-nothing">None: the whole is due {dueDate ? `on ${formatDate(dueDate.date)}` : "at once"}.</p></Card>;
  // A read-only invoice keeps its plan; users who book payments can still mark an instalment as paid.
  const planned = !refusal;
  const payable = invoice.actions?.includes("bookInstalments");
  const money = (amount: number) => formatMoney(amount, invoice.currency);

  const remove = async (part: Instalment) => {
    const text = `Are you sure you wish to delete the instalment of ${money(part.amount)} due ${formatDate(part.dueDate?.date)}?`;
    if (!(await dialogs.ask({ title: "Delete instalment", text, danger: true }))) return;
    let body: object | undefined;
    const gone = await act(async () => {
      body = (await api.delete<Answer<"finance", "/invoiceInstallment/{id}", "delete">>(`/invoiceInstallment/${part.id}`))?.deleted;
    });
    const restore = () => act(() => api.post(`/invoice/${invoice.id}/invoiceInstallment`, body), "Instalment restored");
    if (gone) toast.success("Instalment deleted", body && { label: "Undo", run: () => void restore() });
  };
  const unmark = (part: Instalment) => act(() => api.put(`/invoiceInstallment/${part.id}`, { field: "isPaid", newValue: false }), "Instalment is not paid");

  const tool = (label: string, icon: string, onClick: () => void) => (
    <Button size="small" type="text" aria-label={label} title={label} icon={<Icon name={icon} size={14} />} onClick={onClick} />
  );

  return (
    <Card
      title="Instalment plan"
      extra={planned && <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setForm({ kind: "add", part: null })}>Add instalment</Button>}
    >
      {planMismatch && <p className="fin-mismatch" role="alert"><Icon name="warning" size={15} /> {planMismatch}</p>}
      <table className="fin-table">
        <thead>
          <tr><th>Due</th><th className="num">Amount</th><th>Paid</th>{(planned || payable) && <th className="fin-tools"><span className="sr-visually-hidden">Actions</span></th>}</tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            <tr key={part.id} data-paid={part.isPaid || undefined}>
              <td>{formatDate(part.dueDate?.date)}</td>
              <td className="num">{money(part.amount)}</td>
              <td><State part={part} money={money} /></td>
              {(planned || payable) && (
                <td className="fin-tools">
                  {payable && !part.isPaid && part.left === part.amount && (
                    <Button size="small" onClick={() => setForm({ kind: "pay", part })} aria-label={`Mark paid: instalment ${index + 1}`}>Mark paid</Button>
                  )}
                  {payable && part.isPaid && tool(`Instalment ${index + 1} is not paid`, "undo", () => void unmark(part))}
                  {(planned || (payable && part.isPaid)) && tool(`Edit instalment ${index + 1}`, "pencil", () => setForm({ kind: "edit", part }))}
                  {planned && !part.isPaid && tool(`Delete instalment ${index + 1}`, "trash", () => void remove(part))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr><th>{parts.filter(({ isPaid }) => isPaid).length} of {parts.length} paid</th><td className="num">{money(parts.reduce((sum, { amount }) => sum + amount, 0))}</td><td colSpan={2}>{" "}</td></tr>
        </tfoot>
      </table>
      {form && <InstalmentDialog {...form} onClose={() => setForm(null)} />}
    </Card>
  );
}
