import { FieldFormDialog, type FieldFormDialogProps } from "@staffroom/form";
import { toast } from "@staffroom/ui";
import { useEditing } from "./context";

type Props = Omit<FieldFormDialogProps, "open" | "onDone" | "onCancel"> & { notice: string; onClose: () => void };

/** A form in a dialog, which refreshes the invoice once its call succeeded. */
export function EditorDialog({ notice, onClose, ...dialog }: Props) {
  const { reload } = useEditing();
  const done = async () => {
    await reload();
    toast.success(notice);
    onClose();
  };
  return <FieldFormDialog {...dialog} open onCancel={onClose} onDone={done} />;
}
