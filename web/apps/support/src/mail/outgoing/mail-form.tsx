import { Attachments } from "@staffroom/form";
import { RichText } from "@staffroom/ui";
import { Alert, Input } from "antd";
import { useId } from "react";
import type { Attached, Preview, Text } from "../types";

type Props = {
  mail: Preview;
  files: readonly Attached[];
  /** True if other recipients get the same attachments. */
  shared: boolean;
  onText: (part: Partial<Text>) => void;
  onFiles: (files: readonly Attached[]) => void;
};

/** One email: recipient, editable subject and text, attachments. */
export function MailForm({ mail, files, shared, onText, onFiles }: Props) {
  const name = useId();
  return (
    <div className="sr-mail">
      {mail.problem && (
        <Alert
          className="sr-mail-wide"
          type="warning"
          showIcon
          title={`${mail.person || "This recipient"} ${mail.problem} and will be left out`}
        />
      )}
      <span>To</span>
      <div className="sr-mail-to">
        {mail.person} {mail.to && <span className="sr-muted">{mail.to}</span>}
      </div>
      <label htmlFor={name}>Subject</label>
      <Input
        id={name}
        value={mail.subject}
        maxLength={250}
        onChange={({ target }) => onText({ subject: target.value })}
      />
      <span>Message</span>
      <RichText label="Message" value={mail.body} onChange={(body) => onText({ body })} />
      <span>Attachments</span>
      <Attachments
        files={files}
        onChange={onFiles}
        draw={({ id, name: title }) => !title && <span className="sr-muted">File {id} no longer exists</span>}
        note={shared && "Attachments go to every recipient."}
      />
    </div>
  );
}
