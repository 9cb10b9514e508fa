import { api } from "@staffroom/api";
import type { FieldSaved } from "@staffroom/contract";
import { EditableField, FieldInput, toDraft, toWire, useFields } from "@staffroom/form";
import { useAttempt } from "@staffroom/ui";
import { useId, useState } from "react";

type Said = { id: number | null; ot: string | null; actual: string };
type Props = { title?: string; weekId: number; cwsId: number; said: Said; onSaved: (saved: FieldSaved) => void };
const thing = "/v2/studyplanweekwithstudent";

/** The result of a week for one student: on track or not, and the work done. The first entry creates the record. */
export function StudentWeek({ title, weekId, cwsId, said, onSaved }: Props) {
  const { fields } = useFields(thing);
  const shown = (["ot", "actual"] as const).flatMap((name) => fields.get(name) ?? []);
  const parts = shown.map((field) => (title ? { ...field, title: `${field.title}: ${title}` } : field));
  return (
    <div className="sr-fields tea-student-week">
      {parts.map((field) => {
        const value = said[field.name as "ot" | "actual"];
        return said.id === null ? (
          <FirstEntry key={field.name} field={field} weekId={weekId} cwsId={cwsId} onSaved={onSaved} />
        ) : (
          <EditableField
            key={field.name}
            field={field}
            path={`${thing}/${said.id}`}
            value={value}
            onSaved={onSaved}
            debounce
          />
        );
      })}
    </div>
  );
}

/** A field of a record that does not exist yet: a choice creates it immediately, a text when the field is left. */
function FirstEntry({
  field,
  weekId,
  cwsId,
  onSaved,
}: Omit<Props, "said" | "title"> & { field: Parameters<typeof toWire>[0] }) {
  const id = useId();
  const [draft, setDraft] = useState<unknown>(() => toDraft(field, null));
  const [busy, attempt] = useAttempt();
  const make = (now: unknown) => {
    const value = toWire(field, now);
    if (busy !== null || value === null || value === "") return;
    void attempt(async () => {
      await api.post(thing, { weekId, cwsId, [field.name]: value });
      onSaved({ field: field.name, value } as FieldSaved);
    });
  };
  return (
    <div className="sr-field" data-field={field.name}>
      <div className="sr-field-label">
        <label htmlFor={id}>{field.title}</label>
      </div>
      <FieldInput
        field={field}
        id={id}
        value={draft}
        disabled={busy !== null}
        onChange={(next) => {
          setDraft(next);
          if (field.type === "select") make(next);
        }}
        onBlur={() => field.type !== "select" && make(draft)}
      />
    </div>
  );
}
