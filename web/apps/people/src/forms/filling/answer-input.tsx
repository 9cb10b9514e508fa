import type { Field } from "@staffroom/contract";
import { FieldInput, sameValue, toDraft } from "@staffroom/form";
import { RequiredMark } from "@staffroom/ui";
import { Checkbox, Radio } from "antd";
import { useState } from "react";
import { answerOf, controlOf } from "../answers";
import type { FormField } from "../types";

/** Up to this number, choices are shown below each other. */
const openChoices = 7;

type InputProps = {
  field: FormField;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur?: () => void;
  id: string;
  labelId: string;
  describedBy?: string;
  invalid?: boolean;
  disabled?: boolean;
  isNeeded?: boolean;
};

/** True if a field's label cannot belong to a single control. */
export const isGroup = ({ type, options, optionsFrom }: FormField) =>
  type === "yesno" ||
  type === "file" ||
  ((type === "select" || type === "multiselect") && !optionsFrom && (options?.length ?? 0) <= openChoices);

/** The control of a field of any type with an answer. */
export function AnswerInput(props: InputProps) {
  const { field, value, onChange, labelId, describedBy, disabled } = props;
  const group = { role: "group", "aria-labelledby": labelId, "aria-describedby": describedBy } as const;
  if (field.type === "yesno") {
    return (
      <div {...group}>
        <Radio.Group
          className="forms-choices forms-yesno"
          disabled={disabled}
          value={typeof value === "boolean" ? value : undefined}
          options={[
            { value: true, label: "Yes" },
            { value: false, label: "No" },
          ]}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    );
  }
  if (field.type === "agreement") {
    return (
      <Checkbox
        id={props.id}
        checked={value === true}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-invalid={props.invalid || undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        <span id={labelId}>
          {field.title}
          {props.isNeeded && <RequiredMark />}
        </span>
      </Checkbox>
    );
  }
  if (field.type === "select" && isGroup(field)) {
    return (
      <div {...group}>
        <Radio.Group
          className="forms-choices"
          disabled={disabled}
          value={value ?? undefined}
          options={field.options}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    );
  }
  if (field.type === "multiselect" && isGroup(field)) {
    return (
      <div {...group}>
        <Checkbox.Group
          className="forms-choices"
          disabled={disabled}
          value={Array.isArray(value) ? (value as string[]) : []}
          options={field.options}
          onChange={(next) => onChange(next.length ? next : null)}
        />
      </div>
    );
  }
  return field.type === "file" ? (
    <div {...group}>
      <DraftInput {...props} />
    </div>
  ) : (
    <DraftInput {...props} />
  );
}

/**
 * The control of records for a type, with its draft. File answers are ids; the names are known for files that were just
 * uploaded.
 */
function DraftInput({ field, value, onChange, onBlur, id, describedBy, invalid, disabled }: InputProps) {
  const control: Field = field.type === "file" ? { ...controlOf(field), upload: { kind: "form" } } : controlOf(field);
  const answer = (draft: unknown) => answerOf(control, draft);
  const [draft, setDraft] = useState(() => toDraft(control, value));
  // Another device, or Undo of the builder, may have changed the answer.
  const shown = sameValue(answer(draft) ?? null, value ?? null) ? draft : toDraft(control, value);
  return (
    <FieldInput
      field={control}
      id={id}
      value={shown}
      describedBy={describedBy}
      invalid={invalid}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(next) => {
        setDraft(next);
        onChange(answer(next));
      }}
    />
  );
}
