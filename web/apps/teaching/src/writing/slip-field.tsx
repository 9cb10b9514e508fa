import { invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { EditableField, ReadField, useField, useFields, useRecordSaved } from "@staffroom/form";
import { plainText } from "@staffroom/ui";
import { useCallback, useContext, type ReactNode } from "react";
import type { Slip } from "../types";
import { Marked, missingPath } from "./missing";

export const pathOf = (slip: Slip) => `/slip/${slip.id}`;

/** Keeps what a field was saved as; lists, and what the slip lacks, are asked anew. */
export function useSlipSaved({ id }: Slip) {
  const changed = useCallback(() => {
    void invalidate("/slips");
    void invalidate(missingPath(id));
  }, [id]);
  return useRecordSaved(`/slip/${id}`, changed);
}

/** What a refused submit said of a field, until the field is changed. */
export function MissingNote({ name }: { name: string }) {
  const text = useContext(Marked).get(name);
  return text ? <span className="sr-note sr-note-bad" role="alert">{text}</span> : null;
}

/** `values`: the options that this slip has, where it has not all; `least`: the fewest characters, which are counted. */
type Props = { slip: Slip; name: keyof Slip & string; title?: string; help?: string; values?: readonly string[]; least?: number };

/** A field of the slip: written where the caller may, read otherwise; nothing where they do not see it. */
export function SlipField({ slip, name, title, help, values, least }: Props) {
  const declared = useFields("/slip").fields.get(name);
  const isMarked = useContext(Marked).has(name);
  const saved = useSlipSaved(slip);
  if (!declared || !(name in slip)) return null;
  const field = { ...declared, title: title ?? declared.title, help: help ?? declared.help, options: optionsOf(declared, values, slip[name]) };
  if (!slip.may.edit.includes(name)) return <ReadField field={field} path={pathOf(slip)} value={slip[name]} />;
  return (
    <div className="tea-slip-field" data-missing={isMarked || undefined}>
      <EditableField field={field} path={pathOf(slip)} value={slip[name]} onSaved={saved} debounce count={least ? (draft) => <Counter length={plainText(String(draft ?? "")).length} least={least} /> : undefined} />
      <MissingNote name={name} />
    </div>
  );
}

const optionsOf = (field: Field, values: readonly string[] | undefined, now: unknown) =>
  values ? field.options?.filter(({ value }) => values.includes(String(value)) || value === now) : field.options;

/** `12 of 25`, until there are enough. */
function Counter({ length, least }: { length: number; least: number }): ReactNode {
  return <span className="tea-counter" data-enough={length >= least || undefined}>{length < least ? `${length} of ${least}` : `${length} characters`}</span>;
}

/** A choice of the slip as buttons, one tap each: the same again takes it back. */
export function SlipChoice({ slip, name, title, values, last }: Props & { last?: unknown }) {
  const declared = useFields("/slip").fields.get(name);
  const options = declared && optionsOf(declared, values, slip[name]);
  if (!declared || !options?.length || !(name in slip)) return null;
  if (!slip.may.edit.includes(name)) return <SlipField slip={slip} name={name} title={title} values={values} />;
  return <Choice slip={slip} name={name} field={{ ...declared, title: title ?? declared.title, options }} last={last} />;
}

function Choice({ slip, name, field, last }: { slip: Slip; name: keyof Slip & string; field: Field; last?: unknown }) {
  const isMarked = useContext(Marked).has(name);
  const saved = useSlipSaved(slip);
  const state = useField({ field, path: pathOf(slip), value: slip[name], onSaved: saved });
  const lastLabel = field.options?.find(({ value }) => value === last)?.label;
  return (
    <fieldset className="tea-choice" data-field={name} data-missing={isMarked || undefined}>
      <legend>{field.title}{lastLabel && <span className="sr-muted">, last time {lastLabel}</span>}</legend>
      <div className="tea-choice-options">
        {field.options?.map(({ value, label }) => (
          <label key={String(value)} className="tea-choice-option" data-chosen={state.draft === value || undefined}>
            <input type="radio" name={`${slip.id} ${name}`} checked={state.draft === value} onChange={() => state.change(value)} />
            {label}
          </label>
        ))}
      </div>
      {state.status === "failed" && <span className="sr-note sr-note-bad" role="alert">{state.problem} <button type="button" onClick={state.commit}>Retry</button></span>}
      <MissingNote name={name} />
    </fieldset>
  );
}
