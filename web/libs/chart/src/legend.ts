/** Height of a line of the legend, and of what stands beside the name of an entry, in pixels. */
const [legendLine, legendMark] = [22, 22];
/** The gap between two entries, in pixels. */
export const legendGap = 12;
/** A letter of the chart's font at 12 px, on average. */
export const letter = 6.4;
/** Beyond these a legend is turned in pages, or it leaves no room for what it names. */
const mostLines = 4;
/** The kind of legend that these names need, and its height. */
export function legendOf(names: readonly string[], width: number): { type: "plain" | "scroll"; height: number } {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const needed = legendMark + name.length * letter + legendGap;
    if (used && used + needed > width) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines > mostLines ? { type: "scroll", height: legendLine } : { type: "plain", height: lines * legendLine };
}
