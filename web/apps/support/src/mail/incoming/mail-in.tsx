import { api, invalidate } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { Facts, formatDateTime, Icon, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { RawMail } from "../../tickets/by-mail";
import { screenOf } from "../../tickets/types";
import "../style.css";

export type MailInRecord = Answer<"support", "/v2/support/mailIn/{id}">;
type Blocked = Answer<"support", "/v2/support/mailIn/{id}/block", "post">;
const path = "/v2/support/mailIn";

/** A received email: its outcome, its original, and whether its sender is blocked. */
export default function MailIn({ record: mail }: RecordPieceProps<MailInRecord>) {
  const [busy, attempt] = useAttempt();
  const block = () =>
    attempt(async () => {
      const { sender, blocked } = await api.post<Blocked>(
        `${path}/${mail.id}/${mail.senderBlocked ? "unblock" : "block"}`,
      );
      toast.success(
        blocked ? `${sender} is blocked: their mail opens no tickets` : `Mail of ${sender} is let through again`,
      );
      await invalidate(`${path}/${mail.id}`);
    });
  const refused = mail.attachments.filter((one) => one.refused);
  return (
    <div>
      <Facts
        single
        facts={{
          From: mail.senderName ? `${mail.senderName} <${mail.sender}>` : mail.sender,
          Received: formatDateTime(mail.received),
          Subject: mail.subject,
          Reason: mail.reason,
          Ticket: mail.ticketId && <a href={`#${screenOf(mail.ticketId)}`}>Ticket {mail.ticketId}</a>,
          "Not attached": refused.length > 0 && refused.map((one) => `${one.name}: ${one.refused}`).join("; "),
        }}
      />
      <p className="sr-mail-tools">
        <RawMail id={mail.id} />
        {mail.sender && (
          <Button
            size="small"
            loading={busy !== null}
            icon={<Icon name="lock" size={13} />}
            onClick={() => void block()}
          >
            {mail.senderBlocked ? "Unblock sender" : "Block sender"}
          </Button>
        )}
      </p>
    </div>
  );
}
