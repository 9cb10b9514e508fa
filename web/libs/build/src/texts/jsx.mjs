// The text between JSX tags.

/** Returns the text of an element on the page, with lines joined as JSX joins them. */
function shownText(text) {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  return lines
    .map((line, place) => {
      const left = place ? line.replace(/^\s+/, "") : line;
      return place < lines.length - 1 ? left.replace(/\s+$/, "") : left;
    })
    .filter(Boolean)
    .join(" ");
}
/** The line breaks of a text. */
export const linesOf = (text) => "\n".repeat(text.split("\n").length - 1);

const entities = {
  nbsp: "\u00a0",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  middot: "·",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  rarr: "→",
  larr: "←",
  times: "×",
};
/** A space that a formatter wrote as `{" "}` at the end of a line. */
const isBlank = (child) =>
  child?.type === "JSXExpressionContainer" &&
  child.expression.type === "Literal" &&
  /^\s+$/.test(child.expression.value);
/** Text of an element, or spaces between texts. */
export const isWords = (child) => child?.type === "JSXText" || isBlank(child);
export const wordsOf = (child) => (child.type === "JSXText" ? decoded(shownText(child.value)) : child.expression.value);
const decoded = (text) => text.replaceAll(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
