import type { Size } from "./positions";

/** A field that a spreadsheet would take apart is quoted. */
const quoted = (text: string) => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A block as spreadsheets paste it. */
export const toTsv = (block: readonly (readonly string[])[]): string =>
  block.map((row) => row.map(quoted).join("\t")).join("\n");

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** The same as a table, which keeps lines within a cell where the receiver knows no quotes. */
export const toHtml = (block: readonly (readonly string[])[]): string =>
  `<table>${block.map((row) => `<tr>${row.map((text) => `<td>${escape(text).replace(/\r?\n/g, "<br>")}</td>`).join("")}</tr>`).join("")}</table>`;

/** The end of a quoted field that begins at `start`, or -1 where the quote is only a sign of the text. */
function quoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 >= text.length || /[\t\r\n]/.test(text[at + 1] ?? "") ? at : -1;
  }
  return -1;
}

/**
 * Reads what spreadsheets put on the clipboard: cells by tabs, rows by line ends of any system, one line end at the
 * end; a cell with tabs or lines in quotes, with quotes in it doubled (Excel, LibreOffice, Google Sheets). All rows get
 * the same number of cells.
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

/** The cells of the first table of an HTML clipboard, or null; line breaks in a cell are kept. */
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
 * The block as it is laid down: one cell fills the whole selection, a selection that holds the block several times
 * takes it as often; else the block itself, however large the selection is.
 */
export function tiled<T>(block: readonly (readonly T[])[], selection: Size): (readonly T[])[] {
  const [rows, columns] = [block.length, block[0]?.length ?? 0];
  const fits = columns > 0 && selection.rows % rows === 0 && selection.columns % columns === 0;
  if (!fits) return [...block];
  return Array.from({ length: selection.rows }, (_, row) =>
    Array.from({ length: selection.columns }, (_, column) => block[row % rows]?.[column % columns] as T),
  );
}
