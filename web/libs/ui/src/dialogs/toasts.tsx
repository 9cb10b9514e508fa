import { ApiError, GoneBack, createStore, errorText, isUnreachable } from "@staffroom/api";
import { useEffect, useRef, useState } from "react";
import { currentRoute } from "../page/address";
import { openBugReport } from "./bug-report-store";
import { Icon } from "../controls/icon";
import { showRefusal } from "./refusal";

export type Toast = {
  id: number;
  kind: "positive" | "negative" | "info";
  text: string;
  title?: string;
  seconds: number;
  /** The subject; toasts of the same subject are merged. */
  about: string;
  /** The number of merged toasts. */
  times: number;
  /** Set on errors: offers Report. */
  error?: unknown;
  action?: { label: string; run: () => void };
  /** A link to details, next to the action. */
  more?: Toast["action"];
};

const toasts = createStore<readonly Toast[]>([]);
export const currentToasts = toasts.get;
let lastId = 0;

type ToastContent = Omit<Toast, "id" | "about" | "times"> & { about?: string };

/** Maximum number of toasts on the screen. */
const shownAtMost = 2;
const keptAtMost = 12;
/** True for a toast with the only access to an action: it waits for a place instead of being dropped. */
const mustStay = (toast: Toast) => toast.action !== undefined || toast.error !== undefined;

function show(content: ToastContent): void {
  const about = content.about ?? `${content.kind} ${content.title ?? ""} ${content.text}`;
  const before = toasts.get().find((toast) => toast.about === about);
  lastId += 1;
  const next = [
    ...toasts.get().filter((toast) => toast !== before),
    { ...content, about, id: before?.id ?? lastId, times: (before?.times ?? 0) + 1 },
  ];
  toasts.set(next.filter((toast, place) => mustStay(toast) || place >= next.length - shownAtMost).slice(-keptAtMost));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Returns the toast of an error, platform.md 8; null for errors that are not shown. */
export function toastOfError(error: unknown, route: string): ToastContent | null {
  const status = error instanceof ApiError ? error.status : 0;
  if (status > 403 && (route === "/" || route === "")) return null;
  const text = errorText(error);
  if (isUnreachable(error)) return { kind: "info", text, seconds: 5, about: "the line" };
  if (status > 499) return { kind: "negative", text, seconds: 60, error };
  if (status > 0) return { kind: "info", text, seconds: 10, error };
  return { kind: "info", text, seconds: 5 };
}

/** The text of platform.md 8 if nothing says what happened; screens do say it (`pieces.test.tsx`). */
const successful = "Action was successful";

type Undoable = { title?: string; more?: Toast["action"]; seconds?: number; subject?: string };
const undoOf = (subject: string) => `undo ${subject}`;

/** True while Undo is offered for the subject. */
export const isUndoable = (subject: string): boolean => toasts.get().some(({ about }) => about === undoOf(subject));

export const toast = {
  success: (text = successful, action?: Toast["action"], title?: string) =>
    show({ kind: "positive", title, text, seconds: action ? 10 : 5, action }),
  info: (text: string, title?: string) => show({ kind: "info", text, title, seconds: 5 }),
  /**
   * Says that an action is done, with Undo for ten seconds, longer with a link to details; only the last action has
   * Undo. `subject` names it for `isUndoable`.
   */
  undoable: (
    text: string,
    undo: () => void,
    { title, more, seconds = more ? 60 : 10, subject = "" }: Undoable = {},
  ) => {
    toast.undone();
    show({
      kind: "positive",
      title,
      text,
      seconds,
      about: undoOf(subject),
      action: { label: "Undo", run: undo },
      more,
    });
  },
  /** Withdraws the offer of `undoable`: the action was undone in another way. */
  undone: () => toasts.set(toasts.get().filter(({ about }) => !about.startsWith(undoOf("")))),
  /** A result that the user waited for; it stays longer. */
  ready: (text: string, action: Toast["action"]) => show({ kind: "positive", text, seconds: 60, action }),
  /** Shows a refusal with its reason, as a negative notice of 5 seconds (money.md 8). */
  refusal: (text: string, title?: string) => show({ kind: "negative", text, title, seconds: 5 }),
  /** Shows an error; one with a title from the server is a popup. */
  error: (error: unknown) => {
    if (error instanceof GoneBack || showRefusal(error)) return;
    const shown = toastOfError(error, currentRoute());
    if (shown) show(shown);
  },
};

function ToastCard({ item }: { item: Toast }) {
  const [paused, setPaused] = useState(false);
  const left = useRef(item.seconds * 1000);
  useEffect(() => {
    left.current = item.seconds * 1000;
  }, [item.times, item.seconds]);
  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => dismissToast(item.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - started));
    };
  }, [item.id, item.times, paused]);
  const icon =
    item.kind === "positive" ? "check" : item.kind === "negative" ? "warning" : item.error ? "alert" : "info";
  return (
    <div
      className={`sr-toast sr-toast-${item.kind}`}
      role={item.kind === "negative" ? "alert" : "status"}
      data-icon={item.kind === "negative" ? "report_problem" : undefined}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={icon} size={17} />
      <div className="sr-toast-text">
        {item.title && <strong>{item.title}</strong>}
        <span>
          {item.text}
          {item.times > 1 && <b className="sr-toast-times"> {item.times} times</b>}
        </span>
      </div>
      <div className="sr-toast-actions">
        {[item.action, item.more].map(
          (action) =>
            action && (
              <button
                key={action.label}
                type="button"
                onClick={() => {
                  action.run();
                  dismissToast(item.id);
                }}
              >
                {action.label}
              </button>
            ),
        )}
        {item.error !== undefined && (
          <button
            type="button"
            onClick={() => {
              openBugReport(item.error);
              dismissToast(item.id);
            }}
          >
            Report
          </button>
        )}
        <button type="button" onClick={() => dismissToast(item.id)}>
          Dismiss
        </button>
      </div>
    </div>
  );
}

/** The toasts, in the lower right corner above the footer of lists and drawers; the shell renders them once. */
export function Toaster() {
  const shown = toasts.use();
  return (
    <div className="sr-toaster" aria-live="polite">
      {shown.slice(-shownAtMost).map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </div>
  );
}
