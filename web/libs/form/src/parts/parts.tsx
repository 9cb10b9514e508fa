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
  /** The thing that the parts are, `/expenses/line`: its fields are at `/fields`, one of them at `/{id}`. */
  thing: string;
  rows: readonly Row[];
  /** Names of declared fields, and columns of the screen's own. */
  columns: readonly PartColumn<Row>[];
  /** The call that adds one, `/expenses/9/line`. */
  to: string;
  /**
   * The record that they belong to: a field's call of choices may name a value of it,
   * `/templates/checklist/{id}/steps`.
   */
  record?: RecordData;
  /** Values that a new one gets beside those that are filled in. */
  by?: Values;
  /**
   * The call that puts them into another order, `/expenses/9/line/order`; rows are moved then by dragging and by keys.
   */
  order?: string;
  /** The word for one part, `line`, and the name of one. */
  noun: string;
  nameOf: (row: Row) => string;
  mayChange: boolean;
  /** The values with which a new one begins. */
  initial?: Values;
  /** The currency of its amounts. */
  currency?: string;
  empty: ReactNode;
  foot?: ReactNode;
  /** After each change: reads the record again. In an order, a promise that is kept once it is read. */
  onChanged: () => unknown;
};

const isOfRecord = (field: Field): field is Field & { optionsFrom: string } => !!field.optionsFrom?.includes("{");
const filled = (path: string, record: RecordData) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(record[name]));

/** The field with the call of its choices filled in from the record. */
const ofRecord = (field: Field, record: RecordData | undefined): Field =>
  record && isOfRecord(field) ? { ...field, optionsFrom: filled(field.optionsFrom, record) } : field;

/**
 * The parts of a record as a table: added, changed, ordered and deleted, in the record's history
 * (`kit/records/parts.py`).
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
  /** The fields that were changed, in one call. */
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
