import type { UploadedFile } from "@staffroom/contract";
import { RichText } from "@staffroom/ui";
import { Input } from "antd";
import { useId, type ReactNode } from "react";
import { Attachments, type Attachment } from "../fields/attachments";

type Mail = { person: string; to: string; subject: string; body: string };

type MailFormProps<Stored extends Attachment> = {
  mail: Mail;
  onChange: (part: Partial<Mail>) => void;
  /** The address can be changed too. */
  editsAddress?: boolean;
  files: readonly Stored[];
  onFiles: (files: (Stored | UploadedFile)[]) => void;
  drawFile: (file: Stored) => ReactNode;
  filesNote?: ReactNode;
  /** Above the fields, and below the message. */
  warning?: ReactNode;
  note?: ReactNode;
};

/** One email: recipient, editable subject and text, attachments. */
export function MailForm<Stored extends Attachment>({ mail, onChange, editsAddress, ...props }: MailFormProps<Stored>) {
  const id = useId();
  return (
    <div className="sr-mail">
      {props.warning && <div className="sr-mail-wide">{props.warning}</div>}
      {editsAddress ? <label htmlFor={`${id}-to`}>To</label> : <span>To</span>}
      {editsAddress ? (
        <Input
          id={`${id}-to`}
          type="email"
          value={mail.to}
          suffix={<span className="sr-muted">{mail.person}</span>}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      ) : (
        <div className="sr-mail-to">
          {mail.person} {mail.to && <span className="sr-muted">{mail.to}</span>}
        </div>
      )}
      <label htmlFor={`${id}-subject`}>Subject</label>
      <Input
        id={`${id}-subject`}
        value={mail.subject}
        maxLength={250}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <span>Message</span>
      <RichText label="Message" value={mail.body} onChange={(body) => onChange({ body })} />
      {props.note && <p className="sr-muted sr-mail-note">{props.note}</p>}
      <span>Attachments</span>
      <Attachments files={props.files} onChange={props.onFiles} draw={props.drawFile} note={props.filesNote} />
    </div>
  );
}
