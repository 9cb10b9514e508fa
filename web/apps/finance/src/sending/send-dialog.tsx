import { api, newKey } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { MailDialog, MailForm, useRecipients } from "@staffroom/form";
import { ErrorState, Icon, LoadingState, sanitise, toast } from "@staffroom/ui";
import { Tooltip } from "antd";
import { useEffect, useState } from "react";
import { tellOfMail, type Queued } from "./jobs";
import "./style.css";

export type MailKind = "invoice" | "receipt" | "reminder";
type Preview = Shape<"finance", "MailPreview">;

const titles: Record<MailKind, string> = {
  invoice: "Send by email",
  receipt: "Send receipt",
  reminder: "Send reminder",
};

type Props = {
  /** The invoices; one email each. */
  invoices: readonly number[];
  kind: MailKind;
  onClose: () => void;
  /** Called when the emails are queued, and again when a single one is finished. */
  onSent?: () => void;
  /** Sends several emails, with the progress of their job. */
  onSendMany?: (ids: number[], mails: Record<number, Edited>) => void;
};
export type Edited = { to: string; subject: string; body: string; attachments: number[] };

const callOf = (id: number, kind: MailKind) => `/invoice/${id}/send/${kind === "receipt" ? "receipt" : "email"}`;
const bodyOf = (kind: MailKind) => (kind === "receipt" ? {} : { kind });
const editedOf = ({ to, subject, body, attachments }: Preview): Edited => ({
  to,
  subject,
  body: sanitise(body),
  attachments: attachments.flatMap(({ id }) => (id === null ? [] : [id])),
});

/** The emails with invoices, each with every part editable. */
export default function SendDialog({ invoices, kind, onClose, onSent, onSendMany }: Props) {
  const recipients = useRecipients(invoices);
  const { left: ids, shown: id } = recipients;
  const [previews, setPreviews] = useState<Record<number, Preview>>({});
  const [errors, setErrors] = useState<Record<number, unknown>>({});
  const [key] = useState(newKey);
  const shown = previews[id];
  const failed = errors[id];

  useEffect(() => {
    if (shown || failed) return;
    const control = new AbortController();
    api.post<Preview>(`${callOf(id, kind)}/preview`, bodyOf(kind), { signal: control.signal }).then(
      (preview) => setPreviews((now) => ({ ...now, [id]: preview })),
      (error: unknown) => !control.signal.aborted && setErrors((now) => ({ ...now, [id]: error })),
    );
    return () => control.abort();
  }, [id, kind, shown, failed]);

  const change = (part: Partial<Preview>) =>
    setPreviews((now) => ({ ...now, [id]: { ...(now[id] as Preview), ...part } }));
  const send = async () => {
    const mails = Object.fromEntries(ids.flatMap((one) => (previews[one] ? [[one, editedOf(previews[one])]] : [])));
    if (ids.length > 1 && onSendMany) return onSendMany([...ids], mails);
    if (ids.length > 1) {
      await api.post("/invoices/send", { ids, kind, again: true, mails }, { idempotencyKey: key });
      toast.info(`${ids.length} mails are on their way; the log of each invoice says when it went.`);
      onSent?.();
    } else {
      const queued = await api.post<Queued>(
        callOf(id, kind),
        { ...bodyOf(kind), ...mails[id] },
        { idempotencyKey: key },
      );
      onSent?.();
      void tellOfMail(queued, () => onSent?.());
    }
    onClose();
  };

  return (
    <MailDialog
      title={titles[kind]}
      recipients={recipients}
      sendLabel={ids.length > 1 ? `Send ${ids.length}` : "Send"}
      canSend={!!shown}
      onSend={send}
      onClose={onClose}
    >
      {failed ? (
        <ErrorState
          error={failed}
          title="This mail cannot be sent"
          onRetry={() => setErrors(({ [id]: _, ...others }) => others)}
        />
      ) : shown ? (
        <Mail key={id} mail={shown} change={change} />
      ) : (
        <LoadingState rows={8} />
      )}
    </MailDialog>
  );
}

function Mail({ mail, change }: { mail: Preview; change: (part: Partial<Preview>) => void }) {
  const isNumberToCome = `${mail.subject}${mail.body}`.includes("[number]");
  return (
    <MailForm
      mail={mail}
      editsAddress
      onChange={change}
      files={mail.attachments}
      onFiles={(attachments) => change({ attachments })}
      drawFile={({ id, name }) =>
        id === null && <Tooltip title="Drawn from the invoice at the time of sending">{name}</Tooltip>
      }
      warning={
        mail.warning && (
          <p className="fin-mismatch" role="alert">
            <Icon name="warning" size={15} /> {mail.warning}
          </p>
        )
      }
      note={isNumberToCome && "The draft gets its number when it is sent: it takes the place of [number]."}
    />
  );
}
