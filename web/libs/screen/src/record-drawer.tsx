import { invalidate, useApi } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ErrorState, LoadingState, StatusTag, useNeighbours, useRouteTitle } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { choiceOf, headingOf, useChoices } from "./choices";
import { NeighbourButtons } from "./neighbour-buttons";

/** The part that all records have in common. */
type Opened = Pick<RecordData, "id" | "moves">;

export type RecordDrawerProps<T extends Opened> = {
  /** Path of the records: `/bills`. */
  thing: string;
  /** Path of their list, whose columns have the labels of their status; that of the records when absent. */
  list?: string;
  id: number | null;
  /** The title: a text with the record's values in braces, or a function of the record. */
  heading: string | ((record: T) => ReactNode);
  /** The record in a sentence: `The bill`. */
  called?: string;
  /** The state of the record; its `status` when absent. */
  statusOf?: (record: T) => unknown;
  /** False hides its fields. */
  fields?: boolean;
  /** Content below the fields. */
  children?: (record: T, reload: () => void) => ReactNode;
  /** Content next to the title. */
  extra?: (record: T) => ReactNode;
  /** Replaces the moves above the fields; null where they are shown elsewhere. */
  footer?: (record: T, reload: () => void) => ReactNode;
  onClose: () => void;
};

const statusIn = (record: Opened): unknown => (record as RecordData).status;

type TitleProps<T extends Opened> = Pick<RecordDrawerProps<T>, "heading" | "statusOf"> & { record: T; list: string };

/** What a record is called, and its state. */
export function RecordTitle<T extends Opened>({ record, list, heading, statusOf = statusIn }: TitleProps<T>) {
  const choices = useChoices(`${list}/columns`);
  const state = choiceOf(choices, "status", statusOf(record));
  return (
    <span className="sr-record-title">
      {typeof heading === "string" ? headingOf(heading, record, choices) : heading(record)}
      {state && <StatusTag label={state.label} color={state.color} />}
    </span>
  );
}

/** A record in a drawer over its list: moves, fields, and further content. */
export function RecordDrawer<T extends Opened>({ thing, list = thing, id, heading, called = "This", statusOf, fields = true, children, extra, footer, onClose }: RecordDrawerProps<T>) {
  const answer = useApi<T>(`${thing}/${id}`, undefined, { enabled: id !== null });
  const record = id === null ? undefined : answer.data;
  const listTitle = useRouteTitle();
  const { pathname, search } = useLocation();
  const neighbours = useNeighbours(`${pathname}${search}`);
  const reload = () => {
    void answer.refetch();
    void invalidate(thing);
    void invalidate(list);
  };
  const title = record && <RecordTitle record={record} list={list} heading={heading} statusOf={statusOf} />;
  return (
    <Drawer open={id !== null} onClose={onClose} size={860} title={title ?? listTitle} extra={<>{record && extra?.(record)}{id !== null && <NeighbourButtons neighbours={neighbours} replace />}</>} footer={record && footer?.(record, reload)} destroyOnHidden>
      {record && (
        <div className="sr-record">
          {!footer && <Moves moves={record.moves} onDone={reload} />}
          {fields && <FieldSections key={record.id} thing={thing} record={record as unknown as RecordData} onSaved={() => void invalidate(list)} />}
          {children?.(record, reload)}
        </div>
      )}
      {!record && answer.error && <ErrorState error={answer.error} title={`${called} did not load`} onRetry={() => void answer.refetch()} />}
      {!record && !answer.error && id !== null && <LoadingState rows={8} />}
    </Drawer>
  );
}
