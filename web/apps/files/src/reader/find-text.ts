/** A run of text on a page from pdf.js: its matrix in PDF points, and the length of its line. */
export type Run = { str: string; transform: number[]; width: number; height: number; hasEOL?: boolean };

/** Returns a letter without its accent, in lower case; a space for any whitespace. */
const plain = (letter: string): string =>
  /\s/.test(letter) ? " " : (letter.normalize("NFD")[0] ?? letter).toLowerCase();

/**
 * Returns the boxes of a text on a page (x, y, x, y in PDF points), ignoring accents and case; a text may span several
 * runs.
 */
export function findText(runs: readonly Run[], sought: string): number[][] {
  const wanted = [...sought.trim()].map(plain).join("").replace(/ +/g, " ");
  if (!wanted) return [];
  let text = "";
  const places: { run: Run; at: number }[] = [];
  const add = (letter: string, run: Run, at: number) => {
    if (letter === " " && text.endsWith(" ")) return;
    text += letter;
    places.push({ run, at });
  };
  for (const run of runs) {
    for (let at = 0; at < run.str.length; at += 1) add(plain(run.str[at] ?? ""), run, at);
    if (run.hasEOL) add(" ", run, run.str.length);
  }
  const boxes: number[][] = [];
  for (let begin = text.indexOf(wanted); begin >= 0; begin = text.indexOf(wanted, begin + wanted.length)) {
    const hit = places.slice(begin, begin + wanted.length);
    for (const run of new Set(hit.map((one) => one.run))) {
      const at = hit.filter((one) => one.run === run).map((one) => one.at);
      const box = boxOf(run, Math.min(...at), Math.max(...at) + 1);
      if (box) boxes.push(box);
    }
  }
  return boxes;
}

/** Returns the box of letters of a run, as if all had the same width. */
function boxOf(
  { str, transform: [a = 1, b = 0, , , x = 0, y = 0], width, height }: Run,
  from: number,
  to: number,
): number[] | null {
  if (!str.length || !width) return null;
  const size = Math.hypot(a, b) || 1;
  const [dx, dy] = [a / size, b / size];
  const [begin, end] = [(width * from) / str.length, (width * Math.min(to, str.length)) / str.length];
  const high = height || size;
  const corners = [x + dx * begin, y + dy * begin, x + dx * end - dy * high, y + dy * end + dx * high];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}
