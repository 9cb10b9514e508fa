import { ApiError, isUnreachable, newKey, sendLater, takeBack } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { plainText, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { dropDraft, keepDraft, readDraft } from "./drafts";
import { FieldInput } from "./input";
import { toDraft, toWire } from "./values";
import { validateField, validateForm } from "./validation";

type Drafts = Record<string, unknown>;
type Values = Record<string, unknown>;

export type FieldFormProps = {
  fields: readonly Field[];
  /** Sends the values; the key marks this form's one create. A refusal is shown at its fields. */
  onSubmit: (values: Values, idempotencyKey: string) => Promise<unknown>;
  initial?: Values;
  /** Keeps what is typed until it is sent, under this name. */
  draftKey?: string;
  submitLabel?: string;
  onCancel?: () => void;
  children?: ReactNode;
};

const start = (fields: readonly Field[], initial: Values = {}): Drafts =>
  Object.fromEntries(fields.map((field) => [field.name, toDraft(field, initial[field.name])]));

/** A form from field metadata, with every rule and message of platform.md 5. Its state resets when the fields change. */
export function FieldForm(props: FieldFormProps) {
  const names = props.fields.map((field) => field.name).join();
  return <FormBody key={`${props.draftKey ?? ""}:${names}`} {...props} />;
}

function FormBody({ fields, onSubmit, initial, draftKey, submitLabel = "Save", onCancel, children }: FieldFormProps) {
  const base = useId();
  const dialogs = useDialogs();
  const key = useRef(newKey());
  const form = useRef<HTMLFormElement>(null);
  const kept = useMemo(() => (draftKey ? readDraft<Drafts>(draftKey) : undefined), [draftKey]);
  const [drafts, setDrafts] = useState<Drafts>(() => ({ ...start(fields, initial), ...kept }));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);
  /** Nothing was answered: sent by itself, under the same key, once the server can be reached. */
  const [waits, setWaits] = useState(false);
  useEffect(() => () => takeBack(base), [base]);

  const change = useCallback(
    (name: string, value: unknown) => {
      setDrafts((now) => {
        const next = { ...now, [name]: value };
        if (draftKey) keepDraft(draftKey, next);
        return next;
      });
      setProblems(({ [name]: _gone, ...others }) => others);
    },
    [draftKey],
  );

  const check = (field: Field) => {
    const problem = validateField(field, drafts[field.name], drafts, (name) => fields.find((one) => one.name === name)?.title ?? name, plainText);
    // An empty required field is told on sending, not on walking past it.
    if (problem && drafts[field.name] !== "") setProblems((now) => ({ ...now, [field.name]: problem }));
  };

  const refuse = (found: Record<string, string>) => {
    setProblems(found);
    dialogs.formErrors();
    const first = fields.findIndex((field) => found[field.name]);
    form.current?.querySelector<HTMLElement>(`[id="${base}-${first}"]`)?.focus();
  };

  const send = async (values: Values) => {
    setWaits(false);
    setSending(true);
    try {
      await onSubmit(values, key.current);
      if (draftKey) dropDraft(draftKey);
    } catch (error) {
      if (isUnreachable(error)) {
        sendLater({ key: base, label: submitLabel, send: () => send(values) });
        return setWaits(true);
      }
      // Another body under the same key would be refused; what was refused once may be changed and sent again.
      key.current = newKey();
      const told = error instanceof ApiError ? error.fields : {};
      if (fields.some((field) => told[field.name])) refuse(told);
      else toast.error(error);
    } finally {
      setSending(false);
    }
  };

  const submit = () => {
    if (sending) return;
    const found = validateForm(fields, drafts, plainText);
    if (Object.keys(found).length) return refuse(found);
    takeBack(base);
    void send(Object.fromEntries(fields.map((field) => [field.name, toWire(field, drafts[field.name])])));
  };

  const changeAgain = () => {
    takeBack(base);
    key.current = newKey();
    setWaits(false);
  };

  const reset = () => {
    if (draftKey) dropDraft(draftKey);
    setDrafts(start(fields, initial));
    setProblems({});
  };

  return (
    <form
      ref={form}
      className="sr-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {kept && <div className="sr-form-kept">Your unsent entries were kept. <button type="button" onClick={reset}>Start afresh</button></div>}
      {fields.map((field, index) => {
        const id = `${base}-${index}`;
        const problem = problems[field.name];
        return (
          <div key={field.name} className="sr-field" data-field={field.name}>
            <label className="sr-field-label" htmlFor={id}>
              {field.title}{(field.required || field.agreement) && <span className="sr-required" aria-hidden> *</span>}
            </label>
            <FieldInput
              field={field}
              id={id}
              value={drafts[field.name]}
              invalid={!!problem}
              autoFocus={index === 0}
              disabled={sending || waits}
              describedBy={`${id}-note`}
              onChange={(value) => change(field.name, value)}
              onBlur={() => check(field)}
            />
            {field.help && <div className="sr-help">{field.help}</div>}
            {problem && <span className="sr-note sr-note-bad" id={`${id}-note`} role="alert">{problem}</span>}
          </div>
        );
      })}
      {children}
      <div className="sr-form-foot">
        {waits && (
          <span className="sr-note sr-form-waits" role="status">
            The server cannot be reached. This is sent once it can. <button type="button" onClick={changeAgain}>Change it</button>
          </span>
        )}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="primary" htmlType="submit" loading={sending}>{waits ? "Try now" : submitLabel}</Button>
      </div>
    </form>
  );
}
