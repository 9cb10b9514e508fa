import { drawPage, type Pictures } from "./draw";
import type { BoardDocument, Page, Paper } from "./model";
import type { PictureStore } from "./pictures";

/** A page of a board as a canvas of a width in pixels. */
export function canvasOf(document: BoardDocument, page: Page, paper: Paper, pictures: Pictures, width: number): HTMLCanvasElement {
  const canvas = window.document.createElement("canvas");
  const scale = width / page.width;
  canvas.width = Math.round(width);
  canvas.height = Math.round(page.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser has no canvas");
  pen.scale(scale, scale);
  drawPage(pen, page, paper, document.on(page.id), pictures);
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The page is too large for this browser"))), type, quality));

/** Draws a page once its pictures have come. */
async function whole(document: BoardDocument, page: Page, paper: Paper, pictures: PictureStore, width: number): Promise<HTMLCanvasElement> {
  canvasOf(document, page, paper, pictures.get, 16);
  await pictures.all();
  return canvasOf(document, page, paper, pictures.get, width);
}

export async function pngOf(document: BoardDocument, page: Page, paper: Paper, pictures: PictureStore): Promise<Blob> {
  return blobOf(await whole(document, page, paper, pictures, 2400), "image/png");
}

/** The small picture of the list: a PNG of at most 60 kB, or null where the page is too busy for one. */
export async function smallPicture(document: BoardDocument, page: Page, paper: Paper, pictures: Pictures): Promise<Blob | null> {
  for (const width of [320, 220, 140]) {
    const blob = await blobOf(canvasOf(document, page, paper, pictures, width), "image/png");
    if (blob.size <= 60_000) return blob;
  }
  return null;
}

/** All pages as a PDF: each a JPEG on a page of A4's width. */
export async function pdfOf(document: BoardDocument, paper: Paper, pictures: PictureStore): Promise<Blob> {
  const images: { bytes: Uint8Array; width: number; height: number }[] = [];
  for (const page of document.pages()) {
    const canvas = await whole(document, page, paper, pictures, 2000);
    const bytes = new Uint8Array(await (await blobOf(canvas, "image/jpeg", 0.92)).arrayBuffer());
    images.push({ bytes, width: canvas.width, height: canvas.height });
  }
  return new Blob([pdfFrom(images) as BlobPart], { type: "application/pdf" });
}

const a4 = 842;

/** A PDF of pages with one JPEG each. */
export function pdfFrom(images: readonly { bytes: Uint8Array; width: number; height: number }[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: (string | Uint8Array)[]): void => {
    offsets[number] = length;
    write(`${number} 0 obj\n`);
    content.forEach(write);
    write("\nendobj\n");
  };
  write("%PDF-1.4\n");
  const pageNumber = (at: number): number => 3 + at * 3;
  object(1, "<</Type/Catalog/Pages 2 0 R>>");
  object(2, `<</Type/Pages/Count ${images.length}/Kids[${images.map((_, at) => `${pageNumber(at)} 0 R`).join(" ")}]>>`);
  images.forEach(({ bytes, width, height }, at) => {
    const number = pageNumber(at);
    const high = ((a4 * height) / width).toFixed(2);
    const content = `q ${a4} 0 0 ${high} 0 0 cm /I Do Q`;
    object(number, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${a4} ${high}]/Contents ${number + 1} 0 R/Resources<</XObject<</I ${number + 2} 0 R>>>>>>`);
    object(number + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`);
    const about = `/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${bytes.length}`;
    object(number + 2, `<</Type/XObject/Subtype/Image${about}>>stream\n`, bytes, "\nendstream");
  });
  const start = length;
  const count = offsets.length;
  write(`xref\n0 ${count}\n0000000000 65535 f \n`);
  for (let number = 1; number < count; number += 1) write(`${String(offsets[number]).padStart(10, "0")} 00000 n \n`);
  write(`trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => {
    whole.set(part, at);
    return at + part.length;
  }, 0);
  return whole;
}
