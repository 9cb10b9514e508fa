import { loadPiece, seldomChanged, useApi } from "@staffroom/api";
import type { Answer, Field, UploadedFile } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Dialog, FileIcon, formatBytes, formatCount, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button, Select } from "antd";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type DragEvent } from "react";
import { chosenFiles, droppedFiles, pastedFiles } from "./dropped";
import { scanKey } from "../photos/kept";
import { usePhotos } from "../photos/use-photos";
import { OpenRow, UploadName, UploadRow } from "./rows";
import { avatar, maxTotal } from "./rules";
import { isOf, type Unfinished } from "./unfinished";
import { pathOf, sizeOf, useUploads, type Entry } from "./use-uploads";
import "../style.css";

const ScanDialog = lazy(() => loadPiece(() => import("../photos/scan-dialog")));

/** Maximum number of rows drawn: a dropped folder may hold thousands of files. */
const mostRows = 100;

/** An input that chooses a folder; React's types lack it. */
const wholeFolder = { webkitdirectory: "" };

type Needs = Answer<"files", "/uploader/needs">;

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
  const photos = usePhotos(scanKey(kind, entityType, entityTypeId));
  const uploads = useUploads({ kind, entityType, entityTypeId, onUploaded, onSent: photos.sent, onFinished: onClose });
  const { entries, isSending, open } = uploads;
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  /** The upload whose file the user is choosing again. */
  const wanted = useRef<Unfinished | null>(null);
  const refused = entries.filter(({ state }) => state === "refused");
  const sent = entries.filter(({ state }) => state !== "refused");
  const rows = [...refused, ...sent].slice(0, mostRows);
  const folderChooser = useRef<HTMLInputElement>(null);

  const choose = (upload?: Unfinished) => {
    wanted.current = upload ?? null;
    chooser.current?.click();
  };
  const chosen = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    const upload = wanted.current;
    input.value = "";
    if (upload && !files.some((file) => isOf(upload, file)))
      toast.refusal(
        `Choose ${upload.name} of ${formatBytes(upload.size)}, unchanged, to continue its upload`,
        upload.name,
      );
    else uploads.add(files);
  };
  const addFirst = useEffectEvent(() => first && uploads.add(first));
  useEffect(() => addFirst(), []);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (!files.length || isSending) return;
    event.preventDefault();
    uploads.add(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isSending) void droppedFiles(event.dataTransfer).then((files) => uploads.add(files));
  };

  const { fields } = useFields("/file");
  const kinds = fields.get("contentType")?.options?.filter(({ value }) => value !== avatar);
  /** Only the library has folders. */
  const keepsFolders = entityType === "folder";
  const { data: needs } = useApi<Needs>(
    "/uploader/needs",
    { entityType: entityType ?? "" },
    { staleTime: seldomChanged },
  );
  const needsOf = (entry: Entry): Field[] =>
    Object.entries(needs?.[entry.kind ?? ""] ?? {}).flatMap(([name, required]) => {
      const field = fields.get(name);
      return field ? [{ ...field, required }] : [];
    });
  const [missing] = sent.flatMap((entry) =>
    needsOf(entry)
      .filter(({ name, required }) => required && !entry.needed[name])
      .map(({ title }) => ({ title, of: pathOf(entry) })),
  );

  const upload = () => {
    if (sent.some((entry) => !entry.kind))
      dialogs.say("warning", "Content type missing", "Please set file content type for all files");
    else if (missing)
      dialogs.say(
        "warning",
        `${missing.title} missing`,
        `Please set the ${missing.title.toLowerCase()} of ${missing.of}`,
      );
    else if (uploads.isComplete()) uploads.start();
  };

  return (
    <Dialog
      open
      width={760}
      title="Upload files"
      maskClosable={!entries.length}
      onCancel={() => (isSending ? uploads.stop() : onClose())}
      footer={
        <div className="sr-foot fil-upload-foot">
          <span className="sr-muted">
            {entries.length > 0 &&
              `${formatCount(sent.length, "file", "files")}, ${formatBytes(sizeOf(entries))} of ${formatBytes(maxTotal)}`}
            {refused.length > 0 && (
              <b className="fil-problem" role="alert">
                {" "}
                {refused.length} refused
              </b>
            )}
          </span>
          {entries.length > 0 && !isSending && <Button onClick={uploads.clear}>Clear</Button>}
          <Button disabled={isSending} onClick={photos.open}>
            Scan with the camera
          </Button>
          <Button icon={<Icon name="plus" size={15} />} disabled={isSending} onClick={() => choose()}>
            Add
          </Button>
          {keepsFolders && (
            <Button
              icon={<Icon name="folder" size={15} />}
              disabled={isSending}
              onClick={() => folderChooser.current?.click()}
            >
              Add folder
            </Button>
          )}
          {isSending ? (
            <Button danger onClick={uploads.stop}>
              Stop
            </Button>
          ) : (
            <Button type="primary" disabled={!sent.length} onClick={upload}>
              Upload files
            </Button>
          )}
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
        {photos.pages > 0 && !entries.some(({ file }) => photos.isOf(file)) && (
          <div className="fil-open-row">
            <div className="fil-upload-name">
              <FileIcon name="scan.pdf" />
              <span>Scan of {photos.pages === 1 ? "1 page" : `${photos.pages} pages`}</span>
            </div>
            <span className="sr-muted">Saved on this device, not sent</span>
            <Button size="small" disabled={isSending} aria-label="Continue the scan" onClick={photos.open}>
              Continue
            </Button>
          </div>
        )}
        {open.map((one) => (
          <OpenRow
            key={one.address}
            upload={one}
            busy={isSending}
            onContinue={() => choose(one)}
            onRemove={() => uploads.forget(one)}
          />
        ))}
        {!kind && sent.length > 1 && (
          <div className="fil-for-all">
            <Select
              aria-label="Content type of all files"
              placeholder="Content type of all files"
              value={null}
              disabled={isSending}
              options={kinds}
              onChange={(value: string) => uploads.changeAll({ kind: value })}
            />
          </div>
        )}
        {rows.map((entry) =>
          entry.state === "refused" ? (
            <div key={entry.key} className="fil-upload-row">
              <UploadName entry={entry} />
              <Button
                type="text"
                aria-label={`Remove ${pathOf(entry)}`}
                icon={<Icon name="close" size={15} />}
                onClick={() => uploads.remove(entry)}
              />
              <div className="fil-problem">{entry.problem}</div>
            </div>
          ) : (
            <UploadRow
              key={entry.key}
              entry={entry}
              kinds={kind ? undefined : (kinds ?? [])}
              needs={needsOf(entry)}
              isSending={isSending}
              onChange={(part) => uploads.change(entry.key, part)}
              onPause={() => uploads.pause(entry.key)}
              onResume={() => uploads.resume(entry.key)}
              onRemove={() => uploads.remove(entry)}
            />
          ),
        )}
        {entries.length > mostRows && (
          <p className="sr-muted">{formatCount(entries.length - mostRows, "more file", "more files")}</p>
        )}
        {!entries.length && (
          <button type="button" className="fil-drop-empty" onClick={() => choose()}>
            <Icon name="upload" size={22} />
            <b>Drop files here or choose them</b>
            <span>
              Standard image, pdf and document files, up to 100 MB each. Folders and pasted pictures work too.
            </span>
          </button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Choose files"
        onChange={({ target }) => chosen(target)}
      />
      {keepsFolders && (
        <input
          ref={folderChooser}
          type="file"
          {...wholeFolder}
          hidden
          aria-label="Choose a folder"
          onChange={({ target }) => {
            const files = chosenFiles(target.files ?? []);
            target.value = "";
            uploads.add(files);
          }}
        />
      )}
      {photos.isOpen && (
        <Suspense fallback={null}>
          <ScanDialog
            scanOf={photos.key}
            onDone={(pdf) => {
              photos.close();
              for (const entry of entries) if (photos.isOf(entry.file)) uploads.remove(entry);
              photos.take(pdf);
              uploads.add([pdf]);
            }}
            onClose={photos.close}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
