import { api, newKey } from "@staffroom/api";
import type { Field, WidgetProps } from "@staffroom/contract";
import { FieldInput } from "@staffroom/form";
import { Dialog, ErrorState, Icon, LoadingState, sanitise, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useId, useState } from "react";
import { MailForm } from "./mail-form";
import "../style.css";
import type { Attached, Preview, Queued, Text } from "../types";

type Props = WidgetProps["email-preview"];

const time: Field = { name: "sendAt", title: "Send at", type: "datetime", required: false, time: "09:00" };

/** The email preview of money.md 2: one recipient after the other, each email editable before all are sent. */
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
  const [mails, setMails] = useState(previews);
  const [edited, setEdited] = useState<Readonly<Record<number, Partial<Text>>>>({});
  const [files, setFiles] = useState<readonly Attached[] | null>(null);
  const [at, setAt] = useState(0);
  const [sendAt, setSendAt] = useState("");
  const timeId = useId();
  const [busy, attempt] = useAttempt();
  const [key] = useState(newKey);
  const place = Math.min(at, mails.length - 1);
  const shown = mails[place] as Preview;
  const reached = mails.filter((mail) => !mail.problem).length;

  const send = () =>
    attempt(async () => {
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
    });

  return (
    <Dialog
      open
      title="Email preview"
      width={780}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="sr-foot">
          <Button
            aria-label="Previous recipient"
            disabled={place === 0}
            icon={<Icon name="chevron-left" size={15} />}
            onClick={() => setAt(place - 1)}
          />
          <span className="sr-num" role="status">
            {place + 1} of {mails.length}
          </span>
          <Button
            aria-label="Next recipient"
            disabled={place === mails.length - 1}
            icon={<Icon name="chevron-right" size={15} />}
            onClick={() => setAt(place + 1)}
          />
          <Button
            danger
            type="text"
            disabled={mails.length === 1}
            icon={<Icon name="trash" size={15} />}
            onClick={() => setMails(mails.filter((mail) => mail !== shown))}
          >
            Delete recipient
          </Button>
          <span className="sr-spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            loading={busy !== null}
            disabled={!reached}
            icon={<Icon name="send" size={15} />}
            onClick={() => void send()}
          >
            {`${sendAt ? "Schedule" : "Send"}${mails.length > 1 ? ` ${reached}` : ""}`}
          </Button>
        </div>
      }
    >
      <MailForm
        key={shown.id}
        mail={{ ...shown, ...edited[shown.id] }}
        files={files ?? shown.attachments}
        shared={mails.length > 1}
        onText={(part) => setEdited((now) => ({ ...now, [shown.id]: { ...now[shown.id], ...part } }))}
        onFiles={setFiles}
      />
      <div className="sr-mail sr-mail-time">
        <label htmlFor={timeId}>{time.title}</label>
        <FieldInput field={time} id={timeId} value={sendAt} onChange={(value) => setSendAt(String(value ?? ""))} />
        <span className="sr-muted sr-mail-wide">
          Leave it empty to send now. A sending that waits is cancelled under Sendings.
        </span>
      </div>
    </Dialog>
  );
}

const cleaned = ({ subject, body }: Partial<Text>): Partial<Text> => ({
  ...(subject === undefined ? {} : { subject }),
  ...(body === undefined ? {} : { body: sanitise(body) }),
});
