import { api, loadPiece } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { formatMoney, Icon, toast, useAttempt, useDialogs, Widget } from "@staffroom/ui";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { kindText, nameOf, type Action } from "../types";
import { useEditing } from "./context";
import { CreditNoteDialog } from "./credit-note";
import { EditorDialog } from "./editor-dialog";

const PlanDialog = lazy(() =>
  loadPiece(() => import("./plan/dialogs")).then(({ PlanDialog: dialog }) => ({ default: dialog })),
);
const SendDialog = lazy(() => loadPiece(() => import("../sending/send-dialog")));
const sentFields: Field[] = [{ name: "date", title: "Date and time", type: "datetime", required: true }];

/** The buttons of the footer; the server decides which are shown (`actions`). */
export function Foot() {
  const { invoice, act, reload, close } = useEditing();
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const [now] = useState(() => `${new Date().toISOString().slice(0, 19)}Z`);
  const [pdf, setPdf] = useState<number | null>(null);
  const [dialog, setDialog] = useState<"sent" | "plan" | "invoice" | "receipt" | "credit" | null>(null);
  const has = (action: Action) => invoice.actions?.includes(action);
  const path = `/invoice/${invoice.id}`;

  const during = (name: string, work: () => Promise<unknown>) => () => attempt(work, name);
  /** Checks for a due date, without which only a credit note can be shown or sent (money.md 5). */
  const dated = () => {
    if (invoice.dueDate || invoice.isCreditNote) return true;
    dialogs.say("error", "Missing due date", "Please add a due date to the invoice first");
    return false;
  };

  const viewPdf = during("pdf", async () => {
    if (dated())
      setPdf((await api.get<Answer<"finance", "/invoice/{id}/generate/pdf">>(`${path}/generate/pdf`)).fileId);
  });
  const writeOff = during("writeOff", async () => {
    const text = `The balance of ${formatMoney(invoice.outstanding, invoice.currency)} is credited as 'Small balance write-off', unpaid instalments are deleted, and the invoice is paid.`;
    if (await dialogs.ask({ title: "Write off balance", text, yes: "Write off balance", danger: true }))
      await act(() => api.post(`${path}/writeoff`), "Balance written off");
  });
  const remove = during("delete", async () => {
    const kind = kindText(invoice).toLowerCase();
    const instead = invoice.number && " It keeps its number and is cancelled instead.";
    if (
      !(await dialogs.ask({
        title: `Delete ${kind}`,
        text: (
          <>
            Are you sure you wish to delete {nameOf(invoice)}, {formatMoney(invoice.total, invoice.currency)}?{instead}
          </>
        ),
        yes: `Delete ${kind}`,
        no: `Keep ${kind}`,
        danger: true,
      }))
    )
      return;
    const isCancelled = (await api.delete<Answer<"finance", "/invoice/{id}", "delete">>(path))?.deleted === false;
    toast.success(`${kindText(invoice)} ${isCancelled ? "cancelled" : "deleted"}`);
    await reload();
    if (!isCancelled) close();
  });

  const button = (
    name: string,
    text: string,
    onClick: () => unknown,
    icon?: string,
    more: { danger?: boolean; type?: "primary" | "text" } = {},
  ) => (
    <Button
      key={name}
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      icon={icon && <Icon name={icon} size={15} />}
      onClick={() => void onClick()}
      {...more}
    >
      {text}
    </Button>
  );
  return (
    <div className="sr-foot">
      {has("delete") && button("delete", t("Delete"), remove, "trash", { danger: true, type: "text" })}
      {has("writeOff") && button("writeOff", "Write off balance", writeOff)}
      {has("creditNote") && button("credit", "Issue credit note", () => setDialog("credit"))}
      <span className="sr-spacer" />
      {has("createPlan") && button("plan", "Create installment plan", () => setDialog("plan"))}
      {has("markSent") && button("sent", "Mark as sent", () => setDialog("sent"))}
      {has("sendReceipt") && button("receipt", "Send receipt", () => setDialog("receipt"), "receipt")}
      {button("pdf", "View PDF", viewPdf, "file-text")}
      {has("sendEmail") &&
        button("email", "Send by email", () => dated() && setDialog("invoice"), "send", { type: "primary" })}
      {button("close", "Close", close)}
      {dialog === "sent" && (
        <EditorDialog
          title="Mark as sent"
          notice="Marked as sent"
          fields={sentFields}
          initial={{ date: now }}
          submitLabel="Mark as sent"
          to={(values) => api.post(`${path}/mark/sent`, values)}
          onClose={() => setDialog(null)}
        />
      )}
      {(dialog === "invoice" || dialog === "receipt") && (
        <Suspense fallback={null}>
          <SendDialog
            invoices={[invoice.id]}
            kind={dialog}
            onClose={() => setDialog(null)}
            onSent={() => void reload()}
          />
        </Suspense>
      )}
      {pdf !== null && <Widget name="viewer" props={{ files: [pdf], current: pdf, onClose: () => setPdf(null) }} />}
      {dialog === "credit" && <CreditNoteDialog onClose={() => setDialog(null)} />}
      {dialog === "plan" && (
        <Suspense fallback={null}>
          <PlanDialog onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}
