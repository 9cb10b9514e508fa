import { api } from "@staffroom/api";
import { FieldValue, readDraft } from "@staffroom/form";
import { formatMoney, formatPercent, Icon, IconButton, plainText, RichTextView, Tabs, useDialogs, useScrollStop } from "@staffroom/ui";
import { useEffect, useState, type KeyboardEvent } from "react";
import type { Invoice, InvoiceItem } from "../types";
import { useEditing, useHasVat, useRemoval } from "./context";
import type { ItemBody } from "./line";
import { draftOf, LineForm } from "./line-form";
import { useOrder } from "./order";
import { AddLine, oneAtATime } from "./samples";
import { Texts } from "./texts";

type Formed = { item: InvoiceItem | null; from?: ItemBody };

const money = (amount: number, invoice: Invoice) => formatMoney(amount, invoice.currency);

function Discount({ item, invoice }: { item: InvoiceItem; invoice: Invoice }) {
  if (item.discountType === "none") return null;
  const off = money(item.discountAmount, invoice);
  return item.discountType === "percentage" ? <span title={off}>{formatPercent(item.discount)}</span> : off;
}

function Cells({ item, invoice, uk }: { item: InvoiceItem; invoice: Invoice; uk: boolean }) {
  const { lineFields } = useEditing();
  const priced = item.metaType !== "title";
  const chosen = (name: "type" | "metaType") => {
    const field = lineFields.get(name);
    return field && <FieldValue field={field} value={item[name]} />;
  };
  return (
    <>
      <td className="fin-id">{item.id}</td>
      <td>{priced && chosen("type")}</td>
      <td title={item.account?.name}>{item.account && `${item.account.code} ${item.account.name}`}</td>
      <td className="fin-text"><RichTextView html={item.description} /></td>
      <td className="num">{priced && money(item.amount, invoice)}</td>
      <td className="num"><Discount item={item} invoice={invoice} /></td>
      <td>{chosen("metaType")}</td>
      {uk && (
        <>
          <td title={item.subAccount?.name}>{item.subAccount && `${item.subAccount.code} ${item.subAccount.name}`}</td>
          <td className="num">{item.VAT !== 0 && money(item.VAT, invoice)}</td>
          <td className="num">{priced && money(item.total, invoice)}</td>
        </>
      )}
    </>
  );
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
    void dialogs.ask({ title: "Credit note", text: "Is this invoice a credit note?", yes: "Yes, turn it into one", no: "No, keep it" }).then(
      (yes) => yes && act(() => api.put(`/invoice/${id}`, { field: "isCreditNote", newValue: true })),
    );
  }, [wrong, dialogs, act, id]);
  return () => setTouched(true);
}

function Table() {
  const scrolled = useScrollStop<HTMLDivElement>();
  const { invoice } = useEditing();
  const removePart = useRemoval();
  const refusal = !invoice.actions?.includes("editLines");
  const { items, announcement, dragged, step, handle, target } = useOrder();
  const uk = useHasVat();
  const [form, setForm] = useState<Formed | null>(() => {
    const draft = refusal ? undefined : readDraft<{ id?: number }>(draftOf(invoice.id));
    return draft ? { item: invoice.items.find(({ id }) => id === draft.id) ?? null } : null;
  });
  const ask = useCreditQuestion();
  const busy = form ? oneAtATime : undefined;
  const columns = (uk ? 10 : 7) + (refusal ? 0 : 2);

  const close = (saved: boolean) => {
    setForm(null);
    if (saved) ask();
  };
  const add = (from?: ItemBody) => setForm({ item: null, from });
  const remove = async ({ id, description }: InvoiceItem) => {
    if (await removePart({ noun: "Item", name: plainText(description) || `item ${id}`, path: `/invoice/item/${id}`, addTo: "item" })) ask();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, item: InvoiceItem) => {
    const row = event.currentTarget;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if ((event.target as HTMLElement).closest("input, textarea, [contenteditable]")) return;
    if (by && event.altKey && !refusal) step(item.id, by);
    else if (by) (by > 0 ? row.nextElementSibling : row.previousElementSibling)?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
    else if (event.key === "Delete" && !refusal) void remove(item);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div ref={scrolled} className="fin-scroll" role="region" aria-label="Items, table">
        <table className="sr-table fin-lines" data-dragging={dragged !== null || undefined}>
          <thead>
            <tr>
              {!refusal && <th className="fin-grip"><span className="sr-visually-hidden">Order</span></th>}
              <th className="fin-id">ID</th><th className="fin-type">Type</th><th className="fin-account">Account</th><th className="fin-text">Description</th><th className="num">Amount</th>
              <th className="num fin-small">Discount</th><th className="fin-kind">Item type</th>
              {uk && <><th className="fin-account">Sub account</th><th className="num fin-small">VAT</th><th className="num">Total</th></>}
              {!refusal && <th className="fin-tools"><span className="sr-visually-hidden">Actions</span></th>}
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) =>
              form?.item?.id === item.id ? (
                <tr key={item.id} className="fin-form-row"><td colSpan={columns}><LineForm item={item} onClose={close} /></td></tr>
              ) : (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the row's own buttons
                <tr
                  key={item.id}
                  data-kind={item.metaType}
                  data-dragged={dragged === item.id || undefined}
                  onKeyDown={(event) => onKeyDown(event, item)}
                  onDoubleClick={() => !refusal && !form && setForm({ item })}
                  {...target(item.id)}
                >
                  {!refusal && (
                    <td className="fin-grip">
                      <button type="button" aria-label={`Move line ${index + 1}`} title="Drag, or Alt with an arrow key" {...handle(item.id)}>
                        <Icon name="grip" size={14} />
                      </button>
                    </td>
                  )}
                  <Cells item={item} invoice={invoice} uk={uk} />
                  {!refusal && (
                    <td className="fin-tools">
                      <IconButton label={`Edit line ${index + 1}`} refusal={busy} icon="pencil" size={14} onClick={() => setForm({ item })} />
                      <IconButton label={`Delete line ${index + 1}`} icon="trash" size={14} onClick={() => remove(item)} />
                    </td>
                  )}
                </tr>
              ),
            )}
            {!items.length && !form && (
              <tr><td colSpan={columns} className="fin-none">{refusal ? "No items." : "No items yet. Add the first, or take one from the samples."}</td></tr>
            )}
            {form && !form.item && (
              <tr className="fin-form-row"><td colSpan={columns}><LineForm item={null} from={form.from} onClose={close} /></td></tr>
            )}
          </tbody>
        </table>
      </div>
      {!refusal && <AddLine onAdd={add} refusal={busy} />}
      <span className="sr-visually-hidden" role="status">{announcement}</span>
    </>
  );
}

/** Items, header items and footer items; a credit note has only items (money.md 2). */
export function Lines() {
  const { invoice } = useEditing();
  if (invoice.isCreditNote) return <section className="fin-card fin-items"><h2>Items</h2><Table /></section>;
  const count = (name: string, list: readonly unknown[]) => <>{name} <span className="sr-muted">{list.length}</span></>;
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
