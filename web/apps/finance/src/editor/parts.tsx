import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldValue, FormButton, useFields } from "@staffroom/form";
import { cellContent } from "@staffroom/list";
import {
  copyText,
  formatDate,
  formatMoney,
  Icon,
  IconButton,
  PlainTable,
  useDialogs,
  useScrollStop,
} from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, type ReactNode } from "react";
import { LinkLife } from "./pay-link";
import { EmailLog } from "../sending/email-log";
import { SyncState } from "../sync/sync-state";
import { nameOf, parts, useStatusColumn, type Action, type Payment } from "../types";
import { useEditing } from "./context";
import { today } from "./plan/rules";

/** One part of the invoice in its own frame. */
export function Card({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  const scrolled = useScrollStop<HTMLElement>();
  return (
    <section ref={scrolled} className="fin-card">
      <h2>
        {title}
        {extra}
      </h2>
      {children}
    </section>
  );
}

const entryTexts = {
  payment: { label: "Payment", done: "Payment reversed" },
  refund: { label: "Refund", done: "Refund reversed" },
  reversal: { label: "Reversal", done: "" },
};

/** Enters money: received if something is owed, paid back if something is due back; the amount is positive. */
function EnterMoney({ kind, amount }: { kind: "payment" | "refund"; amount: number }) {
  const { invoice, reload } = useEditing();
  const declared = useFields(parts, kind).fields;
  const fields = useMemo(
    () =>
      [...declared.values()].map((field): Field =>
        field.name === "amount" ? { ...field, content: "currency", currency: invoice.currency } : field,
      ),
    [declared, invoice.currency],
  );
  const label = kind === "payment" ? "Enter payment" : "Enter refund";
  return (
    <FormButton
      small
      label={label}
      fields={fields}
      initial={{ amount, type: "bankTransfer", datePaid: today() }}
      submitLabel={label}
      to={`/invoice/${invoice.id}/${kind}`}
      notice={kind === "payment" ? "Payment entered" : "Refund entered"}
      onDone={reload}
    />
  );
}

/** Money received and money paid back, with the reversals of wrong entries. */
export function Payments() {
  const { invoice, act } = useEditing();
  const dialogs = useDialogs();
  const type = useFields(parts, "payment").fields.get("type");
  const has = (action: Action) => invoice.actions?.includes(action);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  if (!invoice.payments.length && !has("pay") && !has("refund")) return null;

  const reverse = async (entry: Payment) => {
    const what = entryTexts[entry.kind].label.toLowerCase();
    const text = `The ${what} of ${money(Math.abs(entry.amount))} was entered by mistake: another entry reverses it, and both stay in the books.`;
    if (
      await dialogs.ask({ title: `Reverse ${what}`, text, yes: `Reverse ${what}`, no: `Keep ${what}`, danger: true })
    ) {
      await act(() => api.delete(`/invoice/payment/${entry.id}`), entryTexts[entry.kind].done);
    }
  };
  return (
    <Card
      title={invoice.isCreditNote ? "Refunds" : "Payments"}
      extra={
        <>
          {has("pay") && <EnterMoney kind="payment" amount={invoice.outstanding} />}
          {has("refund") && <EnterMoney kind="refund" amount={-invoice.outstanding} />}
        </>
      }
    >
      {invoice.payments.length > 0 ? (
        <PlainTable
          rows={invoice.payments}
          rowProps={({ reversed }) => ({ "data-reversed": reversed || undefined })}
          columns={[
            { title: "Date", cell: (entry) => formatDate(entry.datePaid?.date) },
            { title: "Entry", cell: (entry) => entryTexts[entry.kind].label },
            { title: "Amount", num: true, cell: (entry) => money(entry.amount) },
            {
              title: "By",
              cell: (entry) => (
                <span className="fin-by">
                  {type && <FieldValue field={type} value={entry.type} />}{" "}
                  <span className="sr-muted" title={entry.note}>
                    {entry.note || (entry.source === "accounting" && "in the accounting system")}
                  </span>
                  {entry.reversible && has("reverse") && (
                    <IconButton
                      label={`Reverse ${entryTexts[entry.kind].label.toLowerCase()} of ${money(Math.abs(entry.amount))}`}
                      icon="undo"
                      size={14}
                      onClick={() => reverse(entry)}
                    />
                  )}
                </span>
              ),
            },
          ]}
        />
      ) : (
        <p className="fin-nothing">
          {invoice.isCreditNote ? "Nothing has been paid back yet." : "Nothing has been paid yet."}
        </p>
      )}
    </Card>
  );
}

/** The invoice that a credit note credits, and the credit notes of an invoice. */
export function Linked() {
  const { invoice, open } = useEditing();
  const title = useFields("/invoice").fields.get("title");
  const status = useStatusColumn();
  const linked = [...(invoice.parent ? [invoice.parent] : []), ...invoice.children];
  if (!linked.length) return null;
  return (
    <Card title="Linked invoices">
      <PlainTable
        rows={linked}
        columns={[
          {
            title: "Number",
            cell: (entry) => (
              <button type="button" className="fin-link" onClick={() => open(entry.id)}>
                {nameOf(entry)}
              </button>
            ),
          },
          { title: "Total", num: true, cell: (entry) => formatMoney(entry.total, entry.currency) },
          { title: "Title", cell: (entry) => title && <FieldValue field={title} value={entry.title} /> },
          {
            title: "Status",
            className: "fin-narrow",
            cell: (entry) => status && cellContent(status, { ...entry, isCreditNote: entry.title === "Credit" }),
          },
        ]}
      />
    </Card>
  );
}

/** The link to the payment page, with its passcode. */
export function PaymentLink() {
  const { invoice, reload } = useEditing();
  const { paymentLink: link, passcode } = invoice;
  if (!link || invoice.isCreditNote) return null;
  return (
    <Card title="Payment link">
      <div className="fin-pay">
        <a href={link} target="_blank" rel="noreferrer" title={link}>
          {link}
        </a>
        <Button size="small" icon={<Icon name="copy" size={13} />} onClick={() => void copyText(link, "Link copied")}>
          Copy link
        </Button>
        <span>
          Passcode <b>{passcode}</b>
        </span>
        <Button
          size="small"
          icon={<Icon name="copy" size={13} />}
          onClick={() => void copyText(passcode ?? "", "Passcode copied")}
        >
          Copy passcode
        </Button>
      </div>
      <LinkLife invoice={invoice} onChanged={() => void reload()} />
    </Card>
  );
}

/** The state in the accounting system; nothing for a draft. */
export function AccountingSystem() {
  const { invoice, reload } = useEditing();
  if (!invoice.sync || invoice.sync.state === "notSent") return null;
  return (
    <Card title="Accounting system">
      <SyncState invoiceId={invoice.id} sync={invoice.sync} currency={invoice.currency} onChanged={reload} />
    </Card>
  );
}

/** The sent emails, newest first. */
export function Emails() {
  const { invoice, reload } = useEditing();
  if (!invoice.emails?.length) return null;
  return (
    <Card title="Emails">
      <EmailLog invoiceId={invoice.id} emails={invoice.emails} onChanged={() => void reload()} />
    </Card>
  );
}
