import { api } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldInput, toDraft, toWire } from "@staffroom/form";
import { Dialog, formatMoney, plainText, PlainTable, useAttempt } from "@staffroom/ui";
import { Checkbox } from "antd";
import { useState } from "react";
import { nameOf } from "../types";
import { useEditing } from "./context";

/** Issues a credit note: its lines are copied from the invoice, in full or in part; without lines it opens empty. */
export function CreditNoteDialog({ onClose }: { onClose: () => void }) {
  const { invoice, act, open } = useEditing();
  const [drafts, setDrafts] = useState<Record<number, unknown>>({});
  const [busy, attempt] = useAttempt();
  const lines = invoice.items
    .filter(({ metaType }) => metaType !== "title")
    .map((line) => ({ ...line, net: line.amount - line.discountAmount }));
  const chosen = lines.filter(({ id }) => id in drafts);
  const fieldOf = ({ id, description, net }: (typeof lines)[number]): Field => ({
    name: `credit${id}`,
    title: `Credit of ${plainText(description)}`,
    type: "money",
    required: true,
    min: 1,
    max: Math.abs(net),
    currency: invoice.currency,
  });
  /** Returns the amount to credit, or null if it is invalid. */
  const amountOf = (line: (typeof lines)[number]): number | null => {
    const amount = toWire(fieldOf(line), drafts[line.id]);
    return typeof amount === "number" && amount > 0 && amount <= Math.abs(line.net) ? amount : null;
  };
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const choose = (ids: readonly number[], on: boolean) =>
    setDrafts((old) => {
      const kept = Object.entries(old).filter(([id]) => !ids.includes(Number(id)));
      const added = on
        ? lines
            .filter(({ id }) => ids.includes(id))
            .map((line): [string, unknown] => [String(line.id), toDraft(fieldOf(line), Math.abs(line.net))])
        : [];
      return Object.fromEntries([...kept, ...added]);
    });
  const isWrong = chosen.some((line) => amountOf(line) === null);
  const sum = chosen.reduce((total, line) => total + Math.sign(line.net) * (amountOf(line) ?? 0), 0);
  const submit = () =>
    attempt(async () => {
      const parts = chosen
        .filter((line) => amountOf(line) !== Math.abs(line.net))
        .map((line) => [line.id, amountOf(line)]);
      let creditNote: { id: number } | undefined;
      await act(async () => {
        creditNote = await api.post<Answer<"finance", "/invoice/{id}/creditnote", "post">>(
          `/invoice/${invoice.id}/creditnote`,
          { lines: chosen.map(({ id }) => id), amounts: Object.fromEntries(parts) },
        );
      }, "Credit note issued");
      if (!creditNote) return;
      onClose();
      open(creditNote.id);
    });
  return (
    <Dialog
      open
      title="Issue credit note"
      width={720}
      okText="Issue credit note"
      okButtonProps={{ disabled: isWrong }}
      confirmLoading={busy !== null}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        Choose the lines of {nameOf(invoice)} to credit. The credit note opens as a draft; without lines it opens empty.
      </p>
      <Checkbox
        checked={chosen.length === lines.length && lines.length > 0}
        indeterminate={chosen.length > 0 && chosen.length < lines.length}
        onChange={({ target }) =>
          choose(
            lines.map(({ id }) => id),
            target.checked,
          )
        }
      >
        All lines
      </Checkbox>
      <PlainTable
        rows={lines}
        stacks
        columns={[
          {
            title: "Line",
            cell: ({ id, description }) => (
              <Checkbox checked={id in drafts} onChange={({ target }) => choose([id], target.checked)}>
                {plainText(description)}
              </Checkbox>
            ),
            head: true,
          },
          { title: "Net", num: true, cell: ({ net }) => money(net) },
          {
            title: "Credit, net",
            num: true,
            cell: (line) =>
              line.id in drafts && (
                <>
                  <label className="sr-visually-hidden" htmlFor={`credit-${line.id}`}>
                    {fieldOf(line).title}
                  </label>
                  <FieldInput
                    id={`credit-${line.id}`}
                    field={fieldOf(line)}
                    value={drafts[line.id]}
                    invalid={amountOf(line) === null}
                    onChange={(value) => setDrafts((old) => ({ ...old, [line.id]: value }))}
                  />
                </>
              ),
          },
        ]}
      />
      <p role="status" className="sr-muted">
        {isWrong
          ? "An amount is above £0.00 and at most the net amount of its line."
          : `Credit ${money(sum)} net, and the VAT of its lines.`}
      </p>
    </Dialog>
  );
}
