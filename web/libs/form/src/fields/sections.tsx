import { queryClient } from "@staffroom/api";
import type { Field, FieldSaved, RecordData } from "@staffroom/contract";
import { ErrorState, FieldsSkeleton, Icon, openBugReport, Problem } from "@staffroom/ui";
import { Collapse } from "antd";
import { useCallback, useEffect, useId, type ReactNode } from "react";
import { FieldConflict, FieldFrame, FieldHelp } from "./field";
import { focusField } from "../rules/focus";
import { HistoryButton } from "./history";
import { InPlace } from "./in-place";
import { FieldInput, kindOf, toDraft } from "../inputs";
import { FieldValue } from "./show-value";
import { useField } from "./use-field";
import { useFields } from "./use-fields";
import { AddDetail, manyFields, useFolding } from "./folding";

export type RecordFieldProps = {
  field: Field;
  /** The record's address. */
  path: string;
  value: unknown;
  onSaved: (saved: FieldSaved) => void;
  /** Shows the button of the field's history, for sysAdmin. */
  history?: boolean;
  /** Saves any entry after a debounce. */
  debounce?: boolean;
  /** Counts the typed characters, next to the label. */
  count?: (draft: unknown) => ReactNode;
};

function FieldNote({ state, id }: { state: ReturnType<typeof useField>; id: string }) {
  switch (state.status) {
    case "saving":
      return (
        <span className="sr-note" id={id}>
          Saving…
        </span>
      );
    case "saved":
      return (
        <span className="sr-note sr-note-good" id={id} role="status">
          <Icon name="check" size={13} /> Saved
        </span>
      );
    case "dirty":
      return state.problem ? (
        <Problem id={id}>{state.problem}</Problem>
      ) : (
        <span className="sr-note" id={id}>
          Not saved yet{" "}
          <button type="button" onClick={state.commit}>
            Save
          </button>
          <button type="button" onClick={state.discard}>
            Discard
          </button>
        </span>
      );
    case "waiting":
      return (
        <span className="sr-note" id={id} role="status">
          Saved once the server can be reached{" "}
          <button type="button" onClick={state.commit}>
            Try now
          </button>
          <button type="button" onClick={state.discard}>
            Discard
          </button>
        </span>
      );
    case "failed":
      return (
        <span className="sr-note sr-note-bad" id={id} role="alert">
          {state.problem}{" "}
          <button type="button" onClick={state.commit}>
            Retry
          </button>
          <button type="button" onClick={state.discard}>
            Discard
          </button>
          <button type="button" onClick={() => openBugReport(state.error)}>
            Report
          </button>
        </span>
      );
    default:
      return null;
  }
}

/** One editable field of a record, with autosave. */
export function EditableField({ field, path, value, onSaved, history, debounce, count }: RecordFieldProps) {
  const id = useId();
  const state = useField({ field, path, value, onSaved, debounce });
  return (
    <FieldFrame
      field={field}
      id={id}
      tools={
        <>
          {count?.(state.draft)}
          {history && <HistoryButton path={path} field={field} />}
        </>
      }
    >
      <InPlace state={state}>
        <FieldInput
          field={field}
          id={id}
          value={state.draft}
          invalid={!!state.problem}
          onChange={state.change}
          onBlur={state.commit}
          describedBy={`${id}-note`}
        />
      </InPlace>
      <FieldHelp field={field} />
      <FieldNote state={state} id={`${id}-note`} />
      {state.status === "conflict" && (
        <FieldConflict field={field} present={state.present} onKeep={state.keepMine} onTake={state.takeTheirs} />
      )}
    </FieldFrame>
  );
}

/** One read-only field of a record. */
export function ReadField({ field, path, value, history }: Omit<RecordFieldProps, "onSaved" | "debounce" | "count">) {
  const id = useId();
  return (
    <FieldFrame field={field} tools={history && <HistoryButton path={path} field={field} />}>
      {kindOf(field).isReadInInput ? (
        <FieldInput field={field} id={id} value={toDraft(field, value)} onChange={() => undefined} disabled />
      ) : (
        <div className="sr-field-value">
          <FieldValue field={field} value={value} />
        </div>
      )}
    </FieldFrame>
  );
}

export type FieldSectionsProps = {
  /** Path of the thing, `/students`; its fields are at `/students/fields`. */
  thing: string;
  record: RecordData;
  /** Address of the record if it is not `{thing}/{id}`. */
  path?: string;
  /** Sections to show, by name; all when absent. */
  only?: readonly string[];
  /** Empty fields are behind 'Add a detail', or left out if read-only; `many`: of a record with more than eight. */
  folds?: boolean | "many";
  /** Components that draw and save a field, by the field's name, in place of its control. */
  drawn?: Readonly<Record<string, () => ReactNode>>;
  /** The field named in the address: it is shown, scrolled to and focused. */
  asked?: string;
  onSaved?: (saved: FieldSaved) => void;
};

/** Writes a field's saved value to the cached record at `path`, wherever that is shown; then calls `onSaved`. */
export function useRecordSaved(path: string, onSaved?: (saved: FieldSaved) => void) {
  return useCallback(
    (change: FieldSaved) => {
      queryClient.setQueriesData<RecordData>(
        { predicate: ({ queryKey: [key] }) => key === path },
        (old) => old && { ...old, [change.field]: change.value },
      );
      onSaved?.(change);
    },
    [onSaved, path],
  );
}

/**
 * A record's fields as accordion sections, each field with autosave. Fields that are not in `may.edit` are read-only.
 */
export function FieldSections({
  thing,
  record,
  path = `${thing}/${record.id}`,
  only,
  folds,
  drawn,
  asked,
  onSaved,
}: FieldSectionsProps) {
  const { data, error, refetch } = useFields(thing);
  const { fold, add } = useFolding(asked);
  const isLoaded = !!data;
  useEffect(() => {
    if (asked && isLoaded) focusField(asked);
  }, [asked, isLoaded]);
  const saved = useRecordSaved(path, onSaved);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <FieldsSkeleton />;
  const history = !!record.may?.history;
  const mayEdit = new Set(record.may?.edit ?? []);
  const wanted = data.sections.filter((section) => !only || only.includes(section.name));
  const isFolding = folds === "many" ? wanted.flatMap((section) => section.fields).length > manyFields : folds;
  const sections = wanted
    .map((section) => ({
      ...section,
      ...(isFolding ? fold(section.fields, record, path) : { shown: section.fields, folded: [] }),
    }))
    .map((section) => ({ ...section, folded: section.folded.filter(({ name }) => mayEdit.has(name)) }))
    .filter(({ shown, folded }) => shown.length || folded.length);
  return (
    <Collapse
      className="sr-sections"
      defaultActiveKey={sections.map((section) => section.name)}
      items={sections.map((section) => ({
        key: section.name,
        label: section.title,
        children: (
          <div className="sr-fields">
            {section.shown.map((field) =>
              drawn?.[field.name] ? (
                <FieldFrame
                  key={field.name}
                  field={field}
                  tools={history && <HistoryButton path={path} field={field} />}
                >
                  {drawn[field.name]?.()}
                  <FieldHelp field={field} />
                </FieldFrame>
              ) : mayEdit.has(field.name) ? (
                <EditableField
                  key={field.name}
                  field={field}
                  path={path}
                  value={record[field.name]}
                  onSaved={saved}
                  history={history}
                />
              ) : (
                <ReadField key={field.name} field={field} path={path} value={record[field.name]} history={history} />
              ),
            )}
            {section.folded.length > 0 && <AddDetail fields={section.folded} onAdd={add} />}
          </div>
        ),
      }))}
    />
  );
}
