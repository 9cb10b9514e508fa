import { api } from "@staffroom/api";
import { acceptedExtensions, FileIcon, formatBytes, Icon, toast, uploadProblem } from "@staffroom/ui";
import type { UploadedFile, WidgetProps } from "@staffroom/contract";
import { Button, Modal } from "antd";
import { useRef, useState } from "react";

const totalLimit = 1024 ** 3;

/** Button and dialog that send files; what would be refused is told before sending (money.md 5). */
export default function Uploader({ kind, entityType, entityTypeId, onUploaded }: WidgetProps["uploader"]) {
  const [open, setOpen] = useState(false);
  const [files, setFiles] = useState<File[]>([]);
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const add = (list: FileList | null) => {
    const kept = [...files];
    for (const file of list ?? []) {
      const problem = uploadProblem(file);
      const total = kept.reduce((sum, one) => sum + one.size, file.size);
      if (problem && !acceptedExtensions.includes(file.name.split(".").at(-1)?.toLowerCase() ?? "")) {
        toast.info(`${file.name} is not a standard image, pdf, or document file`);
      } else if (problem) toast.info(`${file.name} is ${formatBytes(file.size)}, and maximum file size is 100 MB`);
      else if (total > totalLimit) toast.info(`Unable to add ${file.name} as total upload size has reached the maximum`);
      else kept.push(file);
    }
    setFiles(kept);
    if (chooser.current) chooser.current.value = "";
  };
  const close = () => {
    setOpen(false);
    setFiles([]);
  };
  const send = async () => {
    setBusy(true);
    const sent: UploadedFile[] = [];
    try {
      for (const file of files) {
        const form = new FormData();
        form.append("file", file);
        form.append("uploadType", kind);
        if (entityType) form.append("entityType", entityType);
        if (entityTypeId !== undefined) form.append("entityTypeId", String(entityTypeId));
        const { id } = await api.post<{ id: number }>("/uploader", form);
        sent.push({ id, name: file.name, size: file.size, type: file.type });
      }
      close();
    } catch (error) {
      toast.error(error);
      setFiles((now) => now.slice(sent.length));
    } finally {
      setBusy(false);
      if (sent.length) onUploaded?.(sent);
    }
  };
  return (
    <>
      <Button icon={<Icon name="upload" size={15} />} onClick={() => setOpen(true)}>Upload</Button>
      <Modal open={open} title="Upload files" okText="Upload" okButtonProps={{ disabled: !files.length }} confirmLoading={busy} onOk={() => void send()} onCancel={close}>
        {files.map((file, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same file may be added twice
          <div key={index} className="sr-file">
            <FileIcon name={file.name} /> <span>{file.name}</span> <span className="sr-muted">{formatBytes(file.size)}</span>
            <Button type="text" size="small" aria-label={`Remove ${file.name}`} icon={<Icon name="close" size={14} />} onClick={() => setFiles(files.filter((_, at) => at !== index))} />
          </div>
        ))}
        <Button icon={<Icon name="plus" size={15} />} onClick={() => chooser.current?.click()}>Add files</Button>
        <input ref={chooser} type="file" multiple hidden aria-label="Choose files" onChange={(event) => add(event.target.files)} />
      </Modal>
    </>
  );
}
