/** Appearance of a scanned page: as photographed, in grey, or black on white. */
export type Look = "colour" | "grey" | "black";

export const looks: readonly { value: Look; label: string }[] = [
  { value: "colour", label: "Colour" },
  { value: "grey", label: "Grey" },
  { value: "black", label: "Black and white" },
];

/** Radius around a pixel for the paper's brightness, as a part of the longer side. */
const around = 1 / 16;
/** A pixel this much darker than its surroundings is ink. */
const ink = 0.88;

const greyOf = (data: Uint8ClampedArray, at: number): number =>
  (data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114;

/** Apply an appearance to the pixels of a page, with a contrast from 0 (unchanged) to 100. */
export function applyLook(data: Uint8ClampedArray, width: number, height: number, look: Look, contrast: number): void {
  if (look === "black") return blackOnWhite(data, width, height, contrast);
  const gain = 1 + contrast / 50;
  for (let at = 0; at < data.length; at += 4) {
    const grey = look === "grey" ? greyOf(data, at) : null;
    for (let part = 0; part < 3; part += 1)
      data[at + part] = ((grey ?? data[at + part] ?? 0) - 128) * gain + 128 + contrast / 4;
  }
}

/** Compare each pixel with the mean of its surroundings, so that a shadow over the page does not count as ink. */
function blackOnWhite(data: Uint8ClampedArray, width: number, height: number, contrast: number): void {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0, at = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1, at += 4) {
      row += greyOf(data, at);
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const reach = Math.max(4, Math.round(Math.max(width, height) * around));
  const limit = ink + contrast / 1000;
  for (let y = 0, at = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * (width + 1);
    const bottom = Math.min(height, y + reach + 1) * (width + 1);
    for (let x = 0; x < width; x += 1, at += 4) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) - (sums[top + right] ?? 0) - (sums[bottom + left] ?? 0) + (sums[top + left] ?? 0);
      const mean = sum / ((right - left) * ((bottom - top) / (width + 1)));
      data.fill(greyOf(data, at) < mean * limit ? 0 : 255, at, at + 3);
    }
  }
}
