import { api, plainErrorText } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import type * as PdfJs from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { pageOf, type Place } from "./destinations";
import { findText, type Run } from "./find-text";
import { ReadAgain } from "./read-again";
import { useReading } from "./use-reading";

type Hits = Answer<"files", "/file/{id}/search">;

type SearchProps = {
  fileId: number;
  pdf: PdfJs.PDFDocumentProxy;
  asked: string;
  onAsk: (text: string) => void;
  onFind: (page: number) => void;
};

/** Search in the text of a file, which the server extracted on arrival; until then the pages are read here. */
export function SearchPanel({ fileId, pdf, asked, onAsk, onFind }: SearchProps) {
  const [word, setWord] = useState(asked);
  const { data: reading, isError: isUnread } = useReading(fileId);
  const { data, error, isFetching } = useQuery({
    queryKey: [`/file/${fileId}/search`, asked, reading?.state],
    queryFn: ({ signal }) =>
      reading?.state === "read"
        ? api.get<Hits>(`/file/${fileId}/search`, { query: { q: asked }, signal })
        : searchHere(pdf, asked, signal),
    enabled: asked !== "" && (reading !== undefined || isUnread),
    retry: false,
  });
  return (
    <>
      <Input.Search
        autoFocus
        allowClear
        aria-label="Search in the file"
        placeholder="Search in the file"
        maxLength={100}
        loading={isFetching}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        onSearch={(text) => onAsk(text.trim())}
      />
      {error && <p className="sr-muted">{plainErrorText(error)}</p>}
      {reading?.again && (
        <p className="sr-muted">
          The words are not in the search of files: {reading.reason}. <ReadAgain fileId={fileId} />
        </p>
      )}
      {asked && data && (
        <p className="sr-muted" role="status">
          {data.length ? `Found on ${data.length} ${data.length === 1 ? "page" : "pages"}` : "No page has this text"}
        </p>
      )}
      <ul>
        {data?.map((hit) => (
          <li key={hit.page}>
            <button type="button" className="fil-hit" onClick={() => onFind(hit.page)}>
              <b>Page {hit.page}</b> {hit.excerpt}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const around = 60;

/** Finds the pages with a text, reading one after another. */
async function searchHere(pdf: PdfJs.PDFDocumentProxy, asked: string, signal: AbortSignal): Promise<Hits> {
  const hits: Hits = [];
  for (const page of pageNumbers(pdf)) {
    if (signal.aborted) break;
    const { items } = await (await pdf.getPage(page)).getTextContent();
    const runs = items.filter((item) => "str" in item) as Run[];
    const count = findText(runs, asked).length;
    const text = runs.map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str)).join("");
    const at = Math.max(0, text.toLowerCase().indexOf(asked.toLowerCase()) - around);
    if (count) hits.push({ page, count, excerpt: `${at ? "…" : ""}${text.slice(at, at + asked.length + 2 * around)}` });
  }
  return hits;
}

type Entry = { title: string; dest: Place; items: Entry[] };

/** The outline contained in a PDF. */
export function OutlinePanel({ pdf, onFind }: { pdf: PdfJs.PDFDocumentProxy; onFind: (page: number) => void }) {
  const { data } = useQuery({
    queryKey: ["outline", pdf.fingerprints[0]],
    queryFn: async () => ((await pdf.getOutline()) as Entry[] | null) ?? [],
    gcTime: 0,
  });
  const go = async ({ dest }: Entry) => {
    const page = await pageOf(pdf, dest);
    if (page) onFind(page);
  };
  const list = (entries: Entry[]) => (
    <ul>
      {entries
        .map((entry, at) => ({ entry, name: `${at} ${entry.title}` }))
        .map(({ entry, name }) => (
          <li key={name}>
            <button type="button" className="fil-hit" onClick={() => void go(entry).catch(() => undefined)}>
              {entry.title}
            </button>
            {entry.items.length > 0 && list(entry.items)}
          </li>
        ))}
    </ul>
  );
  if (!data) return null;
  return data.length ? (
    <nav aria-label="Outline">{list(data)}</nav>
  ) : (
    <p className="sr-muted">This PDF has no outline.</p>
  );
}

/** The numbers of its pages, from 1. */
export const pageNumbers = (pdf: PdfJs.PDFDocumentProxy): number[] =>
  Array.from({ length: pdf.numPages }, (_, at) => at + 1);

type ThumbsPanelProps = {
  pdf: PdfJs.PDFDocumentProxy;
  current: number;
  onFind: (page: number) => void;
};

/** Thumbnails of pages, each drawn when it becomes visible. */
export function ThumbsPanel({ pdf, current, onFind }: ThumbsPanelProps) {
  return (
    <ol className="fil-thumbs">
      {pageNumbers(pdf).map((number) => (
        <li key={number}>
          <button
            type="button"
            aria-label={`Go to page ${number}`}
            aria-current={current === number ? "page" : undefined}
            onClick={() => onFind(number)}
          >
            <Thumb pdf={pdf} number={number} />
            {number}
          </button>
        </li>
      ))}
    </ol>
  );
}

const thumbWidth = 110;

function Thumb({ pdf, number }: { pdf: PdfJs.PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: thumbWidth / page.getViewport({ scale: 1 }).width });
      element.width = viewport.width;
      element.height = viewport.height;
      await page.render({ canvas: element, viewport }).promise;
    };
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      sight.disconnect();
      draw().catch(() => undefined);
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, [pdf, number]);
  return <canvas ref={canvas} aria-hidden width={thumbWidth} height={150} />;
}
