import { FileIcon, Icon, Widget } from "@staffroom/ui";
import { Button } from "antd";
import { checkCount, messages } from "../rules";
import { countText, parseText, type FieldInputProps, type Kind } from "./kind";

type StoredFile = { id: number; name?: string };

/** Files of a record; the uploader of the files area adds them. */
export function FilesInput({ value, onChange, disabled }: FieldInputProps) {
  const files: StoredFile[] = (Array.isArray(value) ? value : []).map((entry: number | StoredFile) =>
    typeof entry === "number" ? { id: entry } : entry,
  );
  const keep = (next: StoredFile[]) => onChange(next);
  return (
    <div className="sr-files">
      {disabled && !files.length && <span className="sr-muted">–</span>}
      {files.map((file) => (
        <div key={file.id} className="sr-file">
          <FileIcon name={file.name ?? ""} />
          <a href={`#/file/${file.id}`}>{file.name ?? `File ${file.id}`}</a>
          {!disabled && (
            <Button
              size="small"
              type="text"
              aria-label={`Remove ${file.name ?? file.id}`}
              icon={<Icon name="close" size={14} />}
              onClick={() => keep(files.filter((other) => other.id !== file.id))}
            />
          )}
        </div>
      ))}
      {!disabled && (
        <Widget name="uploader" props={{ onUploaded: (added) => keep([...files, ...added]) }} />
      )}
    </div>
  );
}

export const files: Kind = {
  Input: FilesInput,
  show: countText,
  draft: (value) => value,
  empty: [],
  // The record stores ids; the rest of the uploader's answer is for display.
  parse: (draft) => (Array.isArray(draft) ? draft.map((file: number | StoredFile) => (typeof file === "number" ? file : file.id)) : parseText(draft)),
  check: (draft, field) => checkCount(Array.isArray(draft) ? draft.length : 1, field, messages.minFiles, messages.maxFiles),
  checkBlank: ({ min }) => (min ? messages.minFiles(min) : null),
  isWide: true,
  isReadInInput: true,
};
