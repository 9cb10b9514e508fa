import { LoadingState, StatePanel } from "@staffroom/ui";
import { Button } from "antd";
import type * as PdfJs from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";

const library = new URL("pdfjs-dist/build/pdf.min.mjs", import.meta.url).href;
const worker = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;
/**
 * Tables of Chinese, Japanese and Korean codes, and the fonts that a PDF may name without holding them: beside the library, each
 * loaded by a PDF that needs it (`rsbuild.config.mjs`).
 */
const cMapUrl = new URL("../cmaps/", library).href;
const standardFontDataUrl = new URL("../standard_fonts/", library).href;

/** pdf.js as published: loaded with the first PDF, apart from the area's own bundle. */
async function pdfjs(): Promise<typeof PdfJs> {
  const loaded = (await import(/* webpackIgnore: true */ library)) as typeof PdfJs;
  loaded.GlobalWorkerOptions.workerSrc = worker;
  return loaded;
}

type Props = { file: Blob; name: string; save: () => void };

/** The pages of a PDF, each rendered when it becomes visible. Scripts in the document are never run. */
export default function PdfPages({ file, name, save }: Props) {
  const [pdf, setPdf] = useState<PdfJs.PDFDocumentProxy | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    setPdf(null);
    setFailed(false);
    const opened = Promise.all([pdfjs(), file.arrayBuffer()]).then(([{ getDocument }, data]) => {
      const task = getDocument({ data, enableXfa: false, useWasm: false, cMapUrl, standardFontDataUrl });
      return task.promise.then((document) => {
        if (left) void task.destroy();
        else setPdf(document);
        return task;
      });
    });
    opened.catch(() => !left && setFailed(true));
    return () => {
      left = true;
      void opened.then((task) => task.destroy()).catch(() => undefined);
    };
  }, [file]);
  if (failed) return <StatePanel icon="file-text" title="This PDF cannot be shown" text="Download the file to open it." actions={<Button type="primary" onClick={save}>Download</Button>} />;
  if (!pdf) return <LoadingState rows={10} />;
  return (
    <div className="fil-pdf" role="document" aria-label={name}>
      {Array.from({ length: pdf.numPages }, (_, index) => <PdfPage key={index + 1} pdf={pdf} number={index + 1} />)}
    </div>
  );
}

const width = 860;

function PdfPage({ pdf, number }: { pdf: PdfJs.PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let cancel = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (width / plain.width) * Math.min(2, window.devicePixelRatio || 1) });
      element.width = viewport.width;
      element.height = viewport.height;
      element.style.aspectRatio = `${plain.width} / ${plain.height}`;
      const task = page.render({ canvas: element, viewport });
      cancel = () => task.cancel();
      await task.promise;
      element.dataset.drawn = "true";
    };
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      sight.disconnect();
      // The rendering was cancelled because the page was closed.
      draw().catch(() => undefined);
    }, { rootMargin: "600px" });
    sight.observe(element);
    return () => {
      sight.disconnect();
      cancel();
    };
  }, [pdf, number]);
  return <canvas ref={canvas} className="fil-page" aria-label={`Page ${number} of ${pdf.numPages}`} />;
}
