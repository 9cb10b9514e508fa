import { GoneBack, questionOf, supportEmail } from "@staffroom/api";
import { App, Modal } from "antd";
import { useCallback, useMemo, type ReactNode } from "react";
import { ignoreSecondClick } from "./second-click";

/** Functions that cancel the open questions. */
const closers = new Set<() => void>();

/** Cancels all open questions; the shell calls it after navigation. */
export function closeDialogs(): void {
  for (const close of closers) close();
  Modal.destroyAll();
}

/** `yes` is a verb and a noun: what the button does. */
type Ask = { title: string; text: ReactNode; yes: string; no?: string; danger?: boolean };

/** Dialogs with fixed texts; a question resolves with the user's choice. */
export function useDialogs() {
  const { modal } = App.useApp();
  return useMemo(() => {
    const ask = ({ title, text, yes, no = "Go back", danger }: Ask): Promise<boolean> =>
      new Promise((answer) => {
        const done = (choice: boolean) => {
          closers.delete(close);
          // A second tap would answer the next question in the same place.
          ignoreSecondClick();
          answer(choice);
        };
        const close = () => {
          dialog.destroy();
          done(false);
        };
        const dialog = modal.confirm({
          title,
          content: text,
          okText: yes,
          cancelText: no,
          icon: null,
          centered: true,
          autoFocusButton: danger ? "cancel" : "ok",
          okButtonProps: { danger },
          onOk: () => done(true),
          onCancel: () => done(false),
        });
        closers.add(close);
      });
    /** Shows a text until the user closes it; then calls `onClose`. */
    const say = (type: "info" | "warning" | "error", title: string, content: ReactNode, onClose?: () => void) =>
      modal[type]({ title, content, centered: true, okText: "OK", afterClose: onClose });
    return {
      ask,
      askDelete: (name: string) =>
        ask({
          title: "Delete entry?",
          text: `Are you sure you wish to delete ${name}?`,
          yes: "Yes, delete",
          no: "No, keep",
          danger: true,
        }),
      say,
      /** The same with support's address. */
      warn: (title: string, text: string) =>
        say(
          "warning",
          title,
          <>
            <p>{text}</p>
            <a href={`mailto:${supportEmail}`}>Contact support</a>
          </>,
        ),
      formErrors: () => say("error", "Form errors", "Please check for errors in the form"),
    };
  }, [modal]);
}

/** The answer yes to a call's question; nothing if none was asked. */
export type Said = { confirm?: true };

/**
 * Makes a call that the server may answer with a question, and repeats it once the user has said yes. It rejects with
 * GoneBack if the user goes back, which no toast shows.
 */
export function useConfirming(): <T>(call: (said: Said) => Promise<T>) => Promise<T> {
  const { ask } = useDialogs();
  return useCallback(
    async (call) => {
      try {
        return await call({});
      } catch (error) {
        const question = questionOf(error);
        if (!question) throw error;
        const lines = question.text.split("\n");
        if (!(await ask({ ...question, text: lines.map((line) => <p key={line}>{line}</p>) }))) throw new GoneBack();
        return call({ confirm: true });
      }
    },
    [ask],
  );
}
