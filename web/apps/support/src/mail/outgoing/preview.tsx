import { api, newKey } from "@staffroom/api";
import type { Field, WidgetProps } from "@staffroom/contract";
import { FieldInput, MailDialog, MailForm, useRecipients } from "@staffroom/form";
import { Dialog, ErrorState, LoadingState, sanitise, toast } from "@staffroom/ui";
import { Alert, Button } from "antd";
import { useEffect, useId, useState } from "react";
import "../style.css";
import type { Attached, Preview, Queued, Text } from "../types";

type Props = WidgetProps["email-preview"];

const time: Field = { name: "sendAt", title: "Send at", type: "datetime", required: false, time: "09:00" };

/** The emails of a template to some records, each editable before all are sent. */
export default function EmailPreviewDialog({ templateId, entityType, entityTypeIds, onClose, onSent }: Props) {
  const [previews, setPreviews] = useState<readonly Preview[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const body = JSON.stringify({ entityType, entityTypeIds });

  useEffect(() => {
    if (error) return;
    const control = new AbortController();
    api
      .post<Preview[]>(`/emailTemplate/${templateId}/preview`, JSON.parse(body), { signal: control.signal })
      .then(setPreviews, (failed: unknown) => !control.signal.aborted && setError(failed));
    return () => control.abort();
  }, [templateId, body, error]);

  if (previews)
    return (
      <Mails templateId={templateId} entityType={entityType} previews={previews} onClose={onClose} onSent={onSent} />
    );
  return (
    <Dialog
      open
      title="Email preview"
      width={780}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {error ? (
        <ErrorState error={error} title="The preview did not load" onRetry={() => setError(null)} />
      ) : (
        <LoadingState rows={8} />
      )}
    </Dialog>
  );
}

type MailsProps = Omit<Props, "entityTypeIds"> & { previews: readonly Preview[] };

function Mails({ templateId, entityType, previews, onClose, onSent }: MailsProps) {
  const recipients = useRecipients(previews);
  const { left: mails, shown } = recipients;
  const [edited, setEdited] = useState<Readonly<Record<number, Partial<Text>>>>({});
  const [files, setFiles] = useState<readonly Attached[] | null>(null);
  const [sendAt, setSendAt] = useState("");
  const timeId = useId();
  const [key] = useState(newKey);
  const reached = mails.filter((mail) => !mail.problem).length;

  const send = async () => {
    const texts = mails.flatMap(({ id }) => (edited[id] ? [[id, cleaned(edited[id])] as const] : []));
    const body = {
      entityType,
      entityTypeIds: mails.map(({ id }) => id),
      mails: Object.fromEntries(texts),
      ...(files ? { fileIds: files.map(({ id }) => id) } : {}),
      ...(sendAt ? { sendAt } : {}),
    };
    const { title, notice, skipped } = await api.post<Queued>(`/emailTemplate/${templateId}/send`, body, {
      idempotencyKey: key,
    });
    toast.success(`${title}: ${notice}`);
    if (skipped.length) toast.info(skipped.map(({ person, reason }) => `${person} ${reason}`).join(", "), "Left out");
    onSent?.();
    onClose();
  };

  return (
    <MailDialog
      title="Email preview"
      recipients={recipients}
      sendLabel={`${sendAt ? "Schedule" : "Send"}${mails.length > 1 ? ` ${reached}` : ""}`}
      canSend={reached > 0}
      onSend={send}
      onClose={onClose}
    >
      <MailForm
        key={shown.id}
        mail={{ ...shown, ...edited[shown.id] }}
        files={files ?? shown.attachments}
        onChange={(part) => setEdited((now) => ({ ...now, [shown.id]: { ...now[shown.id], ...part } }))}
        onFiles={setFiles}
        drawFile={({ id, name }) => !name && <span className="sr-muted">File {id} no longer exists</span>}
        filesNote={mails.length > 1 && "Attachments go to every recipient."}
        warning={
          shown.problem && (
            <Alert
              type="warning"
              showIcon
              title={`${shown.person || "This recipient"} ${shown.problem} and will be left out`}
            />
          )
        }
      />
      <div className="sr-mail sr-mail-time">
        <label htmlFor={timeId}>{time.title}</label>
        <FieldInput field={time} id={timeId} value={sendAt} onChange={(value) => setSendAt(String(value ?? ""))} />
        <span className="sr-muted sr-mail-wide">
          Leave it empty to send now. A sending that waits is cancelled under Sendings.
        </span>
      </div>
    </MailDialog>
  );
}

const cleaned = ({ subject, body }: Partial<Text>): Partial<Text> => ({
  ...(subject === undefined ? {} : { subject }),
  ...(body === undefined ? {} : { body: sanitise(body) }),
});
