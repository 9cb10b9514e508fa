import { call } from "@staffroom/api";
import type * as PdfJs from "pdfjs-dist";
import { openWholePdf } from "../../reader/pdf-source";
import { formulaPicture, partsOfKey } from "./formula";

/** The width in pixels of a PDF page's picture, enough for a zoom of two. */
const across = 2000;

/** Returns the pages of a PDF in units of the board: each as wide as a page. */
export async function pagesOf(file: number, width: number): Promise<{ width: number; height: number }[]> {
  const pdf = await openWholePdf(file);
  const sizes: { width: number; height: number }[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, 100); number += 1) {
    const { width: wide, height: high } = (await pdf.getPage(number)).getViewport({ scale: 1 });
    sizes.push({ width, height: Math.round((width * high) / wide) });
  }
  void pdf.destroy();
  return sizes;
}

/** The pictures of a board's files, each fetched once; `onLoaded` is called when one has arrived. */
export class PictureStore {
  private readonly known = new Map<string, CanvasImageSource | null>();
  private readonly documents = new Map<number, Promise<PdfJs.PDFDocumentProxy>>();
  private readonly loading = new Set<Promise<void>>();
  private readonly onLoaded: () => void;

  constructor(onLoaded: () => void) {
    this.onLoaded = onLoaded;
  }

  readonly get = (of: number | string, page?: number): CanvasImageSource | null => {
    const key = `${of} ${page ?? ""}`;
    if (!this.known.has(key)) {
      this.known.set(key, null);
      const work = this.load(of, page).then(
        (picture) => {
          this.known.set(key, picture);
          this.onLoaded();
        },
        // It is requested again when the page is opened again; until then a frame is shown.
        () => undefined,
      );
      this.loading.add(work);
      void work.finally(() => this.loading.delete(work));
    }
    return this.known.get(key) ?? null;
  };

  /** Waits for the pending requests. */
  async all(): Promise<void> {
    while (this.loading.size > 0) await Promise.all(this.loading);
  }

  private async load(of: number | string, page?: number): Promise<CanvasImageSource> {
    if (typeof of === "number") return page ? this.pageOf(of, page) : this.pictureOf(of);
    const { latex, colour } = partsOfKey(of);
    return formulaPicture(latex, colour);
  }

  private async pictureOf(file: number): Promise<CanvasImageSource> {
    const blob = await (await call("GET", `/file/${file}/download`, undefined, { headers: { Accept: "*/*" } })).blob();
    return createImageBitmap(blob);
  }

  private async pageOf(file: number, number: number): Promise<CanvasImageSource> {
    const pdf = this.documents.get(file) ?? openWholePdf(file);
    this.documents.set(file, pdf);
    const page = await (await pdf).getPage(number);
    const viewport = page.getViewport({ scale: across / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return canvas;
  }

  destroy(): void {
    for (const pdf of this.documents.values()) void pdf.then((one) => one.destroy()).catch(() => undefined);
  }
}
