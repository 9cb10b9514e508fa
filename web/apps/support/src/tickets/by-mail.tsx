import { download } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { ColorLabel, formatDateTime, Icon, RichTextView, useAttempt } from "@staffroom/ui";
import { Button } from "antd";

export type MailIn = Shape<"support", "TicketMailIn">;
export type MailOut = Shape<"support", "TicketMailOut">;

/** Saves an email's original. */
export function RawMail({ id }: { id: number }) {
  const [busy, attempt] = useAttempt();
  return (
    <Button
      type="link"
      size="small"
      loading={busy !== null}
      icon={<Icon name="download" size={13} />}
      onClick={() => void attempt(() => download(`/v2/support/mailIn/${id}/raw`, `mail-${id}.eml`))}
    >
      Original mail
    </Button>
  );
}

/** Marks in the heading of a message that arrived by email. */
export const MailMarks = ({ mail }: { mail: MailIn }) => (
  <>
    <ColorLabel label="By mail" color="blue" />
    {!mail.onTicket && <ColorLabel label="Not on this ticket" color="amber" />}
  </>
);

/** Below a message that arrived by email: its sender, what it quotes, and the refused files. */
export function MailFoot({ mail }: { mail: MailIn }) {
  const refused = mail.attachments.filter((one) => one.refused);
  return (
    <div className="sr-ticket-mail">
      {mail.folded && (
        <details>
          <summary>Quoted text and signature</summary>
          <RichTextView html={mail.folded} />
        </details>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map((one) => (
            <li key={one.name}>
              Not attached: {one.name}. {one.refused}
            </li>
          ))}
        </ul>
      )}
      <p>
        <span className="sr-muted">From {mail.sender}</span> <RawMail id={mail.id} />
      </p>
    </div>
  );
}

/** True if an email has neither been sent nor failed yet. */
export const isUnderway = ({ state }: MailOut): boolean => state === "queued" || state === "sending";

/** Below an answer sent by email: its recipients, and whether it arrived. */
export function MailSent({ mail }: { mail: MailOut }) {
  if (mail.bounced)
    return (
      <p className="sr-ticket-mail">
        <ColorLabel label="Came back" color="red" /> {mail.recipient}: {mail.bounceReason}. Ask for another address.
      </p>
    );
  if (mail.state === "failed" || mail.state === "cancelled")
    return (
      <p className="sr-ticket-mail">
        <ColorLabel label="Not sent" color="red" /> {mail.recipient}: {mail.error}
      </p>
    );
  if (mail.state === "unknown")
    return (
      <p className="sr-ticket-mail">
        <ColorLabel label="Not known" color="amber" /> {mail.recipient}: {mail.error}
      </p>
    );
  const sent = mail.sent
    ? `Mailed to ${mail.recipient}, ${formatDateTime(mail.sent)}`
    : `Is being mailed to ${mail.recipient}`;
  return <p className="sr-ticket-mail sr-muted">{sent}</p>;
}
