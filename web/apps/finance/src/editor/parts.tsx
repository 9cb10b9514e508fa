import { formatDate, formatDateTime, formatMoney, Icon, StatusTag, toast } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { nameOf, paymentTypes, statusColor, statusLabel, titleText } from "../types";
import { useEditing } from "./context";

function Card({ title, children }: { title: string; children: ReactNode }) {
  return <section className="fin-card"><h2>{title}</h2>{children}</section>;
}

export function Payments() {
  const { invoice } = useEditing();
  if (!invoice.payment.length) return null;
  return (
    <Card title="Payments">
      <table className="fin-table">
        <thead><tr><th>Received</th><th className="num">Amount</th><th>By</th></tr></thead>
        <tbody>
          {invoice.payment.map((entry) => (
            <tr key={entry.id}>
              <td>{formatDate(entry.datePaid?.date)}</td>
              <td className="num">{formatMoney(entry.amount, invoice.currency)}</td>
              <td>{paymentTypes[entry.type] ?? entry.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The invoice a credit note credits, and the credit notes of an invoice. */
export function Linked() {
  const { invoice, open } = useEditing();
  const linked = [...(invoice.parent ? [invoice.parent] : []), ...invoice.children];
  if (!linked.length) return null;
  return (
    <Card title="Linked invoices">
      <table className="fin-table">
        <thead><tr><th>Number</th><th className="num">Total</th><th>Title</th><th className="fin-narrow">Status</th></tr></thead>
        <tbody>
          {linked.map((entry) => (
            <tr key={entry.id}>
              <td><button type="button" className="fin-link" onClick={() => open(entry.id)}>{nameOf(entry)}</button></td>
              <td className="num">{formatMoney(entry.total, entry.currency)}</td>
              <td>{titleText(entry.title)}</td>
              <td><StatusTag label={statusLabel[entry.status] ?? entry.status} color={statusColor[entry.status]} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

async function copy(text: string, told: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(told);
  } catch (error) {
    toast.error(error);
  }
}

/** Where whoever is invoiced pays, with what they type there. */
export function PaymentLink() {
  const { invoice } = useEditing();
  const { paymentLink: link, passcode } = invoice;
  if (!link || invoice.isCreditNote) return null;
  return (
    <Card title="Payment link">
      <div className="fin-pay">
        <a href={link} target="_blank" rel="noreferrer" title={link}>{link}</a>
        <Button size="small" icon={<Icon name="copy" size={13} />} onClick={() => void copy(link, "Link copied")}>Copy link</Button>
        <span>Passcode <b>{passcode}</b></span>
        <Button size="small" icon={<Icon name="copy" size={13} />} onClick={() => void copy(passcode ?? "", "Passcode copied")}>Copy passcode</Button>
      </div>
    </Card>
  );
}

const kinds: Record<string, string> = { email: "Invoice", invoice: "Invoice", receipt: "Receipt", reminder: "Reminder" };
const states: Record<string, [label: string, color: string]> = {
  sent: ["Sent", "green"], queued: ["Waiting", "blue"], sending: ["Sending", "blue"], failed: ["Failed", "red"],
};

/** What was sent to whom; the newest first. */
export function Emails() {
  const { invoice } = useEditing();
  if (!invoice.emails?.length) return null;
  return (
    <Card title="Emails">
      <table className="fin-table">
        <thead><tr><th>Sent</th><th className="fin-narrow">What</th><th>To</th><th className="fin-narrow">State</th></tr></thead>
        <tbody>
          {invoice.emails.map((email) => {
            const [label, color] = states[email.state] ?? [email.state, "grey"];
            const what = kinds[email.kind] ?? email.kind;
            return (
              <tr key={email.id} title={[email.subject, email.by && `by ${email.by}`].filter(Boolean).join(", ")}>
                <td>{formatDateTime(email.date)}</td>
                <td>{email.fileId ? <Link to={`/file/${email.fileId}`}>{what}</Link> : what}</td>
                <td className="fin-to">{Array.isArray(email.to) ? email.to.join(", ") : email.to}</td>
                <td title={email.error ?? undefined}><StatusTag label={label} color={color} /></td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
