import { newKey, plainErrorText } from "@staffroom/api";
import type { UploadedFile } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Dialog, FileIcon, formatBytes, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button, Input, Progress, Select } from "antd";
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from "react";
import { avatar, longDescription, maxDescription, maxTotal, rejection } from "./rules";
import { sendFile } from "./send";
import "./style.css";

type Entry = { key: string; file: File; kind: string | null; description: string; done: number; problem?: string };
type Props = {
  /** The content type of these files; without it the user chooses one for each. */
  kind?: string;
  entityType?: string;
  entityTypeId?: number;
  /** Files that were dropped elsewhere. */
  first?: readonly File[];
  onUploaded?: (files: UploadedFile[]) => void;
  onClose: () => void;
};

/** Files to upload, each with content type and description; limits are checked before the upload. */
export function UploadDialog({ kind, entityType, entityTypeId, first, onUploaded, onClose }: Props) {
  const dialogs = useDialogs();
  const only = kind ?? null;
  const [entries, setEntries] = useState<Entry[]>([]);
  const [sending, setSending] = useState<AbortController | null>(null);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => () => sending?.abort(new DOMException("closed", "AbortError")), [sending]);

  const total = entries.reduce((sum, { file }) => sum + file.size, 0);
  const change = (key: string, part: Partial<Entry>) =>
    setEntries((now) => now.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));

  const add = (files: Iterable<File>) => {
    const accepted: Entry[] = [];
    let size = total;
    for (const file of files) {
      const refusal = rejection(file, size);
      if (refusal) toast.refusal(refusal, file.name);
      else {
        accepted.push({ key: newKey(), file, kind: only, description: "", done: 0 });
        size += file.size;
      }
    }
    setEntries((now) => [...now, ...accepted]);
    if (chooser.current) chooser.current.value = "";
  };
  const addFirst = useEffectEvent(() => first && add(first));
  useEffect(() => addFirst(), []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!sending) add(event.dataTransfer.files);
  };

  const upload = async () => {
    if (entries.some((entry) => !entry.kind)) {
      dialogs.say("warning", "Content type missing", "Please set file content type for all files");
      return;
    }
    if (entries.some(({ description }) => description.length > maxDescription)) return;
    const control = new AbortController();
    setSending(control);
    const sent: UploadedFile[] = [];
    let failed = false;
    for (const entry of entries) {
      const form = new FormData();
      form.append("uploadType", entry.kind ?? "");
      form.append("description", entry.description);
      if (entityType) form.append("entityType", entityType);
      if (entityTypeId !== undefined) form.append("entityTypeId", String(entityTypeId));
      form.append("file", entry.file);
      try {
        const { id } = await sendFile(form, (done) => change(entry.key, { done, problem: undefined }), control.signal);
        sent.push({ id, name: entry.file.name, size: entry.file.size, type: entry.file.type });
        setEntries((now) => now.filter(({ key }) => key !== entry.key));
      } catch (error) {
        failed = true;
        if (control.signal.aborted) break;
        change(entry.key, { done: 0, problem: plainErrorText(error) });
      }
    }
    setSending(null);
    if (sent.length) {
      toast.success(sent.length === 1 ? `${sent[0]?.name} uploaded` : `${sent.length} files uploaded`);
      onUploaded?.(sent);
    }
    if (!failed) onClose();
  };

  return (
    <Dialog
      open
      width={760}
      title="Upload files"
      maskClosable={!entries.length}
      onCancel={() => (sending ? sending.abort(new DOMException("stopped", "AbortError")) : onClose())}
      footer={
        <div className="sr-foot fil-upload-foot">
          <span className="sr-muted">{entries.length > 0 && `${entries.length} file${entries.length > 1 ? "s" : ""}, ${formatBytes(total)} of ${formatBytes(maxTotal)}`}</span>
          {entries.length > 0 && !sending && <Button onClick={() => setEntries([])}>Clear</Button>}
          <Button icon={<Icon name="plus" size={15} />} disabled={!!sending} onClick={() => chooser.current?.click()}>Add</Button>
          {sending
            ? <Button danger onClick={() => sending.abort(new DOMException("stopped", "AbortError"))}>Stop</Button>
            : <Button type="primary" disabled={!entries.length} onClick={() => void upload()}>Upload files</Button>}
        </div>
      }
    >
      <div
        className="fil-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {entries.map((entry) => (
          <UploadRow
            key={entry.key}
            entry={entry}
            offered={only === null}
            busy={!!sending}
            onChange={(part) => change(entry.key, part)}
            onRemove={() => setEntries((now) => now.filter(({ key }) => key !== entry.key))}
          />
        ))}
        {!entries.length && (
          <button type="button" className="fil-drop-empty" onClick={() => chooser.current?.click()}>
            <Icon name="upload" size={22} />
            <b>Drop files here or choose them</b>
            <span>Standard image, pdf and document files, up to 100 MB each</span>
          </button>
        )}
      </div>
      <input ref={chooser} type="file" multiple hidden aria-label="Choose files" onChange={(event) => add(event.target.files ?? [])} />
    </Dialog>
  );
}

function UploadRow({ entry, offered, busy, onChange, onRemove }: {
  entry: Entry; offered: boolean; busy: boolean; onChange: (part: Partial<Entry>) => void; onRemove: () => void;
}) {
  const { file, kind, description, done, problem } = entry;
  const { fields } = useFields("/file");
  const long = description.length > maxDescription;
  return (
    <div className="fil-upload-row">
      <div className="fil-upload-name">
        <FileIcon name={file.name} />
        <span title={file.name}>{file.name}</span>
        <span className="sr-muted">{formatBytes(file.size)}</span>
      </div>
      {offered && (
        <Select
          aria-label={`Content type of ${file.name}`}
          placeholder="Content type"
          value={kind}
          disabled={busy}
          options={fields.get("contentType")?.options?.filter(({ value }) => value !== avatar)}
          onChange={(value: string) => onChange({ kind: value })}
        />
      )}
      <Input
        aria-label={`Description of ${file.name}`}
        placeholder="Description"
        value={description}
        status={long ? "error" : undefined}
        disabled={busy}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Button type="text" aria-label={`Remove ${file.name}`} disabled={busy} icon={<Icon name="close" size={15} />} onClick={onRemove} />
      {long && <div className="fil-problem" role="alert">{longDescription}</div>}
      {problem && <div className="fil-problem" role="alert">{problem}</div>}
      {busy && !problem && <Progress className="fil-progress" percent={Math.round(done * 100)} size="small" />}
    </div>
  );
}
