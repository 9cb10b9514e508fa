import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { FieldInput, type FieldInputProps } from "./input";

type Entry = Record<string, unknown>;

/** A small table typed into directly; its cells are fields. */
export function TableInput({ field, value, onChange, onBlur, id, disabled }: FieldInputProps) {
  const rows = (Array.isArray(value) ? value : []) as Entry[];
  const columns = field.columns ?? [];
  const change = (index: number, entry: Entry) => onChange(rows.map((row, at) => (at === index ? entry : row)));
  return (
    <div className="sr-table-input">
      <table>
        <thead>
          <tr>
            {columns.map((column) => <th key={column.name} scope="col">{column.title}</th>)}
            {!disabled && <th><span className="sr-visually-hidden">Remove</span></th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no identity of their own
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name}>
                  <label className="sr-visually-hidden" htmlFor={`${id}-${index}-${column.name}`}>{column.title}, row {index + 1}</label>
                  <FieldInput
                    field={column}
                    id={`${id}-${index}-${column.name}`}
                    value={row[column.name] ?? (column.type === "boolean" ? false : "")}
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
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => onChange([...rows, {}])}>Add entry</Button>
      )}
    </div>
  );
}
