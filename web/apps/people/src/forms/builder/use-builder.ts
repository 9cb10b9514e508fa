import {
  api,
  ApiError,
  cancelSend,
  editorDebounceMs,
  handOver,
  isUnreachable,
  isWaiting,
  plainErrorText,
  sendLaterOf,
} from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, sameValue, trackSave } from "@staffroom/form";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SaveState } from "../filling/use-answers";
import type { Definition, FormRecord, Problems } from "../types";

const longest = 200;
type History = { past: Definition[]; present: Definition; future: Definition[] };
/** `changed`: another user saved meanwhile. */
type DraftState = SaveState | "changed";

/**
 * A form's draft in the builder: changes with undo and redo, kept in this browser immediately and saved after a
 * debounce. A draft that the server refuses stays here, with the problems by their paths, until it is complete.
 */
export function useBuilder(form: FormRecord, onSaved: (version: number) => void) {
  const key = `form/${form.id}/draft`;
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    present: readDraft<Definition>(key) ?? form.draft,
    future: [],
  }));
  const [state, setState] = useState<DraftState>("saved");
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState("");
  const version = useRef(form.version);
  const saved = useRef(form.draft);
  const latest = useRef(history.present);
  const last = useRef<{ at: number; what: string }>({ at: 0, what: "" });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);
  useEffect(() => {
    // A move or a field of the record also creates a version.
    version.current = Math.max(version.current, form.version);
  }, [form.version]);

  const again = useRef<() => Promise<boolean>>(async () => true);
  /** Saves the draft now; returns false if it stays unsaved. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    const definition = latest.current;
    if (sameValue(definition, saved.current)) return true;
    cancelSend(key);
    setState("saving");
    const work = (async () => {
      try {
        const answer = await api.put<{ version: number }>(`/form/${form.id}/draft`, {
          definition,
          version: version.current,
        });
        version.current = answer.version;
        saved.current = definition;
        setProblems({});
        if (sameValue(latest.current, definition)) dropDraft(key);
        setState(sameValue(latest.current, definition) ? "saved" : "typing");
        onSaved(answer.version);
      } catch (error) {
        if (isUnreachable(error)) {
          sendLaterOf(error, { key, label: form.title, draft: key, send: () => again.current() });
          return setState("waiting");
        }
        if (error instanceof ApiError && error.status === 409 && error.code === "changed_meanwhile")
          return setState("changed");
        if (error instanceof ApiError && Object.keys(error.fields).length) setProblems(error.fields);
        setProblem(plainErrorText(error));
        setState("failed");
      }
    })();
    running.current = work;
    trackSave(work);
    await work;
    running.current = null;
    return sameValue(latest.current, saved.current);
  }, [form.id, form.title, key, onSaved]);
  useLayoutEffect(() => {
    again.current = flush;
  });

  const show = useCallback(
    (next: Definition) => {
      latest.current = next;
      keepDraft(key, next);
      setState("typing");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void again.current(), editorDebounceMs);
    },
    [key],
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
  const undo = useCallback(() => {
    const before = history.past.at(-1);
    if (!before) return;
    last.current = { at: 0, what: "" };
    setHistory({ past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] });
    show(before);
  }, [history, show]);
  const redo = useCallback(() => {
    const [after, ...rest] = history.future;
    if (!after) return;
    last.current = { at: 0, what: "" };
    setHistory({ past: [...history.past, history.present], present: after, future: rest });
    show(after);
  }, [history, show]);

  /** Takes the other user's draft, or saves this one over it. */
  const settle = async (whose: "mine" | "theirs") => {
    const fresh = await api.get<FormRecord>(`/form/${form.id}`);
    version.current = fresh.version;
    saved.current = fresh.draft;
    if (whose === "mine") return void flush();
    dropDraft(key);
    latest.current = fresh.draft;
    setHistory({ past: [], present: fresh.draft, future: [] });
    setProblems({});
    setState("saved");
  };

  useEffect(() => {
    if (!sameValue(latest.current, saved.current)) void again.current();
    return () => {
      clearTimeout(timer.current);
      if (isWaiting(key)) handOver(key);
      else void again.current();
    };
  }, [key]);

  return {
    definition: history.present,
    change,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    flush,
    settle,
    state,
    problem,
    problems,
  };
}
