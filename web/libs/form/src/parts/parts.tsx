import { api, invalidate } from "@staffroom/api";
import type { Field, RecordData } from "@staffroom/contract";
import { attempt, Icon, toast, useDialogs, type PlainColumn } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { FieldFormDialog } from "../form/dialog";
import { PartsTable } from "./parts-table";
import { FieldValue } from "../fields/show-value";
import { useFields } from "../fields/use-fields";
import type { Values } from "../form/use-form";
import { sameValue } from "../rules/values";

type Part = { id: number };
type PartColumn<Row> = (keyof Row & string) | (PlainColumn<Row> & { title: ReactNode });

type PartsProps<Row extends Part> = {
  /** The type of the parts, `/expenses/line`: its fields are at `/fields`, one part at `/{id}`. */
  thing: string;
  rows: readonly Row[];
  /** Names of declared fields, and columns that the screen defines. */
  columns: readonly PartColumn<Row>[];
  /** The call that adds one, `/expenses/9/line`. */
  to: string;
  /** The parent record: a field's call for choices may name one of its values, `/templates/checklist/{id}/steps`. */
  record?: RecordData;
  /** Values that a new one gets in addition to the form's. */
  by?: Values;
  /** The call that reorders them, `/expenses/9/line/order`; rows can then be moved by dragging and by keys. */
  order?: string;
  /** The word for one part, `line`, and the name of one. */
  noun: string;
  nameOf: (row: Row) => string;
  mayChange: boolean;
  /** The initial values of a new one. */
  initial?: Values;
  /** The currency of its amounts. */
  currency?: string;
  empty: ReactNode;
  foot?: ReactNode;
  /**
   * Called after each change, to read the record again. With an order, its promise resolves once the record is read.
   */
  onChanged: () => unknown;
};

const isOfRecord = (field: Field): field is Field & { optionsFrom: string } => !!field.optionsFrom?.includes("{");
const filled = (path: string, record: RecordData) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(record[name]));

/** Returns the field with the record's values in the call for its choices. */
const ofRecord = (field: Field, record: RecordData | undefined): Field =>
  record && isOfRecord(field) ? { ...field, optionsFrom: filled(field.optionsFrom, record) } : field;

/**
 * A record's parts as a table: added, changed, ordered and deleted, in the record's history (`kit/records/parts.py`).
 */
export function Parts<Row extends Part>({
  thing,
  rows,
  columns,
  to,
  record,
  by,
  order,
  noun,
  nameOf,
  mayChange,
  initial,
  currency,
  empty,
  foot,
  onChanged,
}: PartsProps<Row>) {
  const { fields, data } = useFields(thing);
  const dialogs = useDialogs();
  const [edited, setEdited] = useState<Row | "new" | null>(null);
  const declared: Field[] = [...fields.values()]
    .map((field) => ofRecord(field, record))
    .map((field) => (field.type === "money" && currency ? { ...field, currency } : field));
  const close = () => setEdited(null);
  const done = (text: string) => {
    close();
    toast.success(text);
    // Such choices may be the parts themselves.
    if (record)
      for (const { optionsFrom } of [...fields.values()].filter(isOfRecord))
        void invalidate(filled(optionsFrom, record));
    onChanged();
  };
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const remove = async (row: Row) => {
    if (!(await dialogs.askDelete(nameOf(row)))) return;
    if (await attempt(() => api.delete(`${thing}/${row.id}`))) done(`${title} deleted`);
  };
  /** Sends the changed fields in one call. */
  const change = async (row: Row, values: Values) => {
    const before = row as Readonly<Record<string, unknown>>;
    const changes = Object.entries(values)
      .filter(([name, value]) => !sameValue(value, before[name]))
      .map(([field, newValue]) => ({ field, newValue, oldValue: before[field] }));
    return changes.length ? api.put(`${thing}/${row.id}`, { changes }) : undefined;
  };
  const shown = columns.map((column): PlainColumn<Row> => {
    if (typeof column !== "string") return column;
    const field = declared.find(({ name }) => name === column);
    return {
      title: field?.title,
      num: field?.type === "money" || field?.type === "integer",
      cell: (row) => field && <FieldValue field={field} value={row[column]} />,
    };
  });
  return (
    <section>
      <PartsTable
        stacks
        rows={rows}
        columns={shown}
        noun={noun}
        labelOf={nameOf}
        {...(mayChange && {
          order: order === undefined ? undefined : { to: order, onMoved: onChanged },
          onEdit: setEdited,
          onRemove: remove,
        })}
        empty={empty}
        foot={foot}
      />
      {mayChange && (
        <Button
          disabled={!data}
          icon={<Icon name="plus" size={15} />}
          onClick={() => setEdited("new")}
        >{`Add a ${noun}`}</Button>
      )}
      {edited === "new" && (
        <FieldFormDialog
          open
          title={`Add a ${noun}`}
          fields={declared.filter(({ readOnly }) => !readOnly)}
          initial={initial}
          draftKey={`add:${to}`}
          to={(values, idempotencyKey) => api.post(to, { ...values, ...by }, { idempotencyKey })}
          onDone={() => done(`${title} added`)}
          onCancel={close}
        />
      )}
      {edited !== null && edited !== "new" && (
        <FieldFormDialog
          key={edited.id}
          open
          title={nameOf(edited)}
          submitLabel={`Save ${noun}`}
          fields={declared.filter(({ readOnly }) => !readOnly)}
          initial={edited}
          to={(values) => change(edited, values)}
          onDone={() => done(`${title} saved`)}
          onCancel={close}
        />
      )}
    </section>
  );
}
