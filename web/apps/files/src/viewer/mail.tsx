import { api, call, saveAs } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import {
  Answered,
  attempt,
  Dialog,
  extensionOf,
  Facts,
  FileIcon,
  formatBytes,
  formatDateTime,
  RichTextView,
  StatePanel,
} from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState, type ReactNode } from "react";

type Mail = Answer<"files", "/file/{id}/mail">;
type Part = Mail["attachments"][number];

type Props = {
  fileId: number;
  /** Shows the content of an attachment by its kind. */
  open: (part: { name: string; extension: string; blob: Blob }) => ReactNode;
};

/** Media types by extension: the server sends only an attachment's bytes. */
const types: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  avif: "image/avif",
};
const typeOf = (extension: string): string =>
  types[extension] ?? (["jpg", "jpeg", "jfif"].includes(extension) ? "image/jpeg" : "application/octet-stream");

/**
 * An email file: its headers, its text without active or external content, and its attachments, each opened over it.
 */
export function MailView({ fileId, open }: Props) {
  const path = `/file/${fileId}/mail`;
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<Mail>(path, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const [shown, setShown] = useState<{ name: string; extension: string; blob: Blob } | null>(null);
  const bytes = async ({ place, name }: Part) => {
    const answer = await call("GET", `${path}/${place}`, undefined, { headers: { Accept: "*/*" } });
    const extension = extensionOf(name);
    return { name, extension, blob: new Blob([await answer.arrayBuffer()], { type: typeOf(extension) }) };
  };
  return (
    <Answered query={query} rows={8} title="The mail cannot be read">
      {({ subject, date, html, text, attachments, ...heads }) => (
        <article className="fil-mail" aria-label={subject || "Mail without a subject"}>
          <h2>{subject || "No subject"}</h2>
          <Facts facts={{ From: heads.from, To: heads.to, Copy: heads.cc, Date: date && formatDateTime(date) }} />
          {attachments.length > 0 && (
            <ul className="fil-mail-parts" aria-label="Attachments">
              {attachments.map((part) => (
                <li key={part.place}>
                  <button
                    type="button"
                    className="sr-file"
                    onClick={() => void attempt(async () => setShown(await bytes(part)))}
                  >
                    <FileIcon name={part.name} /> {part.name}
                  </button>
                  <span className="sr-muted">{formatBytes(part.size)}</span>
                  <Button
                    size="small"
                    type="link"
                    aria-label={`Download ${part.name}`}
                    onClick={() => void attempt(async () => saveAs((await bytes(part)).blob, part.name))}
                  >
                    Download
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {html ? <RichTextView html={html} /> : <pre className="fil-text">{text || "This mail has no words."}</pre>}
          {shown && (
            <Dialog open width={960} title={shown.name} footer={null} onCancel={() => setShown(null)}>
              {open(shown)}
            </Dialog>
          )}
        </article>
      )}
    </Answered>
  );
}

/** Says why an attachment is not shown. */
export const NotShown = ({ extension }: { extension: string }) => (
  <StatePanel
    icon="file-text"
    title="No preview of this attachment"
    text={`${extension ? `${extension.toUpperCase()} files` : "Files without an extension"} are not shown here. Download the attachment to open it.`}
  />
);
