import { api } from "@staffroom/api";
import { FieldValue, PartsTable, useFields } from "@staffroom/form";
import { formatDate, formatMoney, Icon, IconButton } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { type Instalment } from "../../types";
import { useEditing, useRemoval } from "../context";
import { Card } from "../parts";
import { InstalmentDialog } from "./dialogs";
import { type InstalmentForm } from "./rules";

function State({ part, money }: { part: Instalment; money: (amount: number) => string }) {
  const { left } = part;
  const type = useFields("/invoiceInstallment").fields.get("paymentType");
  if (part.isPaid)
    return (
      <>
        {formatDate(part.paidDate?.date)}{" "}
        <span className="sr-muted">by {type && <FieldValue field={type} value={part.paymentType} />}</span>
      </>
    );
  if (left === 0) return <span className="sr-muted">by other payments</span>;
  const some = left < part.amount && <span className="sr-muted">{money(left)} left</span>;
  return part.overdue ? (
    <>
      <span className="fin-late">overdue</span> {some}
    </>
  ) : (
    some || <span className="sr-muted">not yet</span>
  );
}

/** The instalment plan: due dates, amounts, payments. */
export function Plan() {
  const { invoice, refusal, act } = useEditing();
  const removePart = useRemoval();
  const [form, setForm] = useState<{ kind: InstalmentForm; part: Instalment | null } | null>(null);
  const { installmentPlan: parts, isCreditNote, planMismatch, dueDate } = invoice;
  if (isCreditNote) return null;
  if (!parts.length)
    return (
      <Card title="Instalment plan">
        <p className="fin-nothing">None: the whole is due {dueDate ? `on ${formatDate(dueDate.date)}` : "at once"}.</p>
      </Card>
    );
  // A read-only invoice keeps its plan; users who book payments can still mark an instalment as paid.
  const planned = !refusal;
  const payable = invoice.actions?.includes("bookInstalments");
  const money = (amount: number) => formatMoney(amount, invoice.currency);

  const remove = (part: Instalment) =>
    removePart({
      noun: "Instalment",
      name: `the instalment of ${money(part.amount)} due ${formatDate(part.dueDate?.date)}`,
      path: `/invoiceInstallment/${part.id}`,
      addTo: "invoiceInstallment",
    });
  const unmark = (part: Instalment) =>
    act(
      () => api.put(`/invoiceInstallment/${part.id}`, { field: "isPaid", newValue: false }),
      "Instalment is not paid",
    );
  const tools = (part: Instalment, place: number) => (
    <>
      {payable && !part.isPaid && part.left === part.amount && (
        <Button
          size="small"
          onClick={() => setForm({ kind: "pay", part })}
          aria-label={`Mark paid: instalment ${place + 1}`}
        >
          Mark paid
        </Button>
      )}
      {payable && part.isPaid && (
        <IconButton label={`Instalment ${place + 1} is not paid`} icon="undo" size={14} onClick={() => unmark(part)} />
      )}
    </>
  );

  return (
    <Card
      title="Instalment plan"
      extra={
        planned && (
          <Button
            size="small"
            icon={<Icon name="plus" size={14} />}
            onClick={() => setForm({ kind: "add", part: null })}
          >
            Add instalment
          </Button>
        )
      }
    >
      {planMismatch && (
        <p className="fin-mismatch" role="alert">
          <Icon name="warning" size={15} /> {planMismatch}
        </p>
      )}
      <PartsTable<Instalment>
        rows={parts}
        noun="instalment"
        labelOf={(_, place) => `instalment ${place + 1}`}
        verb="Edit"
        rowProps={({ isPaid }) => ({ "data-paid": isPaid || undefined })}
        columns={[
          { title: "Due", cell: (part) => formatDate(part.dueDate?.date) },
          { title: "Amount", num: true, cell: (part) => money(part.amount) },
          { title: "Paid", cell: (part) => <State part={part} money={money} /> },
        ]}
        {...((planned || payable) && {
          toolsOf: tools,
          onEdit: (part) => setForm({ kind: "edit", part }),
          onRemove: remove,
        })}
        mayOf={({ isPaid }) => ({ edit: planned || (payable && isPaid), remove: planned && !isPaid })}
        foot={
          <tr>
            <th>
              {parts.filter(({ isPaid }) => isPaid).length} of {parts.length} paid
            </th>
            <td className="num">{money(parts.reduce((sum, { amount }) => sum + amount, 0))}</td>
            <td colSpan={2}>&nbsp;</td>
          </tr>
        }
      />
      {form && <InstalmentDialog {...form} onClose={() => setForm(null)} />}
    </Card>
  );
}
