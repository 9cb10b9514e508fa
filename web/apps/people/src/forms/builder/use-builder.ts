import { api, ApiError } from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, sameValue } from "@staffroom/form";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Definition, FormRecord, Problems } from "../types";
import { useAutosave } from "../use-autosave";

const longest = 200;
type History = { past: Definition[]; present: Definition; future: Definition[] };

/**
 * A form's draft in the builder: changes with undo and redo, kept in this browser immediately. A draft that the server
 * refuses stays here, with the problems by their paths, until it is complete.
 */
export function useBuilder(form: FormRecord, onSaved: (version: number) => void) {
  const key = `form/${form.id}/draft`;
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    present: readDraft<Definition>(key) ?? form.draft,
    future: [],
  }));
  /** True if another user saved in the meantime. */
  const [isChanged, setChanged] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const version = useRef(form.version);
  const saved = useRef(form.draft);
  const latest = useRef(history.present);
  const last = useRef<{ at: number; what: string }>({ at: 0, what: "" });
  useEffect(() => {
    // A move or a field of the record also creates a version.
    version.current = Math.max(version.current, form.version);
  }, [form.version]);

  const save = async () => {
    const definition = latest.current;
    setChanged(false);
    try {
      const answer = await api.put<{ version: number }>(`/form/${form.id}/draft`, {
        definition,
        version: version.current,
      });
      version.current = answer.version;
      saved.current = definition;
      setProblems({});
      if (sameValue(latest.current, definition)) dropDraft(key);
      onSaved(answer.version);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && error.code === "changed_meanwhile")
        return setChanged(true);
      if (error instanceof ApiError && Object.keys(error.fields).length) setProblems(error.fields);
      throw error;
    }
  };
  const { state, problem, flush, saveSoon } = useAutosave({
    key,
    label: form.title,
    isSaved: () => sameValue(latest.current, saved.current),
    save,
  });

  const show = useCallback(
    (next: Definition) => {
      latest.current = next;
      keepDraft(key, next);
      saveSoon();
    },
    [key, saveSoon],
  );

  /** Makes a change; changes with the same `what` within a second and a half are one undo step. */
  const change = useCallback(
    (next: Definition, what = "") => {
      if (next === latest.current) return;
      const now = Date.now();
      const isOneStep = what !== "" && what === last.current.what && now - last.current.at < 1500;
      last.current = { at: now, what };
      setHistory(({ past, present }) => ({
        past: isOneStep ? past : [...past, present].slice(-longest),
        present: next,
        future: [],
      }));
      show(next);
    },
    [show],
  );
  const goTo = (next: History) => {
    last.current = { at: 0, what: "" };
    setHistory(next);
    show(next.present);
  };
  const { past, present, future } = history;
  const undo = () => {
    const before = past.at(-1);
    if (before) goTo({ past: past.slice(0, -1), present: before, future: [present, ...future] });
  };
  const redo = () => {
    const [after, ...rest] = future;
    if (after) goTo({ past: [...past, present], present: after, future: rest });
  };

  /** Takes the other user's draft, or saves this one over it. */
  const settle = async (whose: "mine" | "theirs") => {
    const fresh = await api.get<FormRecord>(`/form/${form.id}`);
    version.current = fresh.version;
    saved.current = fresh.draft;
    setChanged(false);
    if (whose === "theirs") {
      dropDraft(key);
      latest.current = fresh.draft;
      setHistory({ past: [], present: fresh.draft, future: [] });
      setProblems({});
    }
    await flush();
  };

  return {
    definition: present,
    change,
    undo,
    redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    flush,
    settle,
    isChanged,
    state,
    problem,
    problems,
  };
}
