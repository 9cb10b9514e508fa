import { useFields } from "@staffroom/form";
import type { Field } from "@staffroom/contract";
import { Grid, saveFields, type CellChange, type CellTools, type GridColumn } from "@staffroom/grid";
import { useMemo } from "react";
import type { Slip } from "../types";
import type { LastTime } from "./last-time";
import { MissingNote, pathOf, SlipField, useSlipSaved } from "./slip-field";

export type Category = "cat1" | "cat2" | "cat3" | "cat4" | "cat5" | "cat6";
const ratings = [5, 4, 3, 2, 1, 0] as const;

type Rated = { id: Category; field: Field; rating: number | null; last: number | null | undefined };

const labelIn = (field: Field, rating: number | null) => field.options?.find(({ value }) => value === rating)?.label ?? "";

/** The ratings of a slip: arrows go through them, 0 to 5 choose one. The justification opens beside its rating. */
export function PerformanceGrid({ slip, names, last }: { slip: Slip; names: readonly Category[]; last?: LastTime }) {
  const { fields } = useFields("/slip");
  const saved = useSlipSaved(slip);
  const first = fields.get(names[0] as string);
  const { id } = slip;
  const mayEdit = slip.may.edit;
  const columns = useMemo<readonly GridColumn<Rated>[]>(() => [
    { name: "title", title: "Category", width: 240, frozen: true, readOnly: true, cell: (row) => <Title row={row} /> },
    {
      name: "rating", title: "Rating", field: ({ field }) => field, isControl: true, readOnly: (row) => !mayEdit.includes(row.id),
      head: first && <RatingHeads field={first} />,
      cell: (row, tools) => <Ratings name={`${id} ${row.id}`} row={row} tools={tools} />,
    },
  ], [id, mayEdit, first]);
  const rows = names.flatMap((name): Rated[] => {
    const field = fields.get(name);
    return field ? [{ id: name, field, rating: slip[name], last: last?.[name] }] : [];
  });
  if (!first?.options) return null;
  const save = (changes: readonly CellChange[]) => saveFields(changes, { pathOf: () => pathOf(slip), fieldOf: ({ row }) => String(row), onSaved: saved });
  return <Grid className="tea-ratings" rows={rows} rowKey="id" label="Ratings" columns={columns} save={save} draftKey={`${pathOf(slip)}#${names.join()}`} rowHeight="auto" maxHeight="none" below={(row) => <Justification slip={slip} row={row} />} />;
}

/** The category, and how it was rated last time. */
function Title({ row: { id, field, last } }: { row: Rated }) {
  return <>{field.title}{last !== null && last !== undefined && <small className="sr-muted">last time {last || "N/A"}</small>}<MissingNote name={id} /></>;
}

function RatingHeads({ field }: { field: Field }) {
  return <span className="tea-rating-row" aria-hidden>{ratings.map((rating) => <span key={rating}><b>{rating || "N/A"}</b><small>{rating ? labelIn(field, rating) : ""}</small></span>)}</span>;
}

/** The ratings to choose from, one tap each. */
function Ratings({ name, row: { id, field }, tools: { value, mayEdit, set } }: { name: string; row: Rated; tools: CellTools }) {
  return (
    <span className="tea-rating-row" data-category={id}>
      {ratings.map((one) => (
        <label key={one} className="tea-rating" data-rating={one} data-chosen={value === one || undefined}>
          <input type="radio" name={name} value={one} tabIndex={-1} checked={value === one} disabled={!mayEdit} onChange={() => set(one)} aria-label={`${field.title}: ${one || "N/A"}, ${labelIn(field, one)}`} />
          <span aria-hidden>{one || "N/A"}</span>
        </label>
      ))}
    </span>
  );
}

function Justification({ slip, row: { id, field, rating } }: { slip: Slip; row: Rated }) {
  return <SlipField slip={slip} name={`${id}Comment`} title={`Why ${rating === null ? "" : labelIn(field, rating).toLowerCase()}?`} />;
}
