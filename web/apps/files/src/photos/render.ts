import { isSheet, sizeOf, straighten, type Corners } from "./homography";
import { applyLook } from "./look";
import { scanName, type Scan, type ScanPage } from "./model";
import { pdfFrom } from "../parts/write-pdf";

/** The longer side of a stored photo, and of a page in the PDF: 240 dots an inch on A4. */
const longest = 2800;
const pageSide = 2000;
const jpeg = 0.82;

const a4: readonly [number, number] = [595.28, 841.89];

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("This browser has no canvas");
  return [canvas, pen];
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("The page is too large for this browser"))),
      "image/jpeg",
      jpeg,
    ),
  );

/**
 * Return a photo for storage: upright by its EXIF data, a JPEG of at most `longest` pixels. Throws if the browser
 * cannot read it.
 */
export async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [canvas, pen] = canvasOf(picture.width * scale, picture.height * scale);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return blobOf(canvas);
}

/** Draw a page as it will be in the PDF, its longer side of at most `side` pixels. */
export async function drawPage(
  { photo, corners, turn, look, contrast }: ScanPage,
  side = pageSide,
): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(photo);
  // A small picture is made from a small photo.
  const [fullWidth, fullHeight] = sizeOf(placed(corners, picture.width, picture.height));
  const scale = Math.min(1, side / Math.max(fullWidth, fullHeight, 1));
  const [source, sourcePen] = canvasOf(picture.width * scale, picture.height * scale);
  sourcePen.drawImage(picture, 0, 0, source.width, source.height);
  picture.close();
  const pixels = sourcePen.getImageData(0, 0, source.width, source.height);
  const sheet = placed(corners, source.width, source.height);
  const [width, height] = sizeOf(sheet).map((length) => Math.max(1, Math.round(length))) as [number, number];
  const data = isSheet(sheet)
    ? straighten(pixels, sheet, width, height)
    : new Uint8ClampedArray(width * height * 4).fill(255);
  applyLook(data, width, height, look, contrast);
  const [flat, flatPen] = canvasOf(width, height);
  flatPen.putImageData(new ImageData(data, width, height), 0, 0);
  if (turn % 4 === 0) return flat;
  const [turned, pen] = turn % 2 ? canvasOf(height, width) : canvasOf(width, height);
  pen.translate(turned.width / 2, turned.height / 2);
  pen.rotate((turn * Math.PI) / 2);
  pen.drawImage(flat, -width / 2, -height / 2);
  return turned;
}

const placed = (corners: Corners, width: number, height: number): Corners =>
  corners.map(([x, y]) => [x * width, y * height]) as unknown as Corners;

/** Return the scan with its PDF, page by page so that only one is in memory at a time. */
export async function makePdf(scan: Scan, onPage: (done: number) => void, now = new Date()): Promise<Scan> {
  const images = [];
  for (const [at, page] of scan.pages.entries()) {
    const canvas = await drawPage(page);
    const { width, height } = canvas;
    const bytes = new Uint8Array(await (await blobOf(canvas)).arrayBuffer());
    const [short, long] = a4;
    const scale = Math.min((width > height ? long : short) / width, (width > height ? short : long) / height);
    images.push({ bytes, width, height, points: [width * scale, height * scale] as const });
    onPage(at + 1);
  }
  return {
    ...scan,
    pdf: {
      file: new Blob([pdfFrom(images) as BlobPart], { type: "application/pdf" }),
      name: scanName(now),
      modified: now.getTime(),
    },
  };
}

/** Return the PDF as a file for the uploader: the same each time, so that an interrupted upload continues. */
export const fileOf = ({ file, name, modified }: NonNullable<Scan["pdf"]>): File =>
  new File([file], name, { type: "application/pdf", lastModified: modified });
