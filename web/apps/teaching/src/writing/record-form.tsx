import { useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { choiceOf, useChoices } from "@staffroom/screen";
import { Answered, Icon, StatusTag, useGone } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { FullScreen } from "../parts/full-screen";

type RecordFormProps<T> = {
  /** Path of the records, and the id of the one being written. */
  thing: string;
  id: number;
  /** The name of the screen, and of the record in a sentence. */
  label: string;
  called: string;
  onClose: () => void;
  children: (record: T, reload: () => void) => ReactNode;
};

/** The form of a record over the whole screen; it is drawn once the record and its fields are loaded. */
export function RecordForm<T extends RecordData>({ thing, id, label, called, onClose, children }: RecordFormProps<T>) {
  const query = useRecord<T>(`${thing}/${id}`);
  const fields = useFields(thing);
  useGone(query, called, onClose);
  return (
    <FullScreen label={label} onClose={onClose}>
      <Answered query={query} rows={6}>
        {(record) => fields.data && children(record, () => void query.refetch())}
      </Answered>
    </FullScreen>
  );
}

type FormHeadProps = {
  title: string;
  /** Loads the columns that name the states, and the state of this record. */
  columns: string;
  status: string;
  onClose: () => void;
  children?: ReactNode;
};

/** The heading of such a form: title, state, the form's tools, and the close button. */
export function FormHead({ title, columns, status, onClose, children }: FormHeadProps) {
  const state = choiceOf(useChoices(columns), "status", status);
  return (
    <div className="tea-head">
      <h1>{title}</h1>
      {state && <StatusTag label={state.label} color={state.color} />}
      <span className="sr-spacer" />
      {children}
      <Button type="text" aria-label="Close" icon={<Icon name="close" size={16} />} onClick={onClose} />
    </div>
  );
}
