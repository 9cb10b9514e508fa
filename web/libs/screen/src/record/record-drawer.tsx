import { ApiError, invalidate, useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ErrorState, FieldsSkeleton, StarButton, StatusTag, useGone, useRouteTitle } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Drawer } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { choiceOf, headingOf, useChoices, type Choices } from "../choices";
import { OpenNeighbours } from "./neighbour-buttons";

/** The part that all records share. */
type Opened = Pick<RecordData, "id" | "moves">;

export type RecordDrawerProps<T extends Opened> = {
  /** Path of the records: `/bills`. */
  thing: string;
  /** Path of their list, whose columns have the status labels; that of the records when absent. */
  list?: string;
  id: number | null;
  /** The title: a text with the record's values in braces, or a function of the record. */
  heading: string | ((record: T) => string);
  /** The address parameter of the open record, so that it can be starred. */
  param?: string;
  /** The record in a sentence: `The bill`. */
  called?: string;
  /** The column of the list with the status; `status` when absent. */
  status?: string;
  /** Returns the record's status; the value of `status` when absent. */
  statusOf?: (record: T) => unknown;
  /** False hides its fields. */
  fields?: boolean;
  /** Content below the fields. */
  children?: (record: T, reload: () => void) => ReactNode;
  /** Further actions, before the moves in the footer. */
  actions?: (record: T) => ReactNode;
  /** Replaces the actions and moves in the footer. */
  footer?: (record: T, reload: () => void) => ReactNode;
  onClose: () => void;
};

type TitleProps<T extends Opened> = Pick<RecordDrawerProps<T>, "heading" | "status" | "statusOf"> & {
  record: T;
  list: string;
};

const nameOf = <T extends Opened>(record: T, heading: TitleProps<T>["heading"], choices: Choices | null) =>
  typeof heading === "string" ? headingOf(heading, record, choices) : heading(record);

/** The name of a record with its status. */
export function RecordTitle<T extends Opened>({
  record,
  list,
  heading,
  status = "status",
  statusOf = (one) => (one as RecordData)[status],
}: TitleProps<T>) {
  const choices = useChoices(`${list}/columns`);
  const state = choiceOf(choices, status, statusOf(record));
  return (
    <span className="sr-record-title">
      {nameOf(record, heading, choices)}
      {state && <StatusTag label={state.label} color={state.color} />}
    </span>
  );
}

/** The star of the record that is open over its list. */
function RecordStar<T extends Opened>({ record, list, heading, param }: TitleProps<T> & { param: string }) {
  const { pathname } = useLocation();
  const choices = useChoices(`${list}/columns`);
  return (
    <StarButton
      target={`${pathname}?${param}=${record.id}`}
      title={nameOf(record, heading, choices) || String(record.id)}
      kind="record"
    />
  );
}

/** The actions of a record, in the footer of its drawer. */
function RecordFoot({ record, actions, onDone }: { record: Opened; actions: ReactNode; onDone: () => void }) {
  return (
    <div className="sr-foot">
      {actions}
      <Moves moves={record.moves} onDone={onDone} />
    </div>
  );
}

/**
 * The content of a drawer. It takes the focus when the drawer opens, so that the arrow keys scroll it. Otherwise the
 * drawer would focus its first button, whose tooltip covers the record.
 */
function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={content} className="sr-drawer-content" tabIndex={-1}>
      {children}
    </div>
  );
}

const missing = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * A record in a drawer over its list: title and status at the top, fields and further content, actions in the footer.
 */
export function RecordDrawer<T extends Opened>({
  thing,
  list = thing,
  id,
  heading,
  param,
  called = "This",
  status,
  statusOf,
  fields = true,
  children,
  actions,
  footer,
  onClose,
}: RecordDrawerProps<T>) {
  const answer = useRecord<T>(`${thing}/${id}`, id !== null);
  const record = id === null ? undefined : answer.data;
  const listTitle = useRouteTitle();
  useGone(id === null ? { data: undefined, error: null } : answer, called, () => {
    void invalidate(list);
    onClose();
  });
  const reload = () => {
    void answer.refetch();
    void invalidate(thing);
    void invalidate(list);
  };
  const title = record && (
    <RecordTitle record={record} list={list} heading={heading} status={status} statusOf={statusOf} />
  );
  const further = record && actions?.(record);
  const foot = () =>
    further || record?.moves?.length ? <RecordFoot record={record as T} actions={further} onDone={reload} /> : null;
  return (
    <Drawer
      open={id !== null}
      autoFocus={false}
      onClose={onClose}
      size={860}
      title={title ?? listTitle}
      extra={
        <>
          {record && param && <RecordStar record={record} list={list} heading={heading} param={param} />}
          {id !== null && <OpenNeighbours />}
        </>
      }
      footer={record && (footer ? footer(record, reload) : foot())}
      destroyOnHidden
    >
      <Content>
        {record && (
          <div className="sr-record">
            {fields && (
              <FieldSections
                key={record.id}
                thing={thing}
                record={record as unknown as RecordData}
                folds="many"
                onSaved={() => void invalidate(list)}
              />
            )}
            {children?.(record, reload)}
          </div>
        )}
        {!record && answer.error && (
          <ErrorState
            error={answer.error}
            title={missing(answer.error) ? `${called} was not found` : `${called} did not load`}
            onRetry={() => void answer.refetch()}
            onBack={onClose}
          />
        )}
        {!record && !answer.error && id !== null && <FieldsSkeleton />}
      </Content>
    </Drawer>
  );
}
