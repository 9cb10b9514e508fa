import type { Field } from "@staffroom/contract";
import { FieldInput, sameValue, toDraft, toWire } from "@staffroom/form";
import { Checkbox } from "antd";
import { useId, useState } from "react";

type Props = { field: Field; value: unknown; problem?: string; onChange: (value: unknown) => void };

/** A property of a field, page or form with its control. */
export function Prop({ field, value, problem, onChange }: Props) {
  const id = useId();
  const [draft, setDraft] = useState(() => toDraft(field, value));
  const wire = toWire(field, draft);
  const shown =
    sameValue(wire ?? null, value ?? null) || (typeof wire === "number" && Number.isNaN(wire))
      ? draft
      : toDraft(field, value);
  if (field.type === "boolean") {
    return (
      <div className="forms-prop">
        <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {field.title}
        </Checkbox>
        {field.help && <div className="sr-help">{field.help}</div>}
        {problem && (
          <span className="sr-note sr-note-bad" role="alert">
            {problem}
          </span>
        )}
      </div>
    );
  }
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>
        {field.title}
      </label>
      <FieldInput
        id={id}
        field={field}
        value={shown}
        invalid={!!problem}
        describedBy={`${id}-note`}
        onChange={(next) => {
          setDraft(next);
          const sent = toWire(field, next);
          if (!(typeof sent === "number" && Number.isNaN(sent))) onChange(sent);
        }}
      />
      <div id={`${id}-note`}>
        {field.help && <div className="sr-help">{field.help}</div>}
        {problem && (
          <span className="sr-note sr-note-bad" role="alert">
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
