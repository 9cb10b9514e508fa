import type { Field, UploadedFile } from "@staffroom/contract";
import { FileIcon, IconButton, Widget } from "@staffroom/ui";
import type { ReactNode } from "react";

/** A stored file; id null for one that is created when the form is sent. */
export type Attachment = { id: number | null; name?: string | null };

type AttachmentsProps<Stored extends Attachment> = {
  files: readonly Stored[];
  /** Adds and removes files; without it the list is read-only. */
  onChange?: (files: (Stored | UploadedFile)[]) => void;
  /** Replaces the link of a file, if it returns an element. */
  draw?: (file: Stored) => ReactNode;
  /** Below the files. */
  note?: ReactNode;
  upload?: Field["upload"];
};

/** Files of a record or email, each with a link; the uploader and the library of the files area add more. */
export function Attachments<Stored extends Attachment>({
  files,
  onChange,
  draw,
  note,
  upload,
}: AttachmentsProps<Stored>) {
  const link = (file: Stored) => (
    <a href={`#/file/${file.id}`} target="_blank" rel="noreferrer">
      {file.name ?? "File"}
    </a>
  );
  return (
    <div className="sr-files">
      {!onChange && !files.length && <span className="sr-muted">–</span>}
      {files.map((file) => (
        <span key={file.id ?? file.name} className="sr-file">
          <FileIcon name={file.name ?? ""} />
          {draw?.(file) || link(file)}
          {onChange && file.id !== null && (
            <IconButton
              label={`Remove ${file.name ?? "the file"}`}
              icon="close"
              size={14}
              onClick={() => onChange(files.filter((other) => other !== file))}
            />
          )}
        </span>
      ))}
      {onChange && (
        <Widget name="uploader" props={{ ...upload, onUploaded: (added) => onChange([...files, ...added]) }} />
      )}
      {onChange && (
        <Widget name="library" props={{ ...upload, onChosen: (chosen) => onChange([...files, ...chosen]) }} />
      )}
      {note && <span className="sr-muted">{note}</span>}
    </div>
  );
}
