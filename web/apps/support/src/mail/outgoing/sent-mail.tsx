import type { RecordPieceProps } from "@staffroom/contract";
import { Facts, formatDateTime, RichTextView } from "@staffroom/ui";
import { SendAgain } from "./send-again";
import "../style.css";
import type { SentMail } from "../types";

/** An email of the log, as it was sent. */
export default function Mail({ record: mail }: RecordPieceProps<SentMail>) {
  return (
    <div>
      <Facts
        single
        facts={{
          To: `${mail.person} <${mail.recipient}>`,
          Subject: mail.subject,
          Template: mail.template,
          By: `${mail.sentBy}, ${formatDateTime(mail.queued)}`,
          Sent: mail.sent && formatDateTime(mail.sent),
          Error: mail.error,
          Attachments:
            mail.fileIds.length > 0 &&
            mail.fileIds.map((file) => (
              <a key={file} href={`#/file/${file}`}>
                File {file}{" "}
              </a>
            )),
        }}
      />
      {(mail.state === "failed" || mail.state === "unknown") && <SendAgain mail={mail} />}
      <div className="sr-mail-shown">
        <RichTextView html={mail.body} />
      </div>
    </div>
  );
}
