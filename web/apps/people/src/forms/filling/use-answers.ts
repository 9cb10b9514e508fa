import {
  adopt,
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
import type { Answers, Entry } from "../types";

export type SaveState = "saved" | "typing" | "saving" | "waiting" | "failed";
type Saved = { entryVersion: number };

/** The key of an entry's unsent answers, among the drafts of this browser. */
export const draftOf = (entryId: number) => `form/entry/${entryId}`;

/**
 * The answers of an entry while it is filled in. Changes are kept in this browser immediately and sent together after a
 * debounce. Calls without a response wait for the server, across reloads. If another device saved meanwhile, its
 * answers are loaded, and the local ones are sent over them.
 */
export function useAnswers(entry: Entry) {
  const key = draftOf(entry.id);
  const path = `/form/entry/${entry.id}`;
  const [unsent, setUnsent] = useState<Answers>(() => readDraft<Answers>(key) ?? {});
  const [sent, setSent] = useState<Answers>(entry.answers);
  const [state, setState] = useState<SaveState>(() => (Object.keys(unsent).length ? "typing" : "saved"));
  const [problem, setProblem] = useState("");
  const version = useRef(entry.entryVersion);
  const latest = useRef({ unsent });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);
  const answers = { ...sent, ...unsent };

  /** Adds what is unsent to the state and the browser's drafts. */
  const keep = useCallback(
    (next: Answers) => {
      latest.current.unsent = next;
      if (Object.keys(next).length) keepDraft(key, next);
      else dropDraft(key);
      setUnsent(next);
    },
    [key],
  );

  const put = useCallback(
    async (changes: Answers) => {
      try {
        return await api.put<Saved>(`${path}/answers`, { answers: changes, entryVersion: version.current });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const fresh = await api.get<Entry>(path);
        version.current = fresh.entryVersion;
        setSent(fresh.answers);
        return api.put<Saved>(`${path}/answers`, { answers: changes, entryVersion: version.current });
      }
    },
    [path],
  );

  const again = useRef<() => Promise<void>>(async () => undefined);
  /** Sends what is unsent; resolves once no call is in progress. Returns false if something stays unsent. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    const changes = latest.current.unsent;
    if (!Object.keys(changes).length) return true;
    cancelSend(key);
    setState("saving");
    const work = (async () => {
      try {
        const saved = await put(changes);
        version.current = saved?.entryVersion ?? version.current + 1;
        setSent((now) => ({ ...now, ...changes }));
        // Answers that were typed during this call are sent next.
        const left = Object.fromEntries(
          Object.entries(latest.current.unsent).filter(([id, value]) => !sameValue(value, changes[id])),
        );
        keep(left);
        setProblem("");
        setState(Object.keys(left).length ? "typing" : "saved");
      } catch (error) {
        if (isUnreachable(error)) {
          sendLaterOf(error, { key, label: entry.form.title, draft: key, send: () => again.current() });
          return setState("waiting");
        }
        setProblem(plainErrorText(error));
        setState("failed");
      }
    })();
    running.current = work;
    trackSave(work);
    await work;
    running.current = null;
    return !Object.keys(latest.current.unsent).length;
  }, [entry.form.title, keep, key, put]);
  useLayoutEffect(() => {
    again.current = async () => void (await flush());
  });

  const change = useCallback(
    (id: string, value: unknown) => {
      cancelSend(key);
      keep({ ...latest.current.unsent, [id]: value ?? null });
      setState("typing");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void again.current(), editorDebounceMs);
    },
    [key, keep],
  );

  useEffect(() => {
    // A call that waited when the page was closed belongs to this screen again; other kept answers are sent now.
    const kept = latest.current;
    if (isWaiting(key)) adopt(key, () => again.current());
    else if (Object.keys(kept.unsent).length) void again.current();
    return () => {
      clearTimeout(timer.current);
      if (isWaiting(key)) handOver(key);
      else if (Object.keys(kept.unsent).length) void again.current();
    };
  }, [key]);

  return { answers, change, flush, state, problem };
}
