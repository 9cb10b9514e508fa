import { invalidate, useApi } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ErrorState, LoadingState } from "@staffroom/ui";
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

/** A record beside its list: its moves, its fields, and what hangs on it. */
export function RecordDrawer<T extends RecordData>({ thing, id, title, children, extra, onClose }: Props<T>) {
  const found = useApi<T>(`${thing}/${id}`, undefined, { enabled: id !== null });
  const record = id === null ? undefined : found.data;
  const reload = () => {
    void found.refetch();
    void invalidate(thing);
  };
  return (
    <Drawer open={id !== null} onClose={onClose} size={860} title={record && title(record)} extra={record && extra?.(record)}>
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
