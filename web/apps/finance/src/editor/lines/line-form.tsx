import { api, seldomChanged, useApi } from "@staffroom/api";
import { FormField, FormFoot, useForm, type Drafts, type Values } from "@staffroom/form";
import { formatMoney, formatPercent, LoadingState, toast } from "@staffroom/ui";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { InvoiceItem } from "../../types";
import { useDirty, useEditing, useHasVat } from "../context";
import { useFormKeys } from "../form-keys";
import {
  bodyOf,
  lineChanges,
  lineFields,
  lineFollows,
  lineStart,
  lineSums,
  type ItemBody,
  type SubAccount,
} from "./line";

export const draftOf = (invoiceId: number): string => `invoice-line:${invoiceId}`;

type Props = {
  /** The line to change; null for a new one. */
  item: InvoiceItem | null;
  /** The sample that a new line starts with. */
  from?: ItemBody;
  onClose: (saved: boolean) => void;
};

const none: SubAccount[] = [];

/** The line item form in the table, money.md 5. */
export function LineForm(props: Props) {
  const source = useEditing().lineFields.get("subAccountId")?.optionsFrom;
  const { data, error } = useApi<SubAccount[]>(source ?? "", undefined, {
    staleTime: seldomChanged,
    enabled: !!source,
  });
  return !source || data || error ? <Body {...props} subAccounts={data ?? none} /> : <LoadingState rows={4} />;
}

function Body({ item, from, onClose, subAccounts }: Props & { subAccounts: SubAccount[] }) {
  const { invoice, lineFields: declared, reload } = useEditing();
  const [known] = useState({ invoice, declared, subAccounts });
  const initial = useMemo(() => ({ ...lineStart(item ?? from ?? null), id: item?.id }), [item, from]);
  const fieldsOf = useCallback((drafts: Drafts) => lineFields(known, drafts), [known]);
  const follow = useMemo(() => lineFollows(known.subAccounts), [known]);
  /** The item when the form opened: another user's later change is a conflict. */
  const [original] = useState<ItemBody | null>(item);
  const change = async (path: string, body: ItemBody, overwritten: Values) => {
    const changes = lineChanges({ ...original, ...overwritten }, body);
    if (changes.length) await api.put(path, { changes });
  };
  const onSubmit = async (values: Values, idempotencyKey: string, overwritten: Values) => {
    const body = bodyOf(values);
    if (item) await change(`/invoice/item/${item.id}`, body, overwritten);
    else await api.post(`/invoice/${invoice.id}/item`, body, { idempotencyKey });
    await reload();
    toast.success(item ? "Item saved" : "Item added");
    onClose(true);
  };
  const form = useForm({
    fields: fieldsOf,
    initial,
    follow,
    draftKey: draftOf(invoice.id),
    label: item ? "Item" : "New item",
    onSubmit,
  });
  useDirty(form.dirty);

  const { drafts, setBox } = form;
  const rate = known.subAccounts.find(({ id }) => id === drafts.subAccountId)?.VATRate ?? 0;
  const sums = lineSums(drafts, rate);
  const uk = useHasVat();
  const priced = drafts.metaType !== "title";
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which must not become the clean-up function.
    void foot.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const field = (name: string, autoFocus?: boolean) => {
    const shown = form.fields.find((one) => one.name === name);
    return shown && <FormField key={name} form={form} field={shown} autoFocus={autoFocus} />;
  };

  const { cancel, onKeyDown } = useFormKeys({ form, close: () => onClose(false) });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter saves and Esc leaves, wherever one is
    <section className="fin-line-form" aria-label={item ? "Edit item" : "New item"} ref={setBox} onKeyDown={onKeyDown}>
      <div className="fin-line-fields">
        {field("metaType", !item)}
        {field("type")}
        {field("accountId")}
        {field("subAccountId")}
        {uk && priced && (
          <div className="sr-field">
            <span className="sr-field-label">VAT rate</span>
            <output className="sr-field-value">{formatPercent(rate)}</output>
          </div>
        )}
        {field("amount", !!item)}
        {field("discountType")}
        {field("discount")}
      </div>
      <div className="fin-line-text">{field("description")}</div>
      <FormFoot
        ref={foot}
        form={form}
        className="fin-line-foot"
        submitLabel={item ? "Save item" : "Add item"}
        keys="Ctrl+Enter"
        onCancel={() => void cancel()}
        onSubmit={() => void form.submit()}
      >
        {priced && (
          <output className="fin-line-sums" aria-label="Line total">
            {sums.discount !== 0 && <span>Discount {money(-sums.discount)}</span>}
            {uk && <span>Net {money(sums.amount - sums.discount)}</span>}
            {uk && <span>VAT {money(sums.VAT)}</span>}
            <b>Total {money(sums.total)}</b>
          </output>
        )}
        <span className="sr-spacer" />
      </FormFoot>
    </section>
  );
}
