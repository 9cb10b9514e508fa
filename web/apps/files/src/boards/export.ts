import { drawPage, type Pictures } from "./canvas/draw";
import type { BoardDocument, Page, Paper } from "./model";
import { pdfFrom } from "../parts/write-pdf";
import type { PictureStore } from "./canvas/pictures";

/** Draws a page of a board as a canvas of a given width in pixels. */
export function canvasOf(
  document: BoardDocument,
  page: Page,
  paper: Paper,
  pictures: Pictures,
  width: number,
): HTMLCanvasElement {
  const canvas = window.document.createElement("canvas");
  const scale = width / page.width;
  canvas.width = Math.round(width);
  canvas.height = Math.round(page.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser has no canvas");
  pen.scale(scale, scale);
  drawPage(pen, page, paper, document.shown(page.id), pictures);
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("The page is too large for this browser"))),
      type,
      quality,
    ),
  );

/** Draws a page once its pictures have loaded. */
async function whole(
  document: BoardDocument,
  page: Page,
  paper: Paper,
  pictures: PictureStore,
  width: number,
): Promise<HTMLCanvasElement> {
  canvasOf(document, page, paper, pictures.get, 16);
  await pictures.all();
  return canvasOf(document, page, paper, pictures.get, width);
}

export async function pngOf(document: BoardDocument, page: Page, paper: Paper, pictures: PictureStore): Promise<Blob> {
  return blobOf(await whole(document, page, paper, pictures, 2400), "image/png");
}

/** Returns the list's thumbnail: a PNG of at most 60 kB, or null if the page is too complex for one. */
export async function smallPicture(
  document: BoardDocument,
  page: Page,
  paper: Paper,
  pictures: Pictures,
): Promise<Blob | null> {
  for (const width of [320, 220, 140]) {
    const blob = await blobOf(canvasOf(document, page, paper, pictures, width), "image/png");
    if (blob.size <= 60_000) return blob;
  }
  return null;
}

/** Returns all pages as a PDF: each a JPEG on a page of A4's width. */
export async function pdfOf(document: BoardDocument, paper: Paper, pictures: PictureStore): Promise<Blob> {
  const images: { bytes: Uint8Array; width: number; height: number }[] = [];
  for (const page of document.pages()) {
    const canvas = await whole(document, page, paper, pictures, 2000);
    const bytes = new Uint8Array(await (await blobOf(canvas, "image/jpeg", 0.92)).arrayBuffer());
    images.push({ bytes, width: canvas.width, height: canvas.height });
  }
  return new Blob([pdfFrom(images) as BlobPart], { type: "application/pdf" });
}
