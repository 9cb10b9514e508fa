import {
  ApiError,
  GoneBack,
  adopt,
  api,
  editorDebounceMs,
  handOver,
  isUnreachable,
  isWaiting,
  plainErrorText,
  sendLaterOf,
  cancelSend,
} from "@staffroom/api";
import type { Field, FieldSaved } from "@staffroom/contract";
import { isUndoable, showRefusal, toast, useConfirming } from "@staffroom/ui";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "../rules/drafts";
import { kindOf, toDraft, toWire, unwrap } from "../inputs";
import { validateField } from "../rules/validation";
import { sameValue } from "../rules/values";

/** `waiting`: sent automatically once the server can be reached. */
export type FieldStatus = "idle" | "dirty" | "saving" | "saved" | "failed" | "waiting" | "conflict";
export type FieldState = {
  draft: unknown;
  status: FieldStatus;
  /** The error of a rule or of the server. */
  problem: string | null;
  /** The server's refusal, for a report; when `status` is `failed`. */
  error?: unknown;
  /** The other user's value, when `status` is `conflict`. */
  present: unknown;
};

type Input = {
  field: Field;
  /** The record's address, to which `PUT {field, newValue, oldValue}` is sent. */
  path: string;
  value: unknown;
  onSaved: (saved: FieldSaved) => void;
  /** Saves any entry after a debounce, not only long texts (money.md 5). */
  debounce?: boolean;
};

/** Saves in progress. */
const saves = new Set<Promise<unknown>>();
/** Waits for the saves in progress, so that a following read sees the latest entries. */
export async function savesSettled(): Promise<void> {
  // A save may begin with the blur that the caller's click causes.
  await Promise.resolve();
  while (saves.size) await Promise.all(saves);
}
/** Counts a save as in progress until it ends. */
export function trackSave(save: Promise<unknown>): void {
  saves.add(save);
  void save.finally(() => saves.delete(save));
}

/**
 * The value before the change for which Undo is offered, by the field's key: a text saved while typing is restored as a
 * whole.
 */
let undoable: { key: string; before: unknown } | null = null;

/** One editable field of a record: its draft, rules and saving, `restore` while it is edited, and Undo afterwards. */
export function useField({ field, path, value, onSaved, debounce = false }: Input) {
  const draftKey = `${path}#${field.name}`;
  const confirming = useConfirming();
  const [state, setState] = useState<FieldState>(() => {
    const stored = readDraft(draftKey);
    const draft = stored === undefined ? toDraft(field, value) : stored;
    const status = stored === undefined ? "idle" : isWaiting(draftKey) ? "waiting" : "dirty";
    return { draft, status, problem: null, present: undefined };
  });
  const latest = useRef({ state, value });
  useLayoutEffect(() => {
    latest.current = { state, value };
  });
  /** The value when typing began: a record refreshed in the meantime must not hide another user's change. */
  const base = useRef(value);
  /** The value when the field took the focus: Esc restores it. */
  const entered = useRef<{ value: unknown } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    // A refreshed record replaces the value of a field that is not being edited.
    setState((now) =>
      now.status === "idle" || now.status === "saved" ? { ...now, draft: toDraft(field, value) } : now,
    );
  }, [field, value]);

  /** Offers to restore the previous value; a value that somebody has changed since stays, with a message. */
  const offerUndo = useCallback(
    (known: unknown, saved: unknown) => {
      const before =
        undoable?.key === draftKey && isUndoable(draftKey) ? undoable.before : toWire(field, toDraft(field, known));
      undoable = { key: draftKey, before };
      if (sameValue(before, saved)) return toast.undone();
      const undo = async () => {
        try {
          const back = await api.put<FieldSaved>(path, {
            field: field.name,
            newValue: before,
            oldValue: unwrap(field, saved),
          });
          base.current = back ? back.value : before;
          onSaved(back ?? { field: field.name, value: before });
          toast.success(`${field.title} is as before`);
        } catch (error) {
          if (error instanceof ApiError && error.code === "changed_meanwhile")
            toast.refusal("It was changed again since, so it stays as it is now", field.title);
          else toast.error(error);
        }
      };
      toast.undoable(`${field.title} changed`, () => void undo(), { subject: draftKey });
    },
    [draftKey, field, onSaved, path],
  );

  const saveAgain = useRef<(draft: unknown, oldValue: unknown) => unknown>(() => undefined);
  const save = useCallback(
    async (draft: unknown, known: unknown) => {
      const oldValue = unwrap(field, known);
      clearTimeout(timer.current);
      cancelSend(draftKey);
      const problem = validateField(field, draft);
      if (problem) return setState((now) => ({ ...now, problem, status: "dirty" }));
      const newValue = toWire(field, draft);
      if (sameValue(newValue, oldValue)) {
        dropDraft(draftKey);
        return setState((now) => ({
          ...now,
          draft: toDraft(field, latest.current.value),
          problem: null,
          status: "idle",
        }));
      }
      setState((now) => ({ ...now, status: "saving", problem: null }));
      try {
        const sent = confirming((said) =>
          api.put<FieldSaved>(path, { field: field.name, newValue, oldValue, ...said }),
        );
        trackSave(sent.catch(() => undefined));
        const saved = await sent;
        const isLatest = sameValue(latest.current.state.draft, draft);
        if (isLatest) dropDraft(draftKey);
        base.current = saved ? saved.value : newValue;
        setState((now) => (isLatest ? { ...now, status: "saved", problem: null } : { ...now, status: "dirty" }));
        onSaved(saved ?? { field: field.name, value: newValue });
        offerUndo(known, base.current);
      } catch (error) {
        if (error instanceof GoneBack) {
          dropDraft(draftKey);
          return setState({
            draft: toDraft(field, latest.current.value),
            status: "idle",
            problem: null,
            present: undefined,
          });
        }
        if (error instanceof ApiError && error.code === "changed_meanwhile" && typeof error.body === "object") {
          const present = error.body?.value;
          return setState((now) => ({ ...now, status: "conflict", present }));
        }
        if (isUnreachable(error)) {
          sendLaterOf(error, {
            key: draftKey,
            label: field.title,
            draft: draftKey,
            send: () => saveAgain.current(draft, oldValue),
          });
          return setState((now) => ({ ...now, status: "waiting" }));
        }
        showRefusal(error);
        const message = (error instanceof ApiError && error.fields[field.name]) || plainErrorText(error);
        setState((now) => ({ ...now, status: "failed", problem: message, error }));
      }
    },
    [confirming, draftKey, field, offerUndo, onSaved, path],
  );

  useLayoutEffect(() => {
    saveAgain.current = save;
  });

  const change = useCallback(
    (draft: unknown) => {
      const { status } = latest.current.state;
      if (status === "idle" || status === "saved") base.current = latest.current.value;
      keepDraft(draftKey, draft);
      cancelSend(draftKey);
      setState((now) => ({ ...now, draft, status: "dirty", problem: null }));
      clearTimeout(timer.current);
      const { saves } = kindOf(field);
      if (saves === "changed") void save(draft, base.current);
      else if (saves === "rested") {
        timer.current = setTimeout(() => void save(draft, base.current), editorDebounceMs);
      } else if (debounce) {
        // An incomplete address is not an error yet: errors are shown on leaving the field.
        const rest = () => validateField(field, draft) === null && void save(draft, base.current);
        timer.current = setTimeout(rest, editorDebounceMs);
      }
    },
    [debounce, draftKey, field, save],
  );

  /** Saves the entry immediately: on leaving the field, on Enter, or on Retry. */
  const commit = useCallback(() => {
    const { state: now } = latest.current;
    if (["dirty", "failed", "waiting"].includes(now.status)) void save(now.draft, base.current);
  }, [save]);

  /** Saves on its key: Esc then restores nothing older. */
  const confirm = useCallback(() => {
    entered.current = null;
    commit();
  }, [commit]);

  const discard = useCallback(() => {
    clearTimeout(timer.current);
    cancelSend(draftKey);
    dropDraft(draftKey);
    const discarded: FieldState = {
      draft: toDraft(field, latest.current.value),
      status: "idle",
      problem: null,
      present: undefined,
    };
    // A blur right afterwards must not save what was discarded.
    latest.current = { ...latest.current, state: discarded };
    setState(discarded);
  }, [draftKey, field]);

  /** Remembers the value that `restore` goes back to; called on focus. */
  const enter = useCallback(() => {
    entered.current ??= { value: latest.current.value };
  }, []);
  const leave = useCallback(() => {
    entered.current = null;
  }, []);

  /**
   * Discards what was entered since the field took the focus, even if it was saved in the meantime. False if nothing
   * was entered.
   */
  const restore = useCallback((): boolean => {
    const { state: now, value: present } = latest.current;
    const before = entered.current ? entered.current.value : present;
    const isTyped = !["idle", "saved"].includes(now.status);
    if (isTyped) discard();
    const isSaved = !sameValue(toWire(field, toDraft(field, before)), toWire(field, toDraft(field, present)));
    if (!isSaved) return isTyped;
    const draft = toDraft(field, before);
    setState((state) => ({ ...state, draft }));
    void save(draft, present);
    return true;
  }, [discard, field, save]);

  const keepMine = useCallback(() => void save(latest.current.state.draft, latest.current.state.present), [save]);

  const takeTheirs = useCallback(() => {
    const { present } = latest.current.state;
    dropDraft(draftKey);
    setState({ draft: toDraft(field, present), status: "idle", problem: null, present: undefined });
    onSaved({ field: field.name, value: present });
  }, [draftKey, field, onSaved]);

  useEffect(() => {
    // A change that waited when the page was closed belongs to this field again while it is shown.
    const { state: begun } = latest.current;
    if (begun.status === "waiting")
      adopt(draftKey, (body) => saveAgain.current(begun.draft, (body as { oldValue?: unknown }).oldValue));
    return () => void (isWaiting(draftKey) && handOver(draftKey));
  }, [draftKey, field]);

  useEffect(
    () => () => {
      // Save the text immediately if the screen is left before the debounce ends; otherwise it would be lost.
      if (
        timer.current !== undefined &&
        latest.current.state.status === "dirty" &&
        (debounce || kindOf(field).saves === "rested")
      ) {
        void save(latest.current.state.draft, base.current);
      }
    },
    [debounce, field, save],
  );

  return { ...state, change, commit, confirm, discard, enter, leave, restore, keepMine, takeTheirs };
}
