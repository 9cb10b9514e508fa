import { api } from "@staffroom/api";
import { FieldValue, PartsTable, readDraft } from "@staffroom/form";
import {
  formatMoney,
  formatPercent,
  plainText,
  RichTextView,
  Tabs,
  useDialogs,
  useScrollStop,
  type PlainColumn,
} from "@staffroom/ui";
import { useEffect, useState } from "react";
import type { Invoice, InvoiceItem } from "../../types";
import { useEditing, useHasVat, useRemoval } from "../context";
import type { ItemBody } from "./line";
import { draftOf, LineForm } from "./line-form";
import { AddLine, oneAtATime } from "./samples";
import { Texts } from "./texts";

type Formed = { item: InvoiceItem | null; from?: ItemBody };

const money = (amount: number, invoice: Invoice) => formatMoney(amount, invoice.currency);

function Discount({ item, invoice }: { item: InvoiceItem; invoice: Invoice }) {
  if (item.discountType === "none") return null;
  const off = money(item.discountAmount, invoice);
  return item.discountType === "percentage" ? <span title={off}>{formatPercent(item.discount)}</span> : off;
}

/** The columns of a line: sub account, VAT and total in the organisations that have VAT. */
function useColumns(): readonly (PlainColumn<InvoiceItem> | false)[] {
  const { invoice, lineFields } = useEditing();
  const uk = useHasVat();
  const chosen = (name: "type" | "metaType", item: InvoiceItem) => {
    const field = lineFields.get(name);
    return field && <FieldValue field={field} value={item[name]} />;
  };
  const priced = ({ metaType }: InvoiceItem) => metaType !== "title";
  const booked = (of: InvoiceItem["account"] | InvoiceItem["subAccount"]) =>
    of && (
      <span title={of.name}>
        {of.code} {of.name}
      </span>
    );
  return [
    { title: "ID", className: "fin-id", cell: ({ id }) => id },
    { title: "Type", className: "fin-type", cell: (item) => priced(item) && chosen("type", item) },
    { title: "Account", className: "fin-account", cell: ({ account }) => booked(account) },
    { title: "Description", className: "fin-text", cell: ({ description }) => <RichTextView html={description} /> },
    { title: "Amount", num: true, cell: (item) => priced(item) && money(item.amount, invoice) },
    {
      title: "Discount",
      num: true,
      className: "fin-small",
      cell: (item) => <Discount item={item} invoice={invoice} />,
    },
    { title: "Item type", className: "fin-kind", cell: (item) => chosen("metaType", item) },
    uk && { title: "Sub account", className: "fin-account", cell: ({ subAccount }) => booked(subAccount) },
    uk && { title: "VAT", num: true, className: "fin-small", cell: ({ VAT }) => VAT !== 0 && money(VAT, invoice) },
    uk && { title: "Total", num: true, cell: (item) => priced(item) && money(item.total, invoice) },
  ];
}

/** Asks after a change of lines whether an invoice with a negative total is a credit note (money.md 4). */
function useCreditQuestion() {
  const { invoice, act } = useEditing();
  const dialogs = useDialogs();
  const [declined, setDeclined] = useState(false);
  const [touched, setTouched] = useState(false);
  const { id, total, isCreditNote } = invoice;
  const wrong = touched && total < 0 && !isCreditNote && !declined && invoice.actions?.includes("turnCredit");
  useEffect(() => {
    if (!wrong) return;
    setDeclined(true);
    void dialogs
      .ask({
        title: "Credit note",
        text: "Is this invoice a credit note?",
        yes: "Yes, turn it into one",
        no: "No, keep it",
      })
      .then((yes) => yes && act(() => api.put(`/invoice/${id}`, { field: "isCreditNote", newValue: true })));
  }, [wrong, dialogs, act, id]);
  return () => setTouched(true);
}

function Table() {
  const scrolled = useScrollStop<HTMLDivElement>();
  const { invoice, reload } = useEditing();
  const removePart = useRemoval();
  const columns = useColumns();
  const refusal = !invoice.actions?.includes("editLines");
  const [form, setForm] = useState<Formed | null>(() => {
    const draft = refusal ? undefined : readDraft<{ id?: number }>(draftOf(invoice.id));
    return draft ? { item: invoice.items.find(({ id }) => id === draft.id) ?? null } : null;
  });
  const ask = useCreditQuestion();
  const busy = form ? oneAtATime : undefined;

  const close = (saved: boolean) => {
    setForm(null);
    if (saved) ask();
  };
  const edit = (item: InvoiceItem) => setForm({ item });
  const remove = async ({ id, description }: InvoiceItem) => {
    if (
      await removePart({
        noun: "Item",
        name: plainText(description) || `item ${id}`,
        path: `/invoice/item/${id}`,
        addTo: "item",
      })
    )
      ask();
  };

  return (
    <>
      <div ref={scrolled} className="fin-scroll" role="region" aria-label="Items, table">
        <PartsTable
          className="sr-table fin-lines"
          rows={invoice.items}
          columns={columns}
          noun="line"
          labelOf={(_, place) => `line ${place + 1}`}
          verb="Edit"
          refusal={busy}
          {...(!refusal && {
            order: { to: `/invoice/${invoice.id}/items/order`, onMoved: reload },
            onEdit: edit,
            onRemove: remove,
          })}
          rowProps={(item) => ({ "data-kind": item.metaType, onDoubleClick: () => !refusal && !form && edit(item) })}
          formOf={(item) =>
            form && form.item?.id === item?.id && <LineForm item={item} from={form.from} onClose={close} />
          }
          empty={
            <div className="fin-none">
              {refusal ? "No items." : "No items yet. Add the first, or take one from the samples."}
            </div>
          }
        />
      </div>
      {!refusal && <AddLine onAdd={(from) => setForm({ item: null, from })} refusal={busy} />}
    </>
  );
}

/** Items, header items and footer items; a credit note has only items (money.md 2). */
export function Lines() {
  const { invoice } = useEditing();
  if (invoice.isCreditNote)
    return (
      <section className="fin-card fin-items">
        <h2>Items</h2>
        <Table />
      </section>
    );
  const count = (name: string, list: readonly unknown[]) => (
    <>
      {name} <span className="sr-muted">{list.length}</span>
    </>
  );
  return (
    <section className="fin-card fin-items">
      <Tabs
        size="small"
        items={[
          { key: "items", label: count("Items", invoice.items), children: <Table /> },
          { key: "header", label: count("Header items", invoice.headerItems), children: <Texts place="header" /> },
          { key: "footer", label: count("Footer items", invoice.footerItems), children: <Texts place="footer" /> },
        ]}
      />
    </section>
  );
}
