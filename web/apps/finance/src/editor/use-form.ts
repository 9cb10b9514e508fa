import { ApiError, newKey } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { dropDraft, keepDraft, readDraft, sameValue, toDraft, toWire, validateForm } from "@staffroom/form";
import { toast, useDialogs } from "@staffroom/ui";
import { useCallback, useMemo, useRef, useState } from "react";

export type Drafts = Record<string, unknown>;
type Input = {
  /** The fields as they stand for what is typed: a rule may follow from another field. */
  fieldsOf: (drafts: Drafts) => Field[];
  initial: Record<string, unknown>;
  /** Keeps what is typed under this name until it is sent. */
  draftKey?: string;
  /** Further drafts that follow from a change. */
  follow?: (drafts: Drafts, name: string) => Drafts;
};

const draftsOf = (fields: Field[], values: Record<string, unknown>): Drafts => ({
  ...values,
  ...Object.fromEntries(fields.map((field) => [field.name, toDraft(field, values[field.name])])),
});

/** A form whose fields follow from what is typed: drafts, problems, sending. */
export function useForm({ fieldsOf, initial, draftKey, follow }: Input) {
  const dialogs = useDialogs();
  const [start] = useState(() => draftsOf(fieldsOf(initial), initial));
  const [drafts, setDrafts] = useState<Drafts>(() => ({ ...start, ...(draftKey ? readDraft<Drafts>(draftKey) : {}) }));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);
  const key = useRef(newKey());
  const [box, setBox] = useState<HTMLElement | null>(null);
  const fields = useMemo(() => fieldsOf(drafts), [fieldsOf, drafts]);
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

  const refuse = (found: Record<string, string>) => {
    setProblems(found);
    dialogs.formErrors();
    const first = fields.find((field) => found[field.name]);
    if (first) box?.querySelector<HTMLElement>(`[data-field="${first.name}"] :is(input, textarea, [contenteditable])`)?.focus();
  };
  const forget = () => {
    if (draftKey) dropDraft(draftKey);
  };
  /** True when it was sent. `send` is given what is on the form as the wire wants it. */
  const submit = async (send: (values: Record<string, unknown>, key: string) => Promise<unknown>): Promise<boolean> => {
    if (sending) return false;
    const found = validateForm(fields, drafts);
    if (Object.keys(found).length) {
      refuse(found);
      return false;
    }
    setSending(true);
    try {
      await send(Object.fromEntries(fields.map((field) => [field.name, toWire(field, drafts[field.name])])), key.current);
      forget();
      return true;
    } catch (error) {
      key.current = newKey();
      const told = error instanceof ApiError ? error.fields : {};
      if (fields.some((field) => told[field.name])) refuse(told);
      else toast.error(error);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { fields, drafts, problems, sending, dirty, change, submit, forget, setBox };
}
export type Form = ReturnType<typeof useForm>;
