import { Icon, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { FieldFormDialog, type FieldFormDialogProps } from "./dialog";
import type { FormInput } from "./use-form";

export type FormButtonProps = Omit<FieldFormDialogProps, "open" | "title" | "fields" | "onDone" | "onCancel"> & {
  /** The text of the button. */
  label: string;
  /** The title of the dialog; the label when absent. */
  title?: string;
  /** The fields; undefined while they load. */
  fields: FormInput["fields"] | undefined;
  icon?: string | null;
  primary?: boolean;
  small?: boolean;
  /** The toast after the call. */
  notice?: string;
  onDone: (answer: unknown) => unknown;
};

/** A button that opens a form in a dialog, and closes it once its call succeeded. */
export function FormButton({
  label,
  title = label,
  submitLabel = label,
  fields,
  icon = "plus",
  primary,
  small,
  notice,
  onDone,
  ...dialog
}: FormButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type={primary ? "primary" : "default"}
        size={small ? "small" : "middle"}
        disabled={!fields}
        icon={icon && <Icon name={icon} size={small ? 14 : 15} />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <FieldFormDialog
        {...dialog}
        open={open && !!fields}
        title={title}
        submitLabel={submitLabel}
        fields={fields ?? []}
        onCancel={() => setOpen(false)}
        onDone={async (answer) => {
          await onDone(answer);
          setOpen(false);
          if (notice) toast.success(notice);
        }}
      />
    </>
  );
}
