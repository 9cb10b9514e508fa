/** Height of a legend line, and width of an entry's symbol and padding, in pixels. */
const [legendLine, legendMark] = [22, 22];
/** The gap between two entries, in pixels. */
export const legendGap = 12;
/** Average width of a letter in the chart's font at 12 px. */
export const letter = 6.4;
/** A legend with more lines is paged, so that it leaves room for the chart. */
const mostLines = 4;
/** Returns the kind of legend that these names need, and its height. */
export function legendOf(names: readonly string[], width: number): { type: "plain" | "scroll"; height: number } {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const needed = legendMark + name.length * letter + legendGap;
    if (used && used + needed > width) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines > mostLines ? { type: "scroll", height: legendLine } : { type: "plain", height: lines * legendLine };
}
