import type { Field } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { checkCount, messages } from "../rules/rules";
import { countText, type FieldInputProps, type Kind } from "./kind";

type Entry = Record<string, unknown>;
/** The functions that a table needs for its cells, each a field of another type. */
export type Cells = {
  Input: Kind["Input"];
  toDraft: (column: Field, cell: unknown) => unknown;
  toWire: (column: Field, draft: unknown) => unknown;
  problemOf: (column: Field, draft: unknown) => string | null;
};

const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value : []);

function mapCells(field: Field, value: unknown, change: (column: Field, cell: unknown) => unknown): Entry[] {
  return entriesOf(value).map((entry) => ({
    ...entry,
    ...Object.fromEntries((field.columns ?? []).map((column) => [column.name, change(column, entry[column.name])])),
  }));
}

/** A small editable table; its cells are fields. */
function TableInput({ field, value, onChange, onBlur, id, disabled, Cell }: FieldInputProps & { Cell: Kind["Input"] }) {
  const rows = entriesOf(value);
  const columns = field.columns ?? [];
  const change = (index: number, entry: Entry) => onChange(rows.map((row, at) => (at === index ? entry : row)));
  return (
    <div className="sr-table-input">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.title}
              </th>
            ))}
            {!disabled && (
              <th>
                <span className="sr-visually-hidden">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no identity of their own
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name}>
                  <label className="sr-visually-hidden" htmlFor={`${id}-${index}-${column.name}`}>
                    {column.title}, row {index + 1}
                  </label>
                  <Cell
                    field={column}
                    id={`${id}-${index}-${column.name}`}
                    value={row[column.name]}
                    disabled={disabled}
                    onChange={(draft) => change(index, { ...row, [column.name]: draft })}
                    onBlur={onBlur}
                  />
                </td>
              ))}
              {!disabled && (
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`Remove row ${index + 1}`}
                    icon={<Icon name="close" size={14} />}
                    onClick={() => onChange(rows.filter((_, at) => at !== index))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!disabled && (
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => onChange([...rows, {}])}>
          Add entry
        </Button>
      )}
    </div>
  );
}

/** Returns the type of a table whose cells have the types of `cells`. */
export function tableOf(cells: Cells): Kind {
  const checkCells: Kind["check"] = (draft, field) => {
    for (const entry of Array.isArray(draft) ? draft : [draft]) {
      for (const column of field.columns ?? []) {
        const problem = cells.problemOf(column, (entry as Entry | null)?.[column.name]);
        if (problem) return `${column.title}: ${problem}`;
      }
    }
    return null;
  };
  return {
    Input: (props) => <TableInput {...props} Cell={cells.Input} />,
    show: countText,
    draft: (value, field) => mapCells(field, value, cells.toDraft),
    empty: [],
    parse: (draft, field) => mapCells(field, draft, cells.toWire),
    check: (draft, field) =>
      checkCount(Array.isArray(draft) ? draft.length : 1, field, messages.minEntries, messages.maxEntries) ??
      checkCells(draft, field),
    checkBlank: ({ min }) => (min ? messages.minEntries(min) : null),
    isWide: true,
    isWiderDialog: true,
    isReadInInput: true,
  };
}
