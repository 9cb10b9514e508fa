import { ApiError, api, editorDebounceMs, isUnreachable, isWaiting, plainErrorText, sendLater, takeBack } from "@staffroom/api";
import type { Field, FieldSaved } from "@staffroom/contract";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "./drafts";
import { kindOf, toDraft, toWire, unwrap } from "./inputs";
import { validateField } from "./validation";
import { sameValue } from "./values";

/** `waiting`: sent by itself once the server can be reached. */
export type FieldStatus = "idle" | "dirty" | "saving" | "saved" | "failed" | "waiting" | "conflict";
export type FieldState = {
  draft: unknown;
  status: FieldStatus;
  /** What is wrong: a rule, or what the server answered. */
  problem: string | null;
  /** Somebody else's value, when `status` is `conflict`. */
  present: unknown;
};

type Input = {
  field: Field;
  /** The record's address, to which `PUT {field, newValue, oldValue}` goes. */
  path: string;
  value: unknown;
  onSaved: (saved: FieldSaved) => void;
  /** Whatever is typed saves by itself once the typing rests, not only long texts (money.md 5). */
  debounce?: boolean;
};

/** One editable field of a record: its draft, its rules and its saving. */
export function useField({ field, path, value, onSaved, debounce = false }: Input) {
  const draftKey = `${path}#${field.name}`;
  const [state, setState] = useState<FieldState>(() => {
    const kept = readDraft(draftKey);
    const draft = kept === undefined ? toDraft(field, value) : kept;
    const status = kept === undefined ? "idle" : isWaiting(draftKey) ? "waiting" : "dirty";
    return { draft, status, problem: null, present: undefined };
  });
  const latest = useRef({ state, value });
  useLayoutEffect(() => {
    latest.current = { state, value };
  });
  /** What the person saw when the typing began: a record read anew meanwhile must not hide that somebody changed it. */
  const base = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    // The record was read anew: a field nobody is typing in follows it.
    setState((now) =>
      now.status === "idle" || now.status === "saved" ? { ...now, draft: toDraft(field, value) } : now,
    );
  }, [field, value]);

  const saveAgain = useRef<(draft: unknown, oldValue: unknown) => unknown>(() => undefined);
  const save = useCallback(
    async (draft: unknown, known: unknown) => {
      const oldValue = unwrap(field, known);
      clearTimeout(timer.current);
      takeBack(draftKey);
      const problem = validateField(field, draft);
      if (problem) return setState((now) => ({ ...now, problem, status: "dirty" }));
      const newValue = toWire(field, draft);
      if (sameValue(newValue, oldValue)) {
        dropDraft(draftKey);
        return setState((now) => ({ ...now, draft: toDraft(field, latest.current.value), problem: null, status: "idle" }));
      }
      setState((now) => ({ ...now, status: "saving", problem: null }));
      try {
        const saved = await api.put<FieldSaved>(path, { field: field.name, newValue, oldValue });
        const isLatest = sameValue(latest.current.state.draft, draft);
        if (isLatest) dropDraft(draftKey);
        base.current = saved ? saved.value : newValue;
        setState((now) => (isLatest ? { ...now, status: "saved", problem: null } : { ...now, status: "dirty" }));
        onSaved(saved ?? { field: field.name, value: newValue });
      } catch (error) {
        if (error instanceof ApiError && error.code === "changed_meanwhile" && typeof error.body === "object") {
          const present = error.body?.value;
          return setState((now) => ({ ...now, status: "conflict", present }));
        }
        if (isUnreachable(error)) {
          sendLater({ key: draftKey, label: field.title, send: () => saveAgain.current(draft, oldValue) });
          return setState((now) => ({ ...now, status: "waiting" }));
        }
        const said = (error instanceof ApiError && error.fields[field.name]) || plainErrorText(error);
        setState((now) => ({ ...now, status: "failed", problem: said }));
      }
    },
    [draftKey, field, onSaved, path],
  );

  useLayoutEffect(() => {
    saveAgain.current = save;
  });

  const change = useCallback(
    (draft: unknown) => {
      const { status } = latest.current.state;
      if (status === "idle" || status === "saved") base.current = latest.current.value;
      keepDraft(draftKey, draft);
      takeBack(draftKey);
      setState((now) => ({ ...now, draft, status: "dirty", problem: null }));
      clearTimeout(timer.current);
      const { saves } = kindOf(field);
      if (saves === "changed") void save(draft, base.current);
      else if (saves === "rested") {
        timer.current = setTimeout(() => void save(draft, base.current), editorDebounceMs);
      } else if (debounce) {
        // Half an address is not wrong yet: only leaving the field tells what is.
        const rest = () => validateField(field, draft) === null && void save(draft, base.current);
        timer.current = setTimeout(rest, editorDebounceMs);
      }
    },
    [debounce, draftKey, field, save],
  );

  /** Saves what was typed now: on leaving the field, on Enter, or on Retry. */
  const commit = useCallback(() => {
    const { state: now } = latest.current;
    if (["dirty", "failed", "waiting"].includes(now.status)) void save(now.draft, base.current);
  }, [save]);

  const discard = useCallback(() => {
    clearTimeout(timer.current);
    takeBack(draftKey);
    dropDraft(draftKey);
    setState({ draft: toDraft(field, latest.current.value), status: "idle", problem: null, present: undefined });
  }, [draftKey, field]);

  const keepMine = useCallback(() => void save(latest.current.state.draft, latest.current.state.present), [save]);

  const takeTheirs = useCallback(() => {
    const { present } = latest.current.state;
    dropDraft(draftKey);
    setState({ draft: toDraft(field, present), status: "idle", problem: null, present: undefined });
    onSaved({ field: field.name, value: present });
  }, [draftKey, field, onSaved]);

  useEffect(() => () => {
    // Leaving the screen inside the pause must not lose the text: send it off at once.
    if (timer.current !== undefined && latest.current.state.status === "dirty" && (debounce || kindOf(field).saves === "rested")) {
      void save(latest.current.state.draft, base.current);
    }
  }, [debounce, field, save]);

  return { ...state, change, commit, discard, keepMine, takeTheirs };
}
