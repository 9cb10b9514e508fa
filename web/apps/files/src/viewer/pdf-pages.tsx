import { LoadingState, Icon } from "@staffroom/ui";
import { InputNumber } from "antd";
import type * as PdfJs from "pdfjs-dist";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MarkLayer } from "../marks/layer";
import { useMarks } from "../marks/use-marks";
import { ReaderFrame, useLook } from "../reader/frame";
import { Glyph } from "../reader/glyph";
import { OutlinePanel, pageNumbers, SearchPanel, ThumbsPanel } from "../reader/panels";
import { PdfPage } from "../reader/pdf-page";
import { openPdf, type PdfSource } from "../reader/pdf-source";
import { useThumbnail } from "../reader/thumbnail";
import { useFitWidth, useScale } from "../reader/use-scale";
import type { Sought } from "./load";
import { Unshown } from "./unshown";

type Props = {
  fileId: number;
  source: PdfSource;
  name: string;
  save: () => void;
  print?: () => void;
  /** Only the pages, below each other, inside another screen. */
  plain?: boolean;
  sought?: Sought;
};

type Opened = { document: PdfJs.PDFDocumentProxy; size: [number, number] };

/**
 * A PDF: its first page as a thumbnail immediately, then its pages, with search, outline, marks and the other tools.
 */
export default function PdfPages({ fileId, source, name, save, print, plain, sought }: Props) {
  const [pdf, setPdf] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    setPdf(null);
    setFailed(false);
    const opened = openPdf(source, () => !left && setFailed(true)).then(async (task) => {
      const document = await task.promise;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (left) void task.destroy();
      else setPdf({ document, size: [width, height] });
      return task;
    });
    opened.catch(() => !left && setFailed(true));
    return () => {
      left = true;
      void opened.then((task) => task.destroy()).catch(() => undefined);
    };
  }, [source]);
  if (failed) return <Unshown title="This PDF cannot be shown" save={save} />;
  if (!pdf) return plain ? <LoadingState rows={10} /> : <FirstPage fileId={fileId} />;
  if (plain) return <Pages pdf={pdf} name={name} />;
  return <Reader fileId={fileId} pdf={pdf.document} size={pdf.size} name={name} print={print} sought={sought} />;
}

function FirstPage({ fileId }: { fileId: number }) {
  const address = useThumbnail(fileId);
  return address ? (
    <div className="fil-first">
      <img src={address} alt="First page, loading" />
    </div>
  ) : (
    <LoadingState rows={10} />
  );
}

function Pages({ pdf: { document, size }, name }: { pdf: Opened; name: string }) {
  const [box, scale] = useFitWidth(size[0]);
  return (
    <div ref={box} className="fil-pdf" role="document" aria-label={name}>
      {pageNumbers(document).map((number) => (
        <PdfPage key={number} pdf={document} number={number} scale={scale} rotation={0} size={size} />
      ))}
    </div>
  );
}

type ReaderProps = {
  fileId: number;
  pdf: PdfJs.PDFDocumentProxy;
  size: [number, number];
  name: string;
  print?: () => void;
  sought?: Sought;
};

function Reader({ fileId, pdf, size, name, print, sought }: ReaderProps) {
  const look = useLook(sought?.text ? "search" : null);
  const marks = useMarks(fileId);
  const scroller = useRef<HTMLDivElement>(null);
  const scale = useScale(scroller, look, size);
  const [current, setCurrent] = useState(1);
  const [asked, setAsked] = useState(sought?.text ?? "");
  const find = (page: number) => {
    const wanted = Math.max(1, Math.min(pdf.numPages, Math.round(page)));
    scroller.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView({ block: "start" });
    setCurrent(wanted);
  };
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const scrolled = () => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 3;
      const at = [...element.querySelectorAll<HTMLElement>("[data-page]")].findLast(
        (page) => page.getBoundingClientRect().top <= middle,
      );
      if (at) setCurrent(Number(at.dataset.page));
    };
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => element.removeEventListener("scroll", scrolled);
  }, []);
  // The requested position stays in view while the pages get their size, until the user moves on.
  const isOpening = useRef(!!sought);
  const findFirst = useEffectEvent(() => isOpening.current && sought && find(sought.page));
  useEffect(() => void findFirst(), [scale]);
  const moveOn = () => void (isOpening.current = false);
  const onKey = (key: string): boolean => {
    switch (key) {
      case "PageDown":
        find(current + 1);
        return true;
      case "PageUp":
        find(current - 1);
        return true;
      case "Home":
        find(1);
        return true;
      case "End":
        find(pdf.numPages);
        return true;
      default:
        return false;
    }
  };
  const panels = {
    search: {
      title: "Search",
      keys: "/",
      icon: <Icon name="search" />,
      body: () => <SearchPanel fileId={fileId} pdf={pdf} asked={asked} onAsk={setAsked} onFind={find} />,
    },
    pages: {
      title: "Thumbnails",
      icon: <Glyph name="pages" />,
      body: () => <ThumbsPanel pdf={pdf} current={current} onFind={find} />,
    },
    outline: { title: "Outline", icon: <Glyph name="outline" />, body: () => <OutlinePanel pdf={pdf} onFind={find} /> },
  };
  const box = (
    <span className="fil-zoom">
      <InputNumber
        size="small"
        controls={false}
        min={1}
        max={pdf.numPages}
        value={current}
        aria-label="Page"
        onChange={(page) => page && find(page)}
      />{" "}
      of {pdf.numPages}
    </span>
  );
  const place = () => ({ page: current - 1, width: size[0], height: size[1] });
  return (
    <ReaderFrame
      name={name}
      onMove={moveOn}
      look={look}
      scale={scale}
      marks={marks}
      tools={box}
      panels={panels}
      onKey={onKey}
      onFind={find}
      onPrint={print}
      place={place}
      scroller={scroller}
    >
      {pageNumbers(pdf).map((number) => (
        <PdfPage
          key={number}
          pdf={pdf}
          number={number}
          scale={scale}
          rotation={look.rotation}
          size={size}
          sought={asked}
          onFind={find}
        >
          {(geometry) => (
            <MarkLayer marks={marks} page={number - 1} geometry={geometry} onWrite={look.write} onOpen={look.open} />
          )}
        </PdfPage>
      ))}
    </ReaderFrame>
  );
}
