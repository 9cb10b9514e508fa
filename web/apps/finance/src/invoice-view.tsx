import { formatDate, formatDateTime, formatMoney, formatPercent, RichTextView, StatusTag, toast, Widget } from "@staffroom/ui";
import { Button, Tabs } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  billingYearText, itemKinds, lineTypes, paymentTypes, portugal, statusColor, statusLabel, ukOrganisations, type Invoice, type InvoiceItem,
  type LinkedInvoice, type TextItem,
} from "./types";

type Props = { invoice: Invoice; onOpen: (id: number) => void };

/** Everything an invoice holds, to read. */
export function InvoiceView({ invoice, onOpen }: Props) {
  const linked = [...(invoice.parent ? [invoice.parent] : []), ...invoice.children];
  return (
    <div className="fin-view">
      <Figures invoice={invoice} />
      <Facts invoice={invoice} />
      {invoice.description && (
        <Part title="Description" note="internal">
          <RichTextView html={invoice.description} />
        </Part>
      )}
      <Part>
        {invoice.isCreditNote ? (
          <Items invoice={invoice} />
        ) : (
          <Tabs
            size="small"
            items={[
              { key: "items", label: `Items (${invoice.items.length})`, children: <Items invoice={invoice} /> },
              { key: "header", label: `Header items (${invoice.headerItems.length})`, children: <Texts items={invoice.headerItems} /> },
              { key: "footer", label: `Footer items (${invoice.footerItems.length})`, children: <Texts items={invoice.footerItems} /> },
            ]}
          />
        )}
      </Part>
      {invoice.installmentPlan.length > 0 && <Part title="Instalment plan"><Plan invoice={invoice} /></Part>}
      {invoice.payment.length > 0 && <Part title="Payments"><Payments invoice={invoice} /></Part>}
      {linked.length > 0 && <Part title="Linked invoices"><Linked entries={linked} onOpen={onOpen} /></Part>}
      <Part>
        <Widget name="comments" props={{ entityType: "invoice", entityTypeId: invoice.id }} fallback={<span className="sr-muted">Comments are not available at the moment.</span>} />
      </Part>
    </div>
  );
}

function Part({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  return (
    <section className="fin-part">
      {title && <h3>{title}{note && <span className="sr-muted"> {note}</span>}</h3>}
      {children}
    </section>
  );
}

function Figures({ invoice }: { invoice: Invoice }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const figures: [string, number, boolean?][] = [
    ["Sub-total", invoice.amount],
    ["Discount", -invoice.discount],
    ["VAT", invoice.VAT],
    ["Total", invoice.total, true],
    ["Paid", -invoice.paid],
    ["Credited", -invoice.credited],
    ["Outstanding", invoice.outstanding, true],
  ];
  return (
    <dl className="fin-figures">
      {figures.map(([label, amount, strong]) => (
        <div key={label} data-strong={strong || undefined} data-zero={amount === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{money(amount || 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className="sr-muted">none</span>}</dd>
    </div>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { ids, kind } = invoice.invoicedEntity;
  const person = { client: ids.clientId, student: ids.studentId, candidate: ids.candidateId }[kind];
  const { line1, line2, line3, postcode } = invoice.address;
  const { student, emailSent, createdBy } = invoice;
  return (
    <dl className="fin-facts">
      <Fact label="Invoiced to">{person ? <Link to={`/${kind}s/${person}`}>{invoice.name}</Link> : invoice.name}</Fact>
      <Fact label="Organisation">{invoice.organisation.title ?? invoice.organisation.id}</Fact>
      <Fact label="Student">{student && <Link to={`/students/${student.id}`}>{student.name ?? student.id}</Link>}</Fact>
      <Fact label="Billing year">{billingYearText(invoice.billingYear)}</Fact>
      <Fact label="Address">{[line1, line2, line3, postcode].filter(Boolean).join(", ")}</Fact>
      <Fact label="Date">{formatDate(invoice.date)}</Fact>
      <Fact label="Email">{invoice.email && <a href={`mailto:${invoice.email}`}>{invoice.email}</a>}</Fact>
      <Fact label="Due date">{formatDate(invoice.dueDate?.date)}</Fact>
      <Fact label="Email sent">{emailSent && `${formatDateTime(emailSent.date)} by ${invoice.emailSentBy?.name ?? ""}`}</Fact>
      <Fact label="Created">{createdBy && `${formatDateTime(invoice.created)} by ${createdBy.name}`}</Fact>
      {invoice.organisation.id === portugal && <Fact label="NIF">{invoice.NIF}</Fact>}
      {invoice.paymentLink && (
        <Fact label="Payment link"><PaymentLink link={invoice.paymentLink} passcode={invoice.passcode} /></Fact>
      )}
    </dl>
  );
}

function PaymentLink({ link, passcode }: { link: string; passcode?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast.success("Link copied");
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Button size="small" type="link" className="fin-copy" title={link} onClick={() => void copy()}>Copy link</Button> passcode <b>{passcode}</b>
    </>
  );
}

function discountText(item: InvoiceItem, currency: string): ReactNode {
  if (item.discountType === "none") return null;
  const off = formatMoney(item.discountAmount, currency);
  return item.discountType === "percentage" ? <span title={off}>{formatPercent(item.discount)}</span> : off;
}

function Items({ invoice }: { invoice: Invoice }) {
  const uk = ukOrganisations.includes(invoice.organisation.id);
  if (!invoice.items.length) return <p className="sr-muted">No items yet.</p>;
  return (
    <table className="fin-table">
      <thead>
        <tr>
          <th>ID</th><th>Type</th><th>Account</th><th>Description</th><th className="num">Amount</th><th className="num">Discount</th><th>Item type</th>
          {uk && <><th>Sub account</th><th className="num">VAT</th><th className="num">Total</th></>}
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((item) => (
          <tr key={item.id} data-kind={item.metaType}>
            <td className="sr-muted">{item.id}</td>
            <td>{item.metaType !== "title" && (lineTypes[item.type] ?? item.type)}</td>
            <td title={item.account?.name}>{item.account?.code}</td>
            <td><RichTextView html={item.description} /></td>
            <td className="num">{item.metaType !== "title" && formatMoney(item.amount, invoice.currency)}</td>
            <td className="num">{discountText(item, invoice.currency)}</td>
            <td>{itemKinds[item.metaType]}</td>
            {uk && (
              <>
                <td title={item.subAccount?.name}>{item.subAccount && `${item.subAccount.code} ${formatPercent(item.subAccount.VATRate)}`}</td>
                <td className="num">{item.VAT !== 0 && formatMoney(item.VAT, invoice.currency)}</td>
                <td className="num">{item.metaType !== "title" && formatMoney(item.total, invoice.currency)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Texts({ items }: { items: TextItem[] }) {
  if (!items.length) return <p className="sr-muted">None.</p>;
  return <ul className="fin-texts">{items.map((item) => <li key={item.id}><RichTextView html={item.description} /></li>)}</ul>;
}

function Plan({ invoice }: { invoice: Invoice }) {
  return (
    <table className="fin-table fin-narrow">
      <thead><tr><th>Due</th><th className="num">Amount</th><th>Paid</th><th>By</th></tr></thead>
      <tbody>
        {invoice.installmentPlan.map((part) => (
          <tr key={part.id}>
            <td>{formatDate(part.dueDate?.date)}</td>
            <td className="num">{formatMoney(part.amount, invoice.currency)}</td>
            <td>{part.isPaid ? formatDate(part.paidDate?.date) : <span className="sr-muted">not yet</span>}</td>
            <td>{part.paymentType && paymentTypes[part.paymentType]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Payments({ invoice }: { invoice: Invoice }) {
  return (
    <table className="fin-table fin-narrow">
      <thead><tr><th>Received</th><th className="num">Amount</th><th>By</th></tr></thead>
      <tbody>
        {invoice.payment.map((entry) => (
          <tr key={entry.id}>
            <td>{formatDate(entry.datePaid?.date)}</td>
            <td className="num">{formatMoney(entry.amount, invoice.currency)}</td>
            <td>{paymentTypes[entry.type]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Linked({ entries, onOpen }: { entries: LinkedInvoice[]; onOpen: (id: number) => void }) {
  return (
    <table className="fin-table fin-narrow">
      <thead><tr><th>Number</th><th>Title</th><th>Status</th><th className="num">Total</th></tr></thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td><Button type="link" size="small" className="fin-copy" onClick={() => onOpen(entry.id)}>{entry.number ?? `Draft ${entry.id}`}</Button></td>
            <td>{entry.title === "Credit" ? "Credit note" : entry.title}</td>
            <td><StatusTag label={statusLabel[entry.status] ?? entry.status} color={statusColor[entry.status]} /></td>
            <td className="num">{formatMoney(entry.total, entry.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
