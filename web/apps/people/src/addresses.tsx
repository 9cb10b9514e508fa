import { api, invalidate, useApi } from "@staffroom/api";
import type { RecordData, RecordPieceProps } from "@staffroom/contract";
import { FieldSections, FormButton, useFields } from "@staffroom/form";
import { Answered, attempt, IconButton, Panel, StatePanel, StatusTag, toast, useDialogs } from "@staffroom/ui";
import { Button, Space } from "antd";
import "./style.css";
import { kindOf, type Address } from "./types";

const shown = ["address"];

function AddressCard({ id, reload }: { id: number; reload: () => void }) {
  const path = `/address/${id}`;
  const query = useApi<RecordData>(path);
  const dialogs = useDialogs();
  const act = async (work: () => Promise<unknown>, done: string) => {
    if (!(await attempt(work))) return;
    toast.success(done);
    reload();
  };
  const remove = async (title: string) => {
    if (await dialogs.askDelete(title)) await act(() => api.delete(path), "Address deleted");
  };
  const makePrimary = () => act(() => api.put(path, { field: "primary", newValue: true }), "This is the main address now");
  return (
    <Answered query={query} panel rows={3}>
      {(record) => {
        const title = String(record.title);
        return (
          <section className="people-address">
            <header>
              <h2>{title}</h2>
              <Space>
                {record.primary === true && <StatusTag label="Primary" color="green" />}
                {record.primary !== true && record.may?.edit?.includes("primary") && <Button size="small" onClick={() => void makePrimary()}>Make primary</Button>}
                {record.may?.delete && <IconButton label={`Delete ${title}`} icon="trash" onClick={() => remove(title)} />}
              </Space>
            </header>
            <FieldSections thing="/address" record={record} only={shown} />
          </section>
        );
      }}
    </Answered>
  );
}

/** A person's addresses: each saved field by field, one of them the primary one. */
export default function Addresses({ record, thing }: RecordPieceProps) {
  const { data: form, fields } = useFields("/address", "address");
  const addresses = (record.addresses ?? []) as Address[];
  const reload = () => {
    void invalidate("/address");
    void invalidate(thing);
  };
  const add = !!record.may?.edit?.length && form && (
    <FormButton
      primary
      label="Add address"
      fields={[...fields.values()]}
      to={(values, idempotencyKey) => api.post("/address", { ...values, personType: kindOf(thing), personId: record.id }, { idempotencyKey })}
      onDone={() => {
        toast.success("Address added");
        reload();
      }}
    />
  );
  return (
    <div className="people-stack">
      {addresses.length === 0 && (
        <Panel><StatePanel icon="map-pin" title="No address yet" text="Letters and exam papers need one." actions={add} /></Panel>
      )}
      {addresses.map(({ id }) => <AddressCard key={`${id}`} id={id} reload={reload} />)}
      {addresses.length > 0 && add && <div>{add}</div>}
    </div>
  );
}
