import type { Field } from "@staffroom/contract";
import { FieldInput } from "@staffroom/form";
import { FileIcon, formatBytes, Icon } from "@staffroom/ui";
import { Button, Input, Progress, Select } from "antd";
import { longDescription, maxDescription, pieceSize } from "./rules";
import type { Unfinished } from "./unfinished";
import { pathOf, type Entry } from "./use-uploads";

type OpenRowProps = {
  upload: Unfinished;
  busy: boolean;
  onContinue: () => void;
  onRemove: () => void;
};

/** An earlier, unfinished upload: it continues once its file is chosen again. */
export function OpenRow({ upload, busy, onContinue, onRemove }: OpenRowProps) {
  const { name, size, sent } = upload;
  return (
    <div className="fil-open-row">
      <div className="fil-upload-name">
        <FileIcon name={name} />
        <span title={name}>{name}</span>
      </div>
      <span className="sr-muted">
        Not finished: {formatBytes(sent)} of {formatBytes(size)}
      </span>
      <Button size="small" disabled={busy} aria-label={`Continue ${name}`} onClick={onContinue}>
        Continue
      </Button>
      <Button
        size="small"
        type="text"
        disabled={busy}
        aria-label={`Remove ${name}`}
        icon={<Icon name="close" size={15} />}
        onClick={onRemove}
      />
    </div>
  );
}

/** The name of a file with its folders, and its size. */
export function UploadName({ entry }: { entry: Entry }) {
  const { file } = entry;
  return (
    <div className="fil-upload-name">
      <FileIcon name={file.name} />
      <span title={pathOf(entry)}>{pathOf(entry)}</span>
      <span className="sr-muted">{formatBytes(file.size)}</span>
    </div>
  );
}

type UploadRowProps = {
  entry: Entry;
  kinds?: Field["options"];
  needs: readonly Field[];
  isSending: boolean;
  onChange: (part: Partial<Entry>) => void;
  onPause: () => void;
  onResume: () => void;
  onRemove: () => void;
};

export function UploadRow({ entry, kinds, needs, isSending, onChange, onPause, onResume, onRemove }: UploadRowProps) {
  const { file, kind, description, needed, done, state, note, problem } = entry;
  const path = pathOf(entry);
  const long = description.length > maxDescription;
  const isBusy = isSending || state === "paused";
  const status =
    state === "paused"
      ? `Paused at ${Math.round(done * 100)}%`
      : state === "ready" && done > 0
        ? `Continues at ${Math.round(done * 100)}%`
        : note;
  return (
    <div className="fil-upload-row">
      <UploadName entry={entry} />
      {kinds && (
        <Select
          aria-label={`Content type of ${path}`}
          placeholder="Content type"
          value={kind}
          disabled={isBusy}
          options={kinds}
          onChange={(value: string) => onChange({ kind: value })}
        />
      )}
      <Input
        aria-label={`Description of ${path}`}
        placeholder="Description"
        value={description}
        status={long ? "error" : undefined}
        disabled={isBusy}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Button type="text" aria-label={`Remove ${path}`} icon={<Icon name="close" size={15} />} onClick={onRemove} />
      {needs.length > 0 && (
        <div className="fil-needs">
          {needs.map((field) => (
            <label key={field.name} htmlFor={`${entry.key}-${field.name}`}>
              {field.title}
              {field.required ? "" : ", if there is one"}
              <FieldInput
                id={`${entry.key}-${field.name}`}
                field={field}
                value={needed[field.name] ?? null}
                disabled={isBusy}
                onBlur={() => undefined}
                onChange={(value) => onChange({ needed: { ...needed, [field.name]: value } })}
              />
            </label>
          ))}
        </div>
      )}
      {long && (
        <div className="fil-problem" role="alert">
          {longDescription}
        </div>
      )}
      {problem && (
        <div className="fil-problem" role="alert">
          {problem}
        </div>
      )}
      {(status || (file.size >= pieceSize && state === "sending")) && (
        <div className="fil-status">
          <span className="sr-muted" role="status">
            {status}
          </span>
          {state === "sending" && file.size >= pieceSize && (
            <Button size="small" aria-label={`Pause ${path}`} onClick={onPause}>
              Pause
            </Button>
          )}
          {state === "paused" && (
            <Button size="small" aria-label={`Resume ${path}`} onClick={onResume}>
              Resume
            </Button>
          )}
        </div>
      )}
      {isBusy && !problem && (
        <Progress
          className="fil-progress"
          aria-label={`Progress of ${path}`}
          percent={Math.round(done * 100)}
          size="small"
        />
      )}
    </div>
  );
}
