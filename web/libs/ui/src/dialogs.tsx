import { supportEmail } from "@staffroom/api";
import { App } from "antd";
import { useMemo, type ReactNode } from "react";

type Ask = { title: string; text: ReactNode; yes?: string; no?: string; danger?: boolean };

/** Dialogs of fixed wording; each answers when the person has chosen. */
export function useDialogs() {
  const { modal } = App.useApp();
  return useMemo(() => {
    const ask = ({ title, text, yes = "Yes", no = "No", danger }: Ask): Promise<boolean> =>
      new Promise((done) => {
        modal.confirm({
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
      });
    return {
      ask,
      askDelete: (name: string) =>
        ask({ title: "Delete entry?", text: `Are you sure you wish to delete ${name}?`, danger: true }),
      formErrors: () =>
        modal.error({ title: "Form errors", content: "Please check for errors in the form", centered: true, okText: "OK" }),
      accessDenied: (onClose?: () => void) =>
        modal.warning({
          title: "Access denied",
          content: (
            <>
              <p>You do not have access to this page</p>
              <a href={`mailto:${supportEmail}`}>Contact support</a>
            </>
          ),
          centered: true,
          okText: "OK",
          afterClose: onClose,
        }),
    };
  }, [modal]);
}
