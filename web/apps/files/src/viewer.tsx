import { ApiError, loadPiece, plainErrorText, saveAs, supportEmail } from "@staffroom/api";
import { ErrorState, FileIcon, formatBytes, formatDateTime, Icon, LoadingState, StatePanel, useDialogs } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Progress } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { decodeText, loadFile, previewOf, type LoadedFile } from "./load";
import "./style.css";

const PdfPages = lazy(() => loadPiece(() => import("./pdf-pages")));

type Props = {
  /** Ids of the files, in order. */
  files: readonly number[];
  current: number;
  onShow: (id: number) => void;
  onClose: () => void;
};

/** The document viewer of money.md 2: previous, next, close, download, progress in percent. */
export function Viewer({ files, current, onShow, onClose }: Props) {
  const dialogs = useDialogs();
  const [percent, setPercent] = useState(0);
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
  const address = useAddress(file);

  const status = error instanceof ApiError ? error.status : 0;
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
  const name = file ? `${file.name}.${file.extension}` : "";
  const save = () => file && saveAs(file.blob, name);

  return (
    <section className="fil-viewer" aria-label="File viewer">
      <header className="fil-viewer-head">
        {file && <FileIcon name={name} size={20} />}
        <div className="fil-viewer-title">
          <h1>{file ? name : status ? "File not found" : "Loading"}</h1>
          {file && <span className="sr-muted">{formatBytes(file.size)}, uploaded {formatDateTime(file.uploadedAt)} by {file.uploadedBy.name}{file.description && `. ${file.description}`}</span>}
        </div>
        <Button icon={<Icon name="chevron-left" size={15} />} onClick={() => step(-1)}>Previous</Button>
        <Button onClick={() => step(1)}>Next <Icon name="chevron-right" size={15} /></Button>
        <Button type="primary" icon={<Icon name="download" size={15} />} disabled={!file} onClick={save}>Download</Button>
        <Button icon={<Icon name="close" size={15} />} onClick={onClose}>Close</Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a page of it may hold nothing to focus */}
      <div className="fil-viewer-body" role="region" aria-label="Content" tabIndex={0}>
        {error
          ? status === 402 || status === 404
            ? <FileNotFound />
            : <ErrorState error={error} title="The file did not load" onRetry={() => void refetch()} />
          : file && address
            ? <Content file={file} address={address} save={save} />
            : <div className="fil-loading"><Progress type="circle" percent={percent} size={84} /><span className="sr-muted">Loading the file</span></div>}
      </div>
    </section>
  );
}

const notFoundText = "We are sorry. We are currently unable to find the file, please contact support.";

function FileNotFound() {
  return <StatePanel icon="file" title="File not found" text={notFoundText} actions={<a href={`mailto:${supportEmail}`}>Contact support</a>} />;
}

/** An object URL of the file, revoked when another file is shown. */
function useAddress(file: LoadedFile | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file.blob);
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
      setAddress(null);
    };
  }, [file]);
  return address;
}

function Content({ file, address, save }: { file: LoadedFile; address: string; save: () => void }) {
  const name = `${file.name}.${file.extension}`;
  switch (previewOf(file.extension)) {
    case "image": return <Picture address={address} name={name} save={save} />;
    case "pdf": return <Suspense fallback={<LoadingState rows={10} />}><PdfPages file={file.blob} name={name} save={save} /></Suspense>;
    case "text": return <TextContent file={file} />;
    case "audio": return <Media as="audio" address={address} name={name} save={save} />;
    case "video": return <Media as="video" address={address} name={name} save={save} />;
    default: return <NoPreview title="No preview of this type" save={save} />;
  }
}

function NoPreview({ title, save }: { title: string; save: () => void }) {
  return <StatePanel icon="file-text" title={title} text="Download the file to open it." actions={<Button type="primary" onClick={save}>Download</Button>} />;
}

/** A picture; a browser shows only some formats, no TIFF or HEIC for example. */
function Picture({ address, name, save }: { address: string; name: string; save: () => void }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview title="Your browser cannot show this picture" save={save} />;
  return <img className="fil-image" src={address} alt={name} onError={() => setFailed(true)} />;
}

/** Audio or video; a browser supports only some of their codecs. */
function Media({ as: Tag, address, name, save }: { as: "audio" | "video"; address: string; name: string; save: () => void }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview title="Your browser cannot play this file" save={save} />;
  return (
    <figure className="fil-media">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have none */}
      <Tag src={address} controls aria-label={name} onError={() => setFailed(true)} />
      {Tag === "audio" && <figcaption><FileIcon name={name} size={40} /> {name}</figcaption>}
    </figure>
  );
}

const longestText = 500_000;

function TextContent({ file: { id, blob, fileType } }: { file: LoadedFile }) {
  const { data, error } = useQuery({
    queryKey: ["text", id, blob],
    queryFn: async () => decodeText(new Uint8Array(await blob.slice(0, longestText).arrayBuffer()), fileType, blob.size > longestText),
    gcTime: 0,
  });
  if (error) return <StatePanel icon="warning" title="The text cannot be read" text={plainErrorText(error)} />;
  return (
    <>
      <pre className="fil-text">{data}</pre>
      {blob.size > longestText && <p className="sr-muted">Only the beginning is shown; download the file to read all of it.</p>}
    </>
  );
}
