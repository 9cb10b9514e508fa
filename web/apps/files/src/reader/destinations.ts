import type * as PdfJs from "pdfjs-dist";

/** A destination within a PDF: by a name, or with its page. */
export type Place = string | unknown[] | null;

/** Return the page of a destination, from 1; null if there is none. */
export async function pageOf(pdf: PdfJs.PDFDocumentProxy, place: Place): Promise<number | null> {
  const target = typeof place === "string" ? await pdf.getDestination(place) : place;
  return target?.[0] ? (await pdf.getPageIndex(target[0] as Parameters<typeof pdf.getPageIndex>[0])) + 1 : null;
}
