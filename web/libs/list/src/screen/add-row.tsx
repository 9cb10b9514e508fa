import { api } from "@staffroom/api";
import type { ListMeta, ListScreenProps } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { toast } from "@staffroom/ui";

/** Sends a new row with the list's fixed values, which the form does not ask for. */
const addTo =
  ({ path, fields }: NonNullable<ListMeta["add"]>, fixed: Readonly<Record<string, string>>) =>
  (values: Record<string, unknown>, idempotencyKey: string) => {
    const known = fields.flatMap(({ name, type }) =>
      name in fixed ? [[name, type === "text" ? fixed[name] : Number(fixed[name])]] : [],
    );
    return api.post(path, { ...values, ...Object.fromEntries(known) }, { idempotencyKey });
  };

type Props = {
  path: string;
  one: string;
  add: NonNullable<ListMeta["add"]>;
  fixed: Readonly<Record<string, string>>;
  note: ListScreenProps["addNote"];
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
};

/** The form for adding a row to a list. */
export function AddRow({ path, one, add, fixed, note, open, onClose, onAdded }: Props) {
  return (
    <FieldFormDialog
      open={open}
      title={`New ${one}`}
      submitLabel={`Add ${one}`}
      fields={add.fields.filter(({ name }) => !(name in fixed))}
      to={addTo(add, fixed)}
      draftKey={`add:${path}${Object.values(fixed)
        .map((value) => `:${value}`)
        .join("")}`}
      onCancel={onClose}
      onDone={() => {
        onClose();
        toast.success(`${one.charAt(0).toUpperCase()}${one.slice(1)} added`);
        onAdded();
      }}
    >
      {note && ((form) => note({ ...fixed, ...form.drafts }))}
    </FieldFormDialog>
  );
}
