import { api, ApiError } from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, sameValue } from "@staffroom/form";
import { useRef, useState } from "react";
import type { Answers, Entry } from "../types";
import { useAutosave } from "../use-autosave";

type Saved = { entryVersion: number };

const isEmpty = (answers: Answers) => Object.keys(answers).length === 0;

/**
 * The answers of an entry while it is filled in. Changes are kept in this browser immediately. If another device saved
 * in the meantime, its answers are loaded, and the local ones are sent over them.
 */
export function useAnswers(entry: Entry) {
  const key = `form/entry/${entry.id}`;
  const path = `/form/entry/${entry.id}`;
  const [unsent, setUnsent] = useState<Answers>(() => readDraft<Answers>(key) ?? {});
  const [sent, setSent] = useState<Answers>(entry.answers);
  const version = useRef(entry.entryVersion);
  const latest = useRef(unsent);

  /** Adds unsent answers to the state and the browser's drafts. */
  const keep = (next: Answers) => {
    latest.current = next;
    if (isEmpty(next)) dropDraft(key);
    else keepDraft(key, next);
    setUnsent(next);
  };
  const put = (answers: Answers) => api.put<Saved>(`${path}/answers`, { answers, entryVersion: version.current });
  const save = async () => {
    const changes = latest.current;
    const saved = await put(changes).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const fresh = await api.get<Entry>(path);
      version.current = fresh.entryVersion;
      setSent(fresh.answers);
      return put(changes);
    });
    version.current = saved?.entryVersion ?? version.current + 1;
    setSent((now) => ({ ...now, ...changes }));
    keep(Object.fromEntries(Object.entries(latest.current).filter(([id, value]) => !sameValue(value, changes[id]))));
  };
  const { state, problem, flush, saveSoon } = useAutosave({
    key,
    label: entry.form.title,
    isSaved: () => isEmpty(latest.current),
    save,
  });
  const change = (id: string, value: unknown) => {
    keep({ ...latest.current, [id]: value ?? null });
    saveSoon();
  };
  return { answers: { ...sent, ...unsent }, change, flush, state, problem };
}
