import type { Size } from "./positions";

/** Quotes a field that a spreadsheet would split. */
const quoted = (text: string) => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns a block as spreadsheets paste it. */
export const toTsv = (block: readonly (readonly string[])[]): string =>
  block.map((row) => row.map(quoted).join("\t")).join("\n");

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** Returns the same as a table, which keeps line breaks within a cell for receivers that ignore quotes. */
export const toHtml = (block: readonly (readonly string[])[]): string =>
  `<table>${block.map((row) => `<tr>${row.map((text) => `<td>${escape(text).replace(/\r?\n/g, "<br>")}</td>`).join("")}</tr>`).join("")}</table>`;

/** Returns the end of a quoted field that begins at `start`, or -1 if the quote is an ordinary character. */
function quoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 >= text.length || /[\t\r\n]/.test(text[at + 1] ?? "") ? at : -1;
  }
  return -1;
}

/**
 * Parses the text that spreadsheets put on the clipboard (Excel, LibreOffice, Google Sheets). Tabs separate cells, any
 * system's line ends separate rows, with one at the end. Cells with tabs or line breaks are quoted, and quotes in them
 * doubled. All rows get the same number of cells.
 */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const end = text[at] === '"' ? quoteEnd(text, at) : -1;
    let next = at;
    if (end >= 0) next = end + 1;
    else while (next < text.length && !/[\t\r\n]/.test(text[next] ?? "")) next += 1;
    rows.at(-1)?.push(
      end >= 0
        ? text
            .slice(at + 1, end)
            .replaceAll('""', '"')
            .replace(/\r\n?/g, "\n")
        : text.slice(at, next),
    );
    if (next >= text.length) break;
    if (text[next] === "\t") at = next + 1;
    else {
      at = next + (text.startsWith("\r\n", next) ? 2 : 1);
      if (at >= text.length) break;
      rows.push([]);
    }
  }
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => "")]);
}

/** Returns the cells of the first table of an HTML clipboard, or null; line breaks in a cell are kept. */
export function fromHtml(html: string): string[][] | null {
  const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  if (!table) return null;
  for (const line of table.querySelectorAll("br")) line.replaceWith("\n");
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("td, th")].map((cell) => (cell.textContent ?? "").trim()),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  return width ? rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => "")]) : null;
}

/**
 * Returns the block to paste: one cell fills the whole selection, and a block repeats if the selection is a multiple of
 * it. Otherwise it is the block itself, whatever the selection's size.
 */
export function tiled<T>(block: readonly (readonly T[])[], selection: Size): (readonly T[])[] {
  const [rows, columns] = [block.length, block[0]?.length ?? 0];
  const fits = columns > 0 && selection.rows % rows === 0 && selection.columns % columns === 0;
  if (!fits) return [...block];
  return Array.from({ length: selection.rows }, (_, row) =>
    Array.from({ length: selection.columns }, (_, column) => block[row % rows]?.[column % columns] as T),
  );
}
