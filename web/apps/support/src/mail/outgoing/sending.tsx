import { useApi } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { Facts, formatDateTime, formatNumber } from "@staffroom/ui";
import { Progress } from "antd";
import "../style.css";
import type { MailSending } from "../types";

const often = 5000;

/** A bulk email: the current state of its emails. Its moves are in the footer of the drawer. */
export default function Sending({ record }: RecordPieceProps<MailSending>) {
  const { data } = useApi<MailSending>(`/emailTemplates/sendings/${record.id}`, undefined, {
    refetchInterval: ({ state }) => (state.data?.state === "sending" ? often : false),
  });
  const sending = data ?? record;
  const over = sending.recipients - sending.waiting;
  return (
    <div>
      <Progress
        aria-label="Progress"
        percent={Math.floor((over * 100) / Math.max(sending.recipients, 1))}
        status={sending.state === "sending" ? "active" : "normal"}
      />
      <Facts
        single
        facts={{
          Recipients: formatNumber(sending.recipients),
          Sent: formatNumber(sending.sent),
          "Not sent": sending.failed > 0 && formatNumber(sending.failed),
          "Not known": sending.unknown > 0 && formatNumber(sending.unknown),
          Skipped: sending.skipped > 0 && formatNumber(sending.skipped),
          Waiting: sending.waiting > 0 && formatNumber(sending.waiting),
          "Send at": sending.sendAt && formatDateTime(sending.sendAt),
          Finished: sending.finished && formatDateTime(sending.finished),
          By: sending.sentBy,
        }}
      />
      <p>
        <a href={`#/support/emails/sent?sendingId=${sending.id}`}>Show the outcome of each mail</a>
      </p>
    </div>
  );
}
