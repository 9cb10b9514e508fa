import type * as PdfJs from "pdfjs-dist";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { boxOf, type Geometry } from "../marks/geometry";
import { findText, type Run } from "./find-text";
import { PageLinks, PageText } from "./page-text";

type Props = {
  pdf: PdfJs.PDFDocumentProxy;
  number: number;
  /** CSS pixels per PDF point. */
  scale: number;
  rotation: number;
  /** Width and height in points of a page that was not viewed yet. */
  size: readonly [number, number];
  /** A text that is highlighted on the page. */
  sought?: string;
  /** Opens another page, for links within the PDF. */
  onFind?: (page: number) => void;
  children?: (geometry: Geometry) => ReactNode;
};

/** A page, drawn while it is near the visible part. */
export function PdfPage({ pdf, number, scale, rotation, size, sought = "", onFind, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  const hits = useHits(pdf, number, near ? sought : "");
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const sight = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: "900px",
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, []);
  useEffect(() => {
    const element = canvas.current;
    if (!near || !element) return undefined;
    let cancel = () => {};
    let left = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      const turned = (page.rotate + rotation) % 360;
      const plain = page.getViewport({ scale: 1, rotation: turned });
      setGeometry({
        width: plain.width,
        height: plain.height,
        transform: plain.transform as unknown as Geometry["transform"],
      });
      const viewport = page.getViewport({ scale: scale * Math.min(2, window.devicePixelRatio || 1), rotation: turned });
      element.width = viewport.width;
      element.height = viewport.height;
      const task = page.render({ canvas: element, viewport });
      cancel = () => task.cancel();
      await task.promise;
      element.dataset.drawn = "true";
    };
    // The drawing was cancelled because the page was closed, or rotated.
    draw().catch(() => undefined);
    return () => {
      left = true;
      cancel();
      // A page far away needs no memory.
      element.width = 0;
      delete element.dataset.drawn;
    };
  }, [near, pdf, number, scale, rotation]);
  const [width, height] = geometry ? [geometry.width, geometry.height] : rotation % 180 ? [size[1], size[0]] : size;
  return (
    <div ref={frame} className="fil-page" data-page={number} style={{ width: width * scale, height: height * scale }}>
      <canvas ref={canvas} aria-label={`Page ${number} of ${pdf.numPages}`} role="img" />
      {near && geometry && <PageText pdf={pdf} number={number} scale={scale} rotation={rotation} />}
      {near && geometry && <PageLinks pdf={pdf} number={number} scale={scale} rotation={rotation} onFind={onFind} />}
      {near && geometry && hits.length > 0 && (
        <svg className="fil-marks" viewBox={`0 0 ${geometry.width} ${geometry.height}`} aria-hidden>
          <g transform={`matrix(${geometry.transform.join(" ")})`}>
            {hits.map((hit) => (
              <rect key={hit.join()} className="fil-hit-box" {...boxOf(hit)} />
            ))}
          </g>
        </svg>
      )}
      {near && geometry && children?.(geometry)}
    </div>
  );
}

const none: number[][] = [];

/** The boxes of a text on a page. */
function useHits(pdf: PdfJs.PDFDocumentProxy, number: number, sought: string): number[][] {
  const [hits, setHits] = useState(none);
  useEffect(() => {
    let left = false;
    setHits(none);
    if (sought) {
      pdf
        .getPage(number)
        .then((page) => page.getTextContent())
        .then(
          ({ items }) => {
            if (!left) setHits(findText(items.filter((item) => "str" in item) as Run[], sought));
          },
          // The list next to the pages says where the text is.
          () => undefined,
        );
    }
    return () => {
      left = true;
    };
  }, [pdf, number, sought]);
  return hits;
}
