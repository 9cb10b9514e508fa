import {
  adopt,
  cancelSend,
  editorDebounceMs,
  handOver,
  isUnreachable,
  isWaiting,
  plainErrorText,
  sendLaterOf,
} from "@staffroom/api";
import { trackSave } from "@staffroom/form";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

export type SaveState = "saved" | "typing" | "saving" | "waiting" | "failed";

type Autosave = {
  /** The key of the draft that this browser keeps. */
  key: string;
  /** The name of the changes in the list of waiting calls while the server cannot be reached. */
  label: string;
  isSaved: () => boolean;
  /** Sends unsent changes. */
  save: () => Promise<unknown>;
};

/**
 * Saves changes together after a debounce, and when the screen is left. One call is in progress at a time; one without
 * a response waits for the server, across reloads.
 */
export function useAutosave({ key, label, isSaved, save }: Autosave) {
  const [state, setState] = useState<SaveState>(() => (isWaiting(key) ? "waiting" : isSaved() ? "saved" : "typing"));
  const [problem, setProblem] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);

  const latest = useRef(async () => true);
  /** Sends unsent changes; resolves once no call is in progress. Returns false if something stays unsent. */
  const flush = useCallback(() => latest.current(), []);

  const refuse = (error: unknown) => {
    if (isUnreachable(error)) {
      sendLaterOf(error, { key, label, draft: key, send: flush });
      return setState("waiting");
    }
    setProblem(plainErrorText(error));
    setState("failed");
  };
  const saveNow = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    if (isSaved()) {
      setState("saved");
      return true;
    }
    cancelSend(key);
    setState("saving");
    running.current = save()
      .then(() => {
        setProblem("");
        // Changes that were made during this call are sent next.
        setState(isSaved() ? "saved" : "typing");
      }, refuse)
      .finally(() => (running.current = null));
    trackSave(running.current);
    await running.current;
    return isSaved();
  };
  useLayoutEffect(() => {
    latest.current = saveNow;
  });

  /** Sends unsent changes soon; called after each change. */
  const saveSoon = useCallback(() => {
    cancelSend(key);
    setState("typing");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), editorDebounceMs);
  }, [flush, key]);

  useEffect(() => {
    // A call that waited when the page was closed belongs to this screen again; other kept changes are sent now.
    if (isWaiting(key)) adopt(key, flush);
    else void flush();
    return () => {
      clearTimeout(timer.current);
      if (isWaiting(key)) handOver(key);
      else void flush();
    };
  }, [flush, key]);

  return { state, problem, flush, saveSoon };
}
