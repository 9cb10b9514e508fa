import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { Dialog } from "@staffroom/ui";
import type { ReactNode } from "react";
import { FieldForm } from "./form";

export type FieldFormDialogProps = {
  open: boolean;
  title: string;
  fields: readonly Field[];
  /** Where the values go: a path to POST to, or a function. */
  to: string | ((values: Record<string, unknown>, idempotencyKey: string) => Promise<unknown>);
  /** What will happen, above the fields. */
  intro?: ReactNode;
  submitLabel?: string;
  initial?: Record<string, unknown>;
  draftKey?: string;
  onDone: (answer: unknown) => void;
  onCancel: () => void;
};

/** A form in a dialog: for adding a record, and for moves that need something. */
export function FieldFormDialog({ open, title, fields, to, intro, submitLabel = "Add", initial, draftKey, onDone, onCancel }: FieldFormDialogProps) {
  const send = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const answer = typeof to === "string" ? await api.post(to, values, { idempotencyKey }) : await to(values, idempotencyKey);
    onDone(answer);
  };
  const wide = fields.some((field) => field.type === "richtext" || field.type === "table");
  return (
    <Dialog open={open} title={title} footer={null} onCancel={onCancel} width={wide ? 760 : 520} destroyOnHidden mask={{ closable: false }}>
      {intro && <p>{intro}</p>}
      {open && (
        <FieldForm fields={fields} initial={initial} draftKey={draftKey} submitLabel={submitLabel} onSubmit={send} onCancel={onCancel} />
      )}
    </Dialog>
  );
}
