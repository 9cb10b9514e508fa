import { api } from "@staffroom/api";
import type { Choice, EditPreview, Field } from "@staffroom/contract";
import { FieldForm } from "@staffroom/form";
import { Dialog, formatCount, formatNumber, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import { records } from "../jobs/move-result";
import type { RowKey } from "../selection/selection";
import { Refusals, useSelectionJob } from "./selection-job";

type Props = {
  fields: readonly Field[];
  /** The path of the list's calls. */
  path: string;
  choice: Choice;
  /** The address of a row, `/bills?bill={id}`. */
  at?: string;
  /** Called after the job has ended, with the keys of the refused records. */
  onChanged: (refused?: ReadonlySet<RowKey>) => void;
};
type Tried = { field: Field; value: unknown; preview: EditPreview };

/** Sets one field of the selected records: previews the result, then runs it as a job, with Undo. */
export function SelectionChange({ fields, path, choice, at, onChanged }: Props) {
  const [busy, attempt] = useAttempt();
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<Field | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const job = useSelectionJob(onChanged);

  const close = () => {
    setOpen(false);
    setField(null);
    setTried(null);
  };
  const tryOut = async (values: Record<string, unknown>) => {
    if (!field) return;
    const value = values[field.name];
    const preview = await api.post<EditPreview>(`${path}/edits/preview`, { field: field.name, value, ...choice });
    setTried({ field, value, preview });
  };
  const change = () =>
    attempt(async () => {
      if (!tried) return;
      const { id } = await api.post<{ id: string }>(`${path}/edits`, {
        field: tried.field.name,
        value: tried.value,
        ...choice,
      });
      close();
      void job.follow({ id, title: tried.field.title, list: path, at, undo: true, by: "edits" }, "Changing records");
    });
  const preview = tried?.preview;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Change field…
      </Button>
      <Dialog
        open={open}
        title="Change a field"
        onCancel={close}
        width={520}
        destroyOnHidden
        mask={{ closable: false }}
        footer={null}
      >
        <label className="sr-change-field">
          Field
          <Select
            aria-label="Field"
            showSearch={{ optionFilterProp: "label" }}
            placeholder="Choose a field"
            value={field?.name}
            options={fields.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name) => {
              setTried(null);
              setField(fields.find((one) => one.name === name) ?? null);
            }}
          />
        </label>
        {field && !preview && (
          <FieldForm key={field.name} fields={[field]} submitLabel="Preview" onSubmit={tryOut} onCancel={close} />
        )}
        {preview && (
          <>
            <p role="status">
              {preview.possible === preview.count
                ? `${records(preview.count)} will be changed.`
                : `${formatNumber(preview.possible)} of ${records(preview.count)} will be changed.`}
              {preview.unchanged > 0 &&
                ` ${formatCount(preview.unchanged, "record has", "records have")} this value already.`}
            </p>
            <Refusals of={preview.refusals} />
            <div className="sr-foot">
              <Button onClick={() => setTried(null)}>Go back</Button>
              {preview.possible > 0 && (
                <Button
                  type="primary"
                  loading={busy !== null}
                  onClick={() => void change()}
                >{`Change ${records(preview.possible)}`}</Button>
              )}
            </div>
          </>
        )}
      </Dialog>
      {job.dialog}
    </>
  );
}
