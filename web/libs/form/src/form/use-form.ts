import { ApiError, handOver, isUnreachable, newKey, plainErrorText, sendLaterOf, cancelSend } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { toast, useDialogs } from "@staffroom/ui";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "../rules/drafts";
import { focusField } from "../rules/focus";
import { toDraft, toWire, unwrap } from "../inputs";
import { validateField, validateForm } from "../rules/validation";
import { sameValue } from "../rules/values";

/** The values of the inputs, by field name. */
export type Drafts = Record<string, unknown>;
/** Values as they are sent, by field name. */
export type Values = Record<string, unknown>;
type Problems = Record<string, string>;
/** Another user's value of a field that this form also changes. */
type Conflict = { name: string; present: unknown };

export type FormInput = {
  /** The fields; a stable function if they depend on the entries. */
  fields: readonly Field[] | ((drafts: Drafts) => readonly Field[]);
  initial?: Values;
  /** Changes the drafts that depend on the field `name`. */
  follow?: (drafts: Drafts, name: string) => Drafts;
  /** Keeps the entries under this key until they are sent. */
  draftKey?: string;
  /** Keeps the entries after sending too: the call is only a dry run, and the caller drops them (`dropDraft`). */
  keepsDraft?: boolean;
  /** The name of the form in the list of waiting calls while the server cannot be reached. */
  label: string;
  /**
   * Sends the values. The key makes a create idempotent; `overwritten` has the other users' values that this user has
   * seen and replaces. Errors are shown at their fields.
   */
  onSubmit: (values: Values, idempotencyKey: string, overwritten: Values) => Promise<unknown>;
};

const fieldsFor = (fields: FormInput["fields"], drafts: Drafts): readonly Field[] =>
  typeof fields === "function" ? fields(drafts) : fields;

const draftsOf = (fields: readonly Field[], values: Values): Drafts => ({
  ...values,
  ...Object.fromEntries(fields.map((field) => [field.name, toDraft(field, values[field.name])])),
});

function conflictOf(error: unknown, fields: readonly Field[]): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile" || typeof error.body !== "object") return null;
  const { field: name } = (error.request.body ?? {}) as { field?: string };
  // The response has the current values by name; for a change of one field, just its value.
  const values = (error.body?.values ?? (name ? { [name]: error.body?.value } : {})) as Values;
  const field = fields.find((one) => one.name in values);
  return field ? { name: field.name, present: values[field.name] } : null;
}

/** The state of a form from field metadata: drafts, validation, submission, conflicts, retries (platform.md 5). */
export function useForm({ fields: declared, initial = {}, follow, draftKey, keepsDraft, label, onSubmit }: FormInput) {
  const base = useId();
  const dialogs = useDialogs();
  const key = useRef(newKey());
  const overwritten = useRef<Values>({});
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [start] = useState(() => draftsOf(fieldsFor(declared, initial), initial));
  const [stored, setStored] = useState(() => (draftKey ? readDraft<Drafts>(draftKey) : undefined));
  const [drafts, setDrafts] = useState<Drafts>(() => ({ ...start, ...stored }));
  const [problems, setProblems] = useState<Problems>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [sending, setSending] = useState(false);
  /** True while the call waits for the server; it is sent again with the same key. */
  const [waits, setWaits] = useState(false);
  useEffect(() => () => handOver(base), [base]);

  const fields = useMemo(() => fieldsFor(declared, drafts), [declared, drafts]);
  const dirty = fields.some((field) => !sameValue(drafts[field.name], start[field.name]));

  const change = useCallback(
    (name: string, value: unknown) => {
      setDrafts((now) => {
        const typed = { ...now, [name]: value };
        const next = follow ? follow(typed, name) : typed;
        if (draftKey) keepDraft(draftKey, next);
        return next;
      });
      setProblems(({ [name]: _gone, ...others }) => others);
    },
    [draftKey, follow],
  );

  /** Validates a field on leaving it. */
  const check = (field: Field) => {
    const problem = validateField(
      field,
      drafts[field.name],
      drafts,
      (name) => fields.find((one) => one.name === name)?.title ?? name,
    );
    // A required field that is empty is reported on submission, not on leaving it.
    if (problem && drafts[field.name] !== "") setProblems((now) => ({ ...now, [field.name]: problem }));
  };

  /** Shows the problems at their fields, with the popup that the server names or the one for a form with errors. */
  const refuse = (refused: Problems, popup?: { title: string; text: string }) => {
    setProblems(refused);
    if (popup) dialogs.say("error", popup.title, popup.text);
    else dialogs.formErrors();
    const first = fields.find((field) => refused[field.name]);
    if (first && box) focusField(first.name, box);
  };

  const forget = () => {
    if (draftKey) dropDraft(draftKey);
  };

  const send = async (values: Values): Promise<void> => {
    setWaits(false);
    setConflict(null);
    setSending(true);
    try {
      await onSubmit(values, key.current, overwritten.current);
      if (!keepsDraft) forget();
    } catch (error) {
      if (isUnreachable(error)) {
        sendLaterOf(error, { key: base, label, draft: draftKey, send: () => send(values) });
        return setWaits(true);
      }
      // A corrected body needs a new key: the server refuses a different body with the same key.
      key.current = newKey();
      const refused = error instanceof ApiError ? error.fields : {};
      const meanwhile = conflictOf(error, fields);
      const title = error instanceof ApiError ? error.title : undefined;
      if (meanwhile) setConflict(meanwhile);
      else if (title) refuse(refused, { title, text: plainErrorText(error) });
      else if (fields.some((field) => refused[field.name])) refuse(refused);
      else toast.error(error);
    } finally {
      setSending(false);
    }
  };

  const submit = async (): Promise<void> => {
    if (sending) return;
    const refused = validateForm(fields, drafts);
    if (Object.keys(refused).length) return refuse(refused);
    cancelSend(base);
    await send(Object.fromEntries(fields.map((field) => [field.name, toWire(field, drafts[field.name])])));
  };

  /** Cancels the waiting call, so that the entries can be changed. */
  const changeAgain = () => {
    cancelSend(base);
    key.current = newKey();
    setWaits(false);
  };

  /** Discards the entries. */
  const reset = () => {
    forget();
    setStored(undefined);
    setDrafts(start);
    setProblems({});
  };

  /** Resolves a conflict with the form's value or the current one. */
  const settle = (whose: "mine" | "theirs") => {
    const field = fields.find(({ name }) => name === conflict?.name);
    if (!field || !conflict) return;
    overwritten.current = { ...overwritten.current, [field.name]: unwrap(field, conflict.present) };
    setConflict(null);
    if (whose === "mine") void submit();
    else change(field.name, toDraft(field, conflict.present));
  };

  return {
    base,
    fields,
    drafts,
    problems,
    conflict,
    dirty,
    sending,
    waits,
    isKept: !!stored,
    change,
    check,
    submit,
    changeAgain,
    reset,
    forget,
    settle,
    setBox,
  };
}

export type Form = ReturnType<typeof useForm>;
