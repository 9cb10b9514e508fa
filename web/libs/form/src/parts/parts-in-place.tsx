import { api, invalidate, useApi } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { Answered, attempt, IconButton, Panel, StatePanel, StatusTag, toast, useDialogs } from "@staffroom/ui";
import { Button, Space } from "antd";
import type { ComponentProps } from "react";
import { FormButton } from "../form/button";
import { FieldSections } from "../fields/sections";
import { useFields } from "../fields/use-fields";
import type { Values } from "../form/use-form";

/** One part is special, by a field that is true only for it: the main address. */
export type PartsMark = { field: string; label: string; verb: string; done: string };

export type PartsInPlaceProps = {
  /** The type of the parts, `/address`: its fields are at `/fields`, one part at `/{id}`. */
  thing: string;
  ids: readonly number[];
  /** The section of fields that is shown of a part and filled in for a new one. */
  section: string;
  /** The call that adds one, and the record's values that it takes. */
  to: string;
  by?: Values;
  /** The word for one, `address`; its `title` is its name. */
  noun: string;
  mark?: PartsMark;
  mayAdd: boolean;
  empty: Pick<ComponentProps<typeof StatePanel>, "icon" | "title" | "text">;
  /** Called after each was added, deleted or marked, to read the record again. */
  onChanged: () => unknown;
};

type PartProps = Pick<PartsInPlaceProps, "thing" | "section" | "mark"> & {
  id: number;
  onDone: (text: string) => void;
  deleted: string;
};

function Part({ thing, id, section, mark, deleted, onDone }: PartProps) {
  const path = `${thing}/${id}`;
  const query = useApi<RecordData>(path);
  const dialogs = useDialogs();
  const act = async (work: () => Promise<unknown>, text: string) => (await attempt(work)) && onDone(text);
  const remove = async (title: string) => (await dialogs.askDelete(title)) && act(() => api.delete(path), deleted);
  return (
    <Answered query={query} panel rows={3}>
      {(record) => {
        const title = String(record.title);
        const isMarked = mark && record[mark.field] === true;
        return (
          <section className="sr-part">
            <header>
              <h2>{title}</h2>
              <Space>
                {isMarked && <StatusTag label={mark.label} color="green" />}
                {mark && !isMarked && record.may?.edit?.includes(mark.field) && (
                  <Button
                    size="small"
                    onClick={() => void act(() => api.put(path, { field: mark.field, newValue: true }), mark.done)}
                  >
                    {mark.verb}
                  </Button>
                )}
                {record.may?.delete && (
                  <IconButton label={`Delete ${title}`} icon="trash" onClick={() => remove(title)} />
                )}
              </Space>
            </header>
            <FieldSections thing={thing} record={record} only={[section]} />
          </section>
        );
      }}
    </Answered>
  );
}

/**
 * A record's parts below each other, each saved field by field; for parts with many fields, where `<Parts>` is a table.
 */
export function PartsInPlace({ thing, ids, section, to, by, noun, mark, mayAdd, empty, onChanged }: PartsInPlaceProps) {
  const { data, fields } = useFields(thing, section);
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const done = (text: string) => {
    toast.success(text);
    void invalidate(thing);
    onChanged();
  };
  const add = mayAdd && data && (
    <FormButton
      primary
      label={`Add ${noun}`}
      fields={[...fields.values()]}
      to={(values, idempotencyKey) => api.post(to, { ...values, ...by }, { idempotencyKey })}
      onDone={() => done(`${title} added`)}
    />
  );
  if (!ids.length)
    return (
      <Panel>
        <StatePanel {...empty} actions={add} />
      </Panel>
    );
  return (
    <div className="sr-parts-in-place">
      {ids.map((id) => (
        <Part key={id} thing={thing} id={id} section={section} mark={mark} deleted={`${title} deleted`} onDone={done} />
      ))}
      {add && <div>{add}</div>}
    </div>
  );
}
