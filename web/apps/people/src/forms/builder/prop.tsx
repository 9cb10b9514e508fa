import type { Field } from "@staffroom/contract";
import { FieldInput, Labelled, sameValue, toDraft, toWire } from "@staffroom/form";
import { Problem } from "@staffroom/ui";
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
      <div className="sr-labelled">
        <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {field.title}
        </Checkbox>
        {field.help && <div className="sr-help">{field.help}</div>}
        <Problem>{problem}</Problem>
      </div>
    );
  }
  return (
    <Labelled id={id} label={field.title} help={field.help} problem={problem}>
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
    </Labelled>
  );
}
