import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, RecordData, RecordPieceProps } from "@staffroom/contract";
import { FieldFormDialog, FieldSections } from "@staffroom/form";
import { ErrorState, Icon, LoadingState, Panel, StatePanel, StatusTag, toast, useDialogs } from "@staffroom/ui";
import { Button, Space } from "antd";
import { useState } from "react";
import "./style.css";
import { kindOf, type Address } from "./types";

const shown = ["address"];

function AddressCard({ id, reload }: { id: number; reload: () => void }) {
  const path = `/address/${id}`;
  const { data: record, error, refetch } = useApi<RecordData>(path);
  const dialogs = useDialogs();
  if (error && !record) return <Panel><ErrorState error={error} onRetry={() => void refetch()} /></Panel>;
  if (!record) return <Panel><LoadingState rows={3} /></Panel>;
  const title = String(record.title);

  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      toast.success();
      reload();
    } catch (failure) {
      toast.error(failure);
    }
  };
  const remove = async () => {
    if (await dialogs.askDelete(title)) await act(() => api.delete(path));
  };
  const makePrimary = () => act(() => api.put(path, { field: "primary", newValue: true }));
  return (
    <section className="people-address">
      <header>
        <h2>{title}</h2>
        <Space>
          {record.primary === true && <StatusTag label="Primary" color="green" />}
          {record.primary !== true && record.may?.edit?.includes("primary") && (
            <Button size="small" onClick={() => void makePrimary()}>Make primary</Button>
          )}
          {record.may?.delete && (
            <Button size="small" type="text" aria-label={`Delete ${title}`} icon={<Icon name="trash" size={15} />} onClick={() => void remove()} />
          )}
        </Space>
      </header>
      <FieldSections thing="/address" record={record} only={shown} />
    </section>
  );
}

/** A person's addresses: each saved field by field, one of them the primary one. */
export default function Addresses({ record, thing }: RecordPieceProps) {
  const [adding, setAdding] = useState(false);
  const { data: form } = useApi<Answer<"people", "/address/fields">>("/address/fields", undefined, { staleTime: 5 * 60_000 });
  const addresses = (record.addresses ?? []) as Address[];
  const mayAdd = !!record.may?.edit?.length && form;
  const reload = () => {
    void invalidate("/address");
    void invalidate(thing);
  };
  const add = mayAdd && (
    <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add address</Button>
  );
  return (
    <div className="people-stack">
      {addresses.length === 0 && (
        <Panel><StatePanel icon="map-pin" title="No address yet" text="Letters and exam papers need one." actions={add} /></Panel>
      )}
      {addresses.map(({ id }) => <AddressCard key={`${id}`} id={id} reload={reload} />)}
      {addresses.length > 0 && add && <div>{add}</div>}
      <FieldFormDialog
        open={adding}
        title="Add address"
        fields={form?.sections.find(({ name }) => name === "address")?.fields ?? []}
        to={(values, idempotencyKey) => api.post("/address", { ...values, personType: kindOf(thing), personId: record.id }, { idempotencyKey })}
        onCancel={() => setAdding(false)}
        onDone={() => {
          setAdding(false);
          toast.success();
          reload();
        }}
      />
    </div>
  );
}
