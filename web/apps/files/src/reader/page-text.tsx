import type * as PdfJs from "pdfjs-dist";
import { useEffect, useRef, useState, type CSSProperties } from "react";
import { pageOf, type Place } from "./destinations";
import { pdfjs } from "./pdf-source";

type Props = {
  pdf: PdfJs.PDFDocumentProxy;
  number: number;
  scale: number;
  rotation: number;
  onFind?: (page: number) => void;
};

/** The text of a page over its drawing, so that it can be selected and copied. */
export function PageText({ pdf, number, scale, rotation }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let cancel = () => {};
    let left = false;
    const write = async () => {
      const [{ TextLayer }, page] = await Promise.all([pdfjs(), pdf.getPage(number)]);
      if (left) return;
      const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: element, viewport });
      cancel = () => layer.cancel();
      await layer.render();
    };
    // The page was closed, or rotated.
    write().catch(() => undefined);
    return () => {
      left = true;
      cancel();
      element.replaceChildren();
    };
  }, [pdf, number, scale, rotation]);
  return <div ref={box} className="fil-page-text" style={{ "--total-scale-factor": scale } as CSSProperties} />;
}

type Link = { id: string; box: readonly number[]; url?: string; dest?: Place };

/** The links of a page: external ones open in a new tab, internal ones lead to their page. */
export function PageLinks({ pdf, number, scale, rotation, onFind }: Props) {
  const [links, setLinks] = useState<readonly Link[]>([]);
  useEffect(() => {
    let left = false;
    const read = async () => {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
      const all = (await page.getAnnotations()) as {
        id: string;
        subtype: string;
        rect: number[];
        url?: string;
        dest?: Place;
      }[];
      const shown = all.filter(({ subtype, url, dest }) => subtype === "Link" && (isAddress(url) || dest));
      if (!left)
        setLinks(
          shown.map(({ id, rect, url, dest }) => ({
            id,
            url: isAddress(url) ? url : undefined,
            dest,
            box: viewport.convertToViewportRectangle(rect),
          })),
        );
    };
    read().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [pdf, number, scale, rotation]);
  const go = async (dest: Place) => {
    const page = await pageOf(pdf, dest);
    if (page) onFind?.(page);
  };
  return links.map(({ id, box: [x = 0, y = 0, x2 = 0, y2 = 0], url, dest }) => {
    const style = { left: Math.min(x, x2), top: Math.min(y, y2), width: Math.abs(x2 - x), height: Math.abs(y2 - y) };
    if (url)
      return (
        <a
          key={id}
          className="fil-page-link"
          style={style}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={url}
          title={url}
        />
      );
    return (
      <button
        key={id}
        type="button"
        className="fil-page-link"
        style={style}
        aria-label="Go to the linked page"
        onClick={() => dest && void go(dest).catch(() => undefined)}
      />
    );
  });
}

/** True for an address that a document may link to: web or email, nothing executable. */
const isAddress = (url: string | undefined): url is string => /^(https?:|mailto:)/i.test(url ?? "");
