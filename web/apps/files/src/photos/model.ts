import type { Corners } from "./homography";
import type { Look } from "./look";
import { locale } from "@staffroom/language";

/** A photographed page with its settings. */
export type ScanPage = {
  id: string;
  photo: Blob;
  /** As fractions of the photo's width and height. */
  corners: Corners;
  /** Quarter turns clockwise. */
  turn: number;
  look: Look;
  contrast: number;
};

/** Pages that become one PDF, and that PDF once it is created: after a reload the same file continues its upload. */
export type Scan = { pages: readonly ScanPage[]; pdf: { file: Blob; name: string; modified: number } | null };

export const noScan: Scan = { pages: [], pdf: null };
/** Maximum number of photographed pages: more are hardly homework, and this fits the limit of a file. */
export const mostPages = 40;
export const wholePhoto: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Move a page by one place; unchanged pages if it is the first or last. */
export function movePage(pages: readonly ScanPage[], id: string, by: -1 | 1): readonly ScanPage[] {
  const at = pages.findIndex((page) => page.id === id);
  const other = pages[at + by];
  const page = pages[at];
  if (!page || !other) return pages;
  return pages.map((one) => (one === page ? other : one === other ? page : one));
}

/** Return the name of a new scan, by London time as everywhere. */
export function scanName(now: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    now.toLocaleString(locale, { timeZone: "Europe/London", ...options });
  const day = part({ day: "2-digit", month: "2-digit", year: "numeric" }).replaceAll("/", "-");
  return `Scan ${day} ${part({ hour: "2-digit", minute: "2-digit" }).replace(":", ".")}.pdf`;
}
