import type { Field, FieldSaved } from "@staffroom/contract";
import { Grid, saveFields, type CellChange, type CellTools, type GridColumn } from "@staffroom/grid";
import { useMemo, type ReactNode } from "react";
import { MissingNote } from "./missing-note";

const ratings = [5, 4, 3, 2, 1, 0] as const;

/** A rating of a record, 5 to 0; `below` draws what its value requires. */
export type Rated = {
  field: Field;
  value: number | null;
  mayEdit: boolean;
  last?: number | null;
  below?: (rating: number | null, labelOf: (rating: number) => string) => ReactNode;
};
type Row = Rated & { id: string };
type RatingsProps = { path: string; rows: readonly Rated[]; onSaved: (saved: FieldSaved) => void };

const labelIn = (field: Field, rating: number) => field.options?.find(({ value }) => value === rating)?.label ?? "";

/** Ratings of a record as a grid: arrows move through them, 0 to 5 choose one. */
export function Ratings({ path, rows, onSaved }: RatingsProps) {
  const first = rows[0]?.field;
  const columns = useMemo<readonly GridColumn<Row>[]>(
    () => [
      {
        name: "title",
        title: "Category",
        width: 240,
        frozen: true,
        readOnly: true,
        cell: (row) => <Title row={row} />,
      },
      {
        name: "value",
        title: "Rating",
        field: ({ field }) => field,
        isControl: true,
        readOnly: ({ mayEdit }) => !mayEdit,
        head: first && <Heads field={first} />,
        cell: (row, tools) => <Choices name={`${path} ${row.id}`} row={row} tools={tools} />,
      },
    ],
    [path, first],
  );
  if (!first?.options) return null;
  const named = rows.map((row): Row => ({ ...row, id: row.field.name }));
  const save = (changes: readonly CellChange[]) =>
    saveFields(changes, { pathOf: () => path, fieldOf: ({ row }) => String(row), onSaved });
  return (
    <Grid
      className="tea-ratings"
      rows={named}
      rowKey="id"
      label="Ratings"
      columns={columns}
      save={save}
      draftKey={`${path}#${named.map(({ id }) => id).join()}`}
      rowHeight="auto"
      maxHeight="none"
      below={({ below, value, field }) => below?.(value, (rating) => labelIn(field, rating))}
    />
  );
}

/** The category, and its last rating. */
function Title({ row: { id, field, last } }: { row: Row }) {
  return (
    <>
      {field.title}
      {last !== null && last !== undefined && <small className="sr-muted">last time {last || "N/A"}</small>}
      <MissingNote name={id} />
    </>
  );
}

function Heads({ field }: { field: Field }) {
  return (
    <span className="tea-rating-row" aria-hidden>
      {ratings.map((rating) => (
        <span key={rating}>
          <b>{rating || "N/A"}</b>
          <small>{rating ? labelIn(field, rating) : ""}</small>
        </span>
      ))}
    </span>
  );
}

type ChoicesProps = {
  name: string;
  row: Row;
  tools: CellTools;
};

/** The ratings to choose from, one tap each. */
function Choices({ name, row: { id, field }, tools: { value, mayEdit, set } }: ChoicesProps) {
  return (
    <span className="tea-rating-row" data-category={id}>
      {ratings.map((one) => (
        <label key={one} className="tea-rating" data-rating={one} data-chosen={value === one || undefined}>
          <input
            type="radio"
            name={name}
            value={one}
            tabIndex={-1}
            checked={value === one}
            disabled={!mayEdit}
            onChange={() => set(one)}
            aria-label={`${field.title}: ${one || "N/A"}, ${labelIn(field, one)}`}
          />
          <span aria-hidden>{one || "N/A"}</span>
        </label>
      ))}
    </span>
  );
}
