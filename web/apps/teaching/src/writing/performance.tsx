import { useField, useFields } from "@staffroom/form";
import type { Field } from "@staffroom/contract";
import { useRef, type KeyboardEvent } from "react";
import type { Slip } from "../types";
import type { LastTime } from "./last-time";
import { MissingNote, pathOf, SlipField, useSlipSaved } from "./slip-field";
import { useSlipForm } from "./steps";

export type Category = "cat1" | "cat2" | "cat3" | "cat4" | "cat5" | "cat6";
const ratings = [5, 4, 3, 2, 1, 0] as const;

/** The ratings of a slip: arrows go through them, 0 to 5 choose one. The justification opens beside its rating. */
export function PerformanceGrid({ slip, names, last }: { slip: Slip; names: readonly Category[]; last?: LastTime }) {
  const { fields } = useFields("/slip");
  const table = useRef<HTMLTableElement>(null);
  const options = fields.get(names[0] as string)?.options;
  if (!options) return null;
  const labelOf = (rating: number) => options.find(({ value }) => value === rating)?.label ?? "";

  /** Up and down go to the same rating of another row, where the browser would choose another rating of this one. */
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const rows = [...(table.current?.querySelectorAll<HTMLElement>("tr[data-category]") ?? [])];
    const at = rows.findIndex((row) => row.contains(event.target as Node));
    rows[at + step]?.querySelector<HTMLInputElement>(`input[value="${event.target.value}"]`)?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the ratings in it
    <table className="tea-ratings" ref={table} onKeyDown={press}>
      <thead>
        <tr>
          <th scope="col"><span className="sr-visually-hidden">Category</span></th>
          {ratings.map((rating) => <th scope="col" key={rating}><b>{rating || "N/A"}</b><small>{rating ? labelOf(rating) : ""}</small></th>)}
        </tr>
      </thead>
      {names.map((name) => {
        const field = fields.get(name);
        return field && <RatingRow key={name} slip={slip} name={name} field={field} labelOf={labelOf} last={last?.[name]} />;
      })}
    </table>
  );
}

function RatingRow({ slip, name, field, labelOf, last }: { slip: Slip; name: Category; field: Field; labelOf: (rating: number) => string; last?: number | null }) {
  const saved = useSlipSaved(slip);
  const state = useField({ field, path: pathOf(slip), value: slip[name], onSaved: saved });
  const mayEdit = slip.may.edit.includes(name);
  const rating = state.draft as number | null;
  const choose = (next: number) => {
    if (mayEdit && next !== rating) state.change(next);
  };
  const press = (event: KeyboardEvent) => {
    if (/^[0-5]$/.test(event.key)) choose(Number(event.key));
  };
  const comment = `${name}Comment` as const;
  const form = useSlipForm(slip);
  return (
    <tbody>
      <tr data-category={name} onKeyDown={press}>
        <th scope="row">{field.title}{last !== null && last !== undefined && <small className="sr-muted">last time {last || "N/A"}</small>}<MissingNote name={name} />{state.status === "failed" && <span className="sr-note sr-note-bad" role="alert"> {state.problem} <button type="button" onClick={state.commit}>Retry</button></span>}</th>
        {ratings.map((one) => (
          <td key={one}>
            <label className="tea-rating" data-rating={one} data-chosen={rating === one || undefined}>
              <input type="radio" name={`${slip.id} ${name}`} value={one} checked={rating === one} disabled={!mayEdit} onChange={() => choose(one)} aria-label={`${field.title}: ${one || "N/A"}, ${labelOf(one)}`} />
              <span aria-hidden>{one || "N/A"}</span>
            </label>
          </td>
        ))}
      </tr>
      {form.shows(comment) && (
        <tr className="tea-justification">
          <td colSpan={ratings.length + 1}>
            <SlipField slip={slip} name={comment} title={`Why ${rating === null ? "" : labelOf(rating).toLowerCase()}?`} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
