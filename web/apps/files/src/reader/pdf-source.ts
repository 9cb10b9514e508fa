import { ApiError, call } from "@staffroom/api";
import type * as PdfJs from "pdfjs-dist";

const library = new URL("pdfjs-dist/build/pdf.min.mjs", import.meta.url).href;
const worker = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;
/**
 * Tables of Chinese, Japanese and Korean codes, and fonts that a PDF may use without embedding them: served next to the
 * library, each loaded by a PDF that needs it (`rsbuild.config.mjs`).
 */
const settings = {
  enableXfa: false,
  useWasm: false,
  cMapUrl: new URL("../cmaps/", library).href,
  standardFontDataUrl: new URL("../standard_fonts/", library).href,
};

/** A PDF above this size is fetched in ranges, the viewed pages first. */
export const rangesAbove = 1_000_000;

/** The bytes of a PDF, or the file from which ranges are fetched. */
export type PdfSource = Blob | { id: number; size: number };

/** pdf.js as published: loaded with the first PDF, separate from the area's own bundle. */
export async function pdfjs(): Promise<typeof PdfJs> {
  const loaded = (await import(/* webpackIgnore: true */ library)) as typeof PdfJs;
  loaded.GlobalWorkerOptions.workerSrc = worker;
  return loaded;
}

const waits = [500, 2000, 6000];
const pause = (milliseconds: number) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/**
 * Fetches the bytes of a file, all or those from `begin` to `end` (exclusive), with retries while there is no response.
 */
async function bytesOf(id: number, begin?: number, end = 0): Promise<Uint8Array> {
  const headers = { Accept: "*/*", ...(begin === undefined ? {} : { Range: `bytes=${begin}-${end - 1}` }) };
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call("GET", `/file/${id}/download`, undefined, { headers });
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      const wait = waits[tries];
      if (wait === undefined || (error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error;
      await pause(wait);
    }
  }
}

/** Open a PDF of which every page is needed. */
export async function openWholePdf(id: number): Promise<PdfJs.PDFDocumentProxy> {
  const { getDocument } = await pdfjs();
  return getDocument({ ...settings, data: await bytesOf(id) }).promise;
}

/** Opens a PDF; `onLost` is called if bytes of it cannot be loaded later. Scripts in the document are never run. */
export async function openPdf(source: PdfSource, onLost: () => void): Promise<PdfJs.PDFDocumentLoadingTask> {
  const { getDocument, PDFDataRangeTransport } = await pdfjs();
  if (source instanceof Blob) return getDocument({ ...settings, data: await source.arrayBuffer() });
  const { id, size } = source;
  if (size <= rangesAbove) return getDocument({ ...settings, data: await bytesOf(id) });
  class Ranges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      bytesOf(id, begin, end).then((data) => this.onDataRange(begin, data), onLost);
    }
  }
  return getDocument({
    ...settings,
    range: new Ranges(size, null),
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 262_144,
  });
}
