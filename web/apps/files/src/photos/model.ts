import type { Corners } from "./homography";
import type { Look } from "./look";

/** A photographed page, as the person set it. */
export type ScanPage = {
  id: string;
  photo: Blob;
  /** As parts of the photo's width and height. */
  corners: Corners;
  /** Quarter turns clockwise. */
  turn: number;
  look: Look;
  contrast: number;
};

/** Pages that become one PDF, and that PDF once it is made: after a reload the same file continues its upload. */
export type Scan = { pages: readonly ScanPage[]; pdf: { file: Blob; name: string; modified: number } | null };

export const noScan: Scan = { pages: [], pdf: null };
/** A PDF of more photographed pages is no homework; it keeps within the limit of a file. */
export const mostPages = 40;
export const wholePhoto: Corners = [[0, 0], [1, 0], [1, 1], [0, 1]];

/** Move a page by one place; the same pages where it is the first or last. */
export function movePage(pages: readonly ScanPage[], id: string, by: -1 | 1): readonly ScanPage[] {
  const at = pages.findIndex((page) => page.id === id);
  const other = pages[at + by];
  const page = pages[at];
  if (!page || !other) return pages;
  return pages.map((one) => (one === page ? other : one === other ? page : one));
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Return the name of a scan that is made now. */
export const scanName = (now: Date): string =>
  `Scan ${two(now.getDate())}-${two(now.getMonth() + 1)}-${now.getFullYear()} ${two(now.getHours())}.${two(now.getMinutes())}.pdf`;
