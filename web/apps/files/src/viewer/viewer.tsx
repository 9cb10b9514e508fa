import { ApiError, loadPiece, plainErrorText, saveAs, supportEmail } from "@staffroom/api";
import {
  ErrorState,
  FileIcon,
  formatBytes,
  formatDateTime,
  Icon,
  LoadingState,
  StatePanel,
  useDialogs,
} from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Progress } from "antd";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { CsvTable } from "./csv-table";
import {
  decodeText,
  isForeign,
  loadBytes,
  loadFile,
  longestText,
  previewOf,
  type LoadedFile,
  type Sought,
} from "./load";
import { MailView, NotShown } from "./mail";
import { Media } from "./media";
import { printPdf } from "./print";
import type { PdfSource } from "../reader/pdf-source";
import { ReadAgain } from "../reader/read-again";
import { useReading } from "../reader/use-reading";
import { useObjectUrl } from "../parts/use-object-url";
import { useFull, useSteps } from "./use-steps";
import { Unshown } from "./unshown";
import "../style.css";

const PdfPages = lazy(() => loadPiece(() => import("./pdf-pages")));
const Picture = lazy(() => loadPiece(() => import("./picture")));

type Props = {
  /** Ids of the files, in order. */
  files: readonly number[];
  current: number;
  sought?: Sought;
  onShow: (id: number) => void;
  onClose: () => void;
};

/** The document viewer of money.md 2: previous, next, close, download, progress in percent. */
export function Viewer({ files, current, sought, onShow, onClose }: Props) {
  const dialogs = useDialogs();
  const [percent, setPercent] = useState(0);
  const viewer = useRef<HTMLElement>(null);
  const [isFull, toggleFull] = useFull();
  const { data, error, refetch } = useQuery({
    queryKey: [`/file/${current}`, "viewer"],
    queryFn: ({ signal }) => {
      setPercent(0);
      return loadFile(current, setPercent, signal);
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const file = data?.id === current ? data : undefined;
  const address = useObjectUrl(file?.blob);

  const status = error instanceof ApiError ? error.status : 0;
  const failure = status === 402 || status === 404 ? "File not found" : titleOf(error);
  useEffect(() => {
    if (status === 402) dialogs.warn("Access denied", "You do not currently have access to this file");
    if (status === 404) dialogs.warn("File not found", notFoundText);
  }, [status, current, dialogs]);

  const at = files.indexOf(current);
  const step = (by: -1 | 1) => {
    const next = files[at + by];
    if (next !== undefined) onShow(next);
    else if (by < 0) dialogs.say("info", "First file", "This is the first file in the list");
    else dialogs.say("info", "Last file", "This is the last file in the list");
  };
  const swipes = useSteps(viewer, step, toggleFull);
  const name = file ? `${file.name}.${file.extension}` : "";
  const [saving, setSaving] = useState<number | null>(null);
  /** Returns the file's bytes, for download or print. */
  const whole = async (give: (blob: Blob) => void) => {
    if (!file) return;
    try {
      const isWhole = file.blob && file.blob.size >= file.size;
      if (!isWhole) setSaving(0);
      give(isWhole && file.blob ? file.blob : await loadBytes(file, setSaving));
    } catch (error_) {
      dialogs.say("error", "The file did not load", plainErrorText(error_));
    } finally {
      setSaving(null);
    }
  };
  const save = () => void whole((blob) => saveAs(blob, name));
  return (
    <section ref={viewer} className="fil-viewer" aria-label="File viewer" data-full={isFull || undefined}>
      <header className="fil-viewer-head">
        {file && <FileIcon name={name} size={20} />}
        <div className="fil-viewer-title">
          <h1>{file ? name : error ? failure : "Loading"}</h1>
          {file && (
            <span className="sr-muted">
              {formatBytes(file.size)}, uploaded {formatDateTime(file.uploadedAt)} by {file.uploadedBy.name}
              {file.description && `. ${file.description}`}
            </span>
          )}
        </div>
        <Button icon={<Icon name="chevron-left" size={15} />} aria-keyshortcuts="ArrowLeft" onClick={() => step(-1)}>
          <span className="fil-word">Previous</span>
        </Button>
        <Button aria-keyshortcuts="ArrowRight" onClick={() => step(1)}>
          <span className="fil-word">Next</span> <Icon name="chevron-right" size={15} />
        </Button>
        <Button
          type="primary"
          icon={<Icon name="download" size={15} />}
          disabled={!file || saving !== null}
          onClick={save}
        >
          <span className="fil-word">Download</span>
          {saving ? ` ${saving}%` : ""}
        </Button>
        <Button
          icon={<Icon name="external" size={15} />}
          aria-pressed={isFull}
          aria-keyshortcuts="f"
          onClick={toggleFull}
        >
          <span className="fil-word">Full screen</span>
        </Button>
        <Button icon={<Icon name="close" size={15} />} onClick={onClose}>
          <span className="fil-word">Close</span>
        </Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a page of it may hold nothing to focus */}
      <div className="fil-viewer-body" role="region" aria-label="Content" tabIndex={0} {...swipes}>
        {error ? (
          status === 402 || status === 404 ? (
            <FileNotFound />
          ) : (
            <ErrorState error={error} title={failure} onRetry={() => void refetch()} />
          )
        ) : file && (address || !file.blob) ? (
          <Content
            key={file.id}
            file={file}
            sought={sought}
            address={address}
            save={save}
            print={() => void whole(printPdf)}
          />
        ) : (
          <div className="fil-loading">
            <Progress type="circle" aria-label="Loading the file" percent={percent} size={84} />
            <span className="sr-muted" aria-hidden>
              Loading the file
            </span>
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the title of a refusal, for example of a file in quarantine. */
const titleOf = (error: unknown) => (error instanceof ApiError && error.title) || "The file did not load";

const notFoundText = "We are sorry. We are currently unable to find the file, please contact support.";

function FileNotFound() {
  return (
    <StatePanel
      icon="file"
      title="File not found"
      text={notFoundText}
      actions={<a href={`mailto:${supportEmail}`}>Contact support</a>}
    />
  );
}

type ContentProps = { file: LoadedFile; sought?: Sought; address: string | null; save: () => void; print: () => void };

function Content({ file, sought, address, save, print }: ContentProps) {
  const name = `${file.name}.${file.extension}`;
  const source = useMemo<PdfSource>(() => file.blob ?? { id: file.id, size: file.size }, [file]);
  const kind = previewOf(file.extension);
  switch (kind) {
    case "image":
      return (
        <Suspense fallback={<LoadingState rows={10} />}>
          <Picture fileId={file.id} address={address} name={name} save={save} />
        </Suspense>
      );
    case "pdf":
      return (
        <Suspense fallback={<LoadingState rows={10} />}>
          <PdfPages fileId={file.id} source={source} name={name} save={save} print={print} sought={sought} />
        </Suspense>
      );
    case "text":
      return <TextContent file={file} />;
    case "mail":
      return <MailView fileId={file.id} open={(part) => <Attachment {...part} />} />;
    case "audio":
    case "video":
      return <Media as={kind} fileId={file.id} name={name} save={save} />;
    default:
      return <NoPreview file={file} save={save} sought={sought} />;
  }
}

/** An email's attachment: a picture, a PDF or a text as the viewer shows it; marks are only for files. */
function Attachment({ name, extension, blob }: { name: string; extension: string; blob: Blob }) {
  const address = useObjectUrl(blob);
  const save = () => saveAs(blob, name);
  switch (isForeign(extension) ? "none" : previewOf(extension)) {
    case "image":
      return address && <img className="fil-part" src={address} alt={name} />;
    case "pdf":
      return (
        <Suspense fallback={<LoadingState rows={10} />}>
          <PdfPages fileId={0} source={blob} name={name} save={save} plain />
        </Suspense>
      );
    case "text":
      return <TextContent file={{ id: 0, blob, fileType: blob.type, extension, name, size: blob.size }} />;
    default:
      return <NotShown extension={extension} />;
  }
}

type NoPreviewProps = {
  file: LoadedFile;
  save: () => void;
  sought?: Sought;
};

/** Shows the PDF of an office document; for other files says why there is no preview, and offers the download. */
function NoPreview({ file: { id, name, extension }, save, sought }: NoPreviewProps) {
  const { data } = useReading(id, true);
  if (data?.conversion)
    return <Converted id={id} conversion={data.conversion} name={`${name}.pdf`} save={save} sought={sought} />;
  const again = data?.again && <ReadAgain fileId={id} />;
  if (data?.state === "waiting" && !data.reason)
    return (
      <StatePanel
        icon="clock"
        title="The preview is being made"
        text="It takes a moment. Download the file to open it now."
        actions={<Button onClick={save}>Download</Button>}
      />
    );
  const why = data?.reason || `No browser can show ${extension.toUpperCase()} files`;
  const title =
    data?.state === "waiting" || data?.state === "unreadable" ? "There is no preview" : "No preview of this type";
  return <Unshown title={title} text={`${why}. Download the file to open it.`} save={save} actions={again} />;
}

type ConvertedProps = {
  id: number;
  conversion: number;
  name: string;
  save: () => void;
  sought?: Sought;
};

/** The PDF of an office document: its marks belong to the document. */
function Converted({ id, conversion, name, save, sought }: ConvertedProps) {
  const { data, error } = useQuery({
    queryKey: [`/file/${conversion}`, "conversion"],
    queryFn: ({ signal }) => loadFile(conversion, () => undefined, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const source = useMemo<PdfSource | null>(
    () => (data ? (data.blob ?? { id: conversion, size: data.size }) : null),
    [data, conversion],
  );
  if (error) return <ErrorState error={error} title="The preview did not load" />;
  if (!data || !source) return <LoadingState rows={10} />;
  const print = async () => printPdf(data.blob ?? (await loadBytes(data)));
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      <PdfPages fileId={id} source={source} name={name} save={save} print={() => void print()} sought={sought} />
    </Suspense>
  );
}

type TextContentProps = {
  file: Pick<LoadedFile, "id" | "blob" | "fileType" | "extension" | "name" | "size">;
};

function TextContent({ file: { id, blob: bytes, fileType, extension, name, size } }: TextContentProps) {
  const isCut = size > longestText;
  const { data, error } = useQuery({
    queryKey: ["text", id, bytes],
    queryFn: async () =>
      decodeText(new Uint8Array(await (bytes ?? new Blob()).slice(0, longestText).arrayBuffer()), fileType, isCut),
    gcTime: 0,
  });
  if (error) return <StatePanel icon="warning" title="The text cannot be read" text={plainErrorText(error)} />;
  return (
    <>
      {extension === "csv" && data ? <CsvTable text={data} name={name} /> : <pre className="fil-text">{data}</pre>}
      {isCut && <p className="sr-muted">Only the beginning is shown; download the file to read all of it.</p>}
    </>
  );
}
