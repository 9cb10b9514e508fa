import { FileIcon, Icon, RichText, Widget } from "@staffroom/ui";
import { Alert, Button, Input } from "antd";
import { useId } from "react";
import type { Attached, Preview, Text } from "./types";

type Props = {
  mail: Preview;
  files: readonly Attached[];
  /** True where other recipients get the same attachments. */
  shared: boolean;
  onText: (part: Partial<Text>) => void;
  onFiles: (files: readonly Attached[]) => void;
};

/** One mail: recipient, editable subject and text, attachments. */
export function MailForm({ mail, files, shared, onText, onFiles }: Props) {
  const name = useId();
  return (
    <div className="sr-mail">
      {mail.problem && <Alert className="sr-mail-wide" type="warning" showIcon title={`${mail.person || "This recipient"} ${mail.problem} and will be left out`} />}
      <span>To</span>
      <div className="sr-mail-to">{mail.person} {mail.to && <span className="sr-muted">{mail.to}</span>}</div>
      <label htmlFor={name}>Subject</label>
      <Input id={name} value={mail.subject} maxLength={250} onChange={({ target }) => onText({ subject: target.value })} />
      <span>Message</span>
      <RichText label="Message" value={mail.body} onChange={(body) => onText({ body })} />
      <span>Attachments</span>
      <div className="sr-mail-files">
        {files.map((file) => (
          <span key={file.id} className="sr-mail-file">
            <FileIcon name={file.name ?? ""} />
            {file.name ? <a href={`#/file/${file.id}`} target="_blank" rel="noreferrer">{file.name}</a> : <span className="sr-muted">File {file.id} is not there any more</span>}
            <Button size="small" type="text" aria-label={`Remove ${file.name ?? file.id}`} icon={<Icon name="close" size={14} />} onClick={() => onFiles(files.filter((other) => other !== file))} />
          </span>
        ))}
        <Widget name="uploader" props={{ onUploaded: (added) => onFiles([...files, ...added.map((file) => ({ id: file.id, name: file.name }))]) }} />
        {shared && <span className="sr-muted">Attachments go to every recipient.</span>}
      </div>
    </div>
  );
}
