import type { Field } from "@staffroom/contract";
import { EditableField, ReadField, sizeOf, useField, useFields, useRecordSaved } from "@staffroom/form";
import { plainText } from "@staffroom/ui";
import { useContext, type ReactNode } from "react";
import type { Slip } from "../slips/types";
import { Marked } from "./missing";
import { MissingNote } from "./missing-note";
import { useSlipForm } from "./steps";

export const pathOf = (slip: Slip) => `/slip/${slip.id}`;

/** Updates a saved field. */
export const useSlipSaved = (slip: Slip) => useRecordSaved(pathOf(slip));

type Props = { slip: Slip; name: keyof Slip & string; title?: string };

/**
 * Returns the field as this slip has it: its title, its values, the required characters. None if the slip does not show
 * it.
 */
function useSlipField({ slip, name, title }: Props) {
  const declared = useFields("/slip").fields.get(name);
  const form = useSlipForm(slip);
  if (!declared || !(name in slip) || !form.shows(name)) return null;
  const { least = 0, most, among } = form.needOf(name) ?? {};
  const help = most ? `${least} to ${most} characters` : declared.help;
  const field = {
    ...declared,
    title: title ?? form.titleOf(name),
    help,
    options: optionsOf(declared, among, slip[name]),
  };
  // A single required character needs no counter.
  return { field, least: least > 1 ? least : undefined };
}

/** A field of the slip: editable if the user may write it, read-only otherwise; nothing if they may not see it. */
export function SlipField({ slip, name, title }: Props) {
  const shown = useSlipField({ slip, name, title });
  const isMarked = useContext(Marked).has(name);
  const saved = useSlipSaved(slip);
  if (!shown) return null;
  const { field, least } = shown;
  if (!slip.may.edit.includes(name)) return <ReadField field={field} path={pathOf(slip)} value={slip[name]} />;
  return (
    <div className="tea-slip-field" data-missing={isMarked || undefined}>
      <EditableField
        field={field}
        path={pathOf(slip)}
        value={slip[name]}
        onSaved={saved}
        debounce
        count={
          least
            ? (draft) => (
                <Counter
                  length={sizeOf(field.type === "richtext" ? plainText(String(draft ?? "")) : draft) ?? 0}
                  least={least}
                />
              )
            : undefined
        }
      />
      <MissingNote name={name} />
    </div>
  );
}

const optionsOf = (field: Field, among: readonly unknown[] | undefined, now: unknown) =>
  among ? field.options?.filter(({ value }) => among.includes(value) || value === now) : field.options;

/** Shows `12 of 25`, until there are enough. */
function Counter({ length, least }: { length: number; least: number }): ReactNode {
  return (
    <span className="tea-counter" data-enough={length >= least || undefined}>
      {length < least ? `${length} of ${least}` : `${length} characters`}
    </span>
  );
}

/** A choice of the slip as buttons, one tap each; a second tap clears it. */
export function SlipChoice({ slip, name, title, last }: Props & { last?: unknown }) {
  const shown = useSlipField({ slip, name, title });
  if (!shown?.field.options?.length) return null;
  if (!slip.may.edit.includes(name)) return <SlipField slip={slip} name={name} title={title} />;
  return <Choice slip={slip} name={name} field={shown.field} last={last} />;
}

function Choice({ slip, name, field, last }: { slip: Slip; name: keyof Slip & string; field: Field; last?: unknown }) {
  const isMarked = useContext(Marked).has(name);
  const saved = useSlipSaved(slip);
  const state = useField({ field, path: pathOf(slip), value: slip[name], onSaved: saved });
  const lastLabel = field.options?.find(({ value }) => value === last)?.label;
  return (
    <fieldset className="tea-choice" data-field={name} data-missing={isMarked || undefined}>
      <legend>
        {field.title}
        {lastLabel && <span className="sr-muted">, last time {lastLabel}</span>}
      </legend>
      <div className="tea-choice-options">
        {field.options?.map(({ value, label }) => (
          <label key={String(value)} className="tea-choice-option" data-chosen={state.draft === value || undefined}>
            <input
              type="radio"
              name={`${slip.id} ${name}`}
              checked={state.draft === value}
              onChange={() => state.change(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {state.status === "failed" && (
        <span className="sr-note sr-note-bad" role="alert">
          {state.problem}{" "}
          <button type="button" onClick={state.commit}>
            Retry
          </button>
        </span>
      )}
      <MissingNote name={name} />
    </fieldset>
  );
}
