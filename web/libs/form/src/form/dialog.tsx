import { api } from "@staffroom/api";
import { Dialog } from "@staffroom/ui";
import type { ReactNode } from "react";
import { FieldForm, longForm, type FieldFormProps } from "./form";
import { kindOf } from "../inputs";
import type { FormInput } from "./use-form";

export type FieldFormDialogProps = Omit<FieldFormProps, "onSubmit" | "onCancel"> & {
  open: boolean;
  title: string;
  /** The path to POST the values to, or a function like `onSubmit` of `useForm`. */
  to: string | FormInput["onSubmit"];
  /** Text above the fields that explains the consequences. */
  intro?: ReactNode;
  /** Called with the response; the form waits for a promise. */
  onDone: (answer: unknown) => unknown;
  onCancel: () => void;
};

/** A form in a dialog, for adding a record and for moves that need values. */
export function FieldFormDialog({
  open,
  title,
  to,
  intro,
  submitLabel = title,
  onDone,
  onCancel,
  ...form
}: FieldFormDialogProps) {
  const send: FormInput["onSubmit"] = async (values, idempotencyKey, overwritten) => {
    const answer =
      typeof to === "string"
        ? await api.post(to, values, { idempotencyKey })
        : await to(values, idempotencyKey, overwritten);
    await onDone(answer);
  };
  const fields = typeof form.fields === "function" ? [] : form.fields;
  const wide = fields.length >= longForm || fields.some((field) => kindOf(field).isWiderDialog);
  return (
    <Dialog
      open={open}
      title={title}
      footer={null}
      onCancel={onCancel}
      width={wide ? 760 : 520}
      destroyOnHidden
      mask={{ closable: false }}
    >
      {intro && <p>{intro}</p>}
      {open && <FieldForm {...form} submitLabel={submitLabel} onSubmit={send} onCancel={onCancel} />}
    </Dialog>
  );
}
