import { api, newKey } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { Attachments } from "@staffroom/form";
import { Dialog, ErrorState, Icon, LoadingState, RichText, sanitise, toast, useAttempt } from "@staffroom/ui";
import { Button, Input, Tooltip } from "antd";
import { useEffect, useId, useState } from "react";
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

/** The email preview of money.md 2: one recipient after the other, with every part of the email editable. */
export default function SendDialog({ invoices, kind, onClose, onSent, onSendMany }: Props) {
  const [ids, setIds] = useState<readonly number[]>(invoices);
  const [at, setAt] = useState(0);
  const [previews, setPreviews] = useState<Record<number, Preview>>({});
  const [errors, setErrors] = useState<Record<number, unknown>>({});
  const [busy, attempt] = useAttempt();
  const [key] = useState(newKey);
  const id = ids[Math.min(at, ids.length - 1)] as number;
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
  const drop = () => {
    setIds(ids.filter((other) => other !== id));
    setAt(Math.max(0, Math.min(at, ids.length - 2)));
  };
  const send = async () => {
    const mails = Object.fromEntries(ids.flatMap((one) => (previews[one] ? [[one, editedOf(previews[one])]] : [])));
    if (ids.length > 1 && onSendMany) return onSendMany([...ids], mails);
    await attempt(async () => {
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
    });
  };

  return (
    <Dialog
      open
      title={titles[kind]}
      width={780}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="sr-foot">
          {ids.length > 1 && (
            <>
              <Button
                aria-label="Previous recipient"
                disabled={at === 0}
                icon={<Icon name="chevron-left" size={15} />}
                onClick={() => setAt(at - 1)}
              />
              <span className="sr-num" role="status">
                {Math.min(at, ids.length - 1) + 1} of {ids.length}
              </span>
              <Button
                aria-label="Next recipient"
                disabled={at >= ids.length - 1}
                icon={<Icon name="chevron-right" size={15} />}
                onClick={() => setAt(at + 1)}
              />
            </>
          )}
          <Button danger type="text" disabled={ids.length === 1} icon={<Icon name="trash" size={15} />} onClick={drop}>
            Delete recipient
          </Button>
          <span className="sr-spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            loading={busy !== null}
            disabled={!shown}
            icon={<Icon name="send" size={15} />}
            onClick={() => void send()}
          >
            {ids.length > 1 ? `Send ${ids.length}` : "Send"}
          </Button>
        </div>
      }
    >
      {failed ? (
        <ErrorState
          error={failed}
          title="This mail cannot be sent"
          onRetry={() => setErrors(({ [id]: _, ...others }) => others)}
        />
      ) : shown ? (
        <MailForm key={id} mail={shown} change={change} />
      ) : (
        <LoadingState rows={8} />
      )}
    </Dialog>
  );
}

function MailForm({ mail, change }: { mail: Preview; change: (part: Partial<Preview>) => void }) {
  const name = useId();
  const numberToCome = `${mail.subject}${mail.body}`.includes("[number]");
  return (
    <div className="fin-mail">
      {mail.warning && (
        <p className="fin-mismatch fin-mail-wide" role="alert">
          <Icon name="warning" size={15} /> {mail.warning}
        </p>
      )}
      <label htmlFor={`${name}-to`}>To</label>
      <Input
        id={`${name}-to`}
        type="email"
        value={mail.to}
        suffix={<span className="sr-muted">{mail.person}</span>}
        onChange={({ target }) => change({ to: target.value })}
      />
      <label htmlFor={`${name}-subject`}>Subject</label>
      <Input
        id={`${name}-subject`}
        value={mail.subject}
        maxLength={250}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <span>Message</span>
      <RichText label="Message" value={mail.body} onChange={(body) => change({ body })} />
      {numberToCome && (
        <p className="sr-muted fin-mail-wide">
          The draft gets its number when it is sent: it takes the place of [number].
        </p>
      )}
      <span>Attachments</span>
      <Attachments
        files={mail.attachments}
        onChange={(attachments) => change({ attachments })}
        draw={({ id, name: title }) =>
          id === null && <Tooltip title="Drawn as the invoice is when it goes">{title}</Tooltip>
        }
      />
    </div>
  );
}
