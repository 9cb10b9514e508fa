import { invalidate, useApi, useListMeta } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ErrorState, LoadingState, StatusTag, useRouteTitle } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import "./record-drawer.css";

type Props<T extends RecordData> = {
  /** Path of the records: `/bills`. */
  thing: string;
  id: number | null;
  title: (record: T) => ReactNode;
  /** Below the fields. */
  children?: (record: T, reload: () => void) => ReactNode;
  extra?: (record: T) => ReactNode;
  onClose: () => void;
};

/** Where a record stands, in the words and colours of its list. */
function Status({ thing, status }: { thing: string; status: unknown }) {
  const options = useListMeta(thing).data?.columns.find(({ name }) => name === "status")?.options;
  const found = options?.find(({ value }) => value === status);
  return found && <StatusTag label={found.label} color={found.color} />;
}

/** A record beside its list: its moves, its fields, and what hangs on it. */
export function RecordDrawer<T extends RecordData>({ thing, id, title, children, extra, onClose }: Props<T>) {
  const found = useApi<T>(`${thing}/${id}`, undefined, { enabled: id !== null });
  const record = id === null ? undefined : found.data;
  const list = useRouteTitle();
  const reload = () => {
    void found.refetch();
    void invalidate(thing);
  };
  return (
    <Drawer open={id !== null} onClose={onClose} size={860} title={record ? <span className="fin-record-title">{title(record)}<Status thing={thing} status={record.status} /></span> : list} extra={record && extra?.(record)}>
      {record && (
        <div className="fin-record">
          <Moves moves={record.moves} onDone={reload} />
          <FieldSections key={record.id} thing={thing} record={record} onSaved={() => void invalidate(thing)} />
          {children?.(record, reload)}
        </div>
      )}
      {!record && found.error && <ErrorState error={found.error} title="This did not load" onRetry={() => void found.refetch()} />}
      {!record && !found.error && id !== null && <LoadingState rows={8} />}
    </Drawer>
  );
}

/** Facts that are not typed: who did what, and when. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className="fin-record-facts">
      {facts.filter(([, value]) => value).map(([label, value]) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}
