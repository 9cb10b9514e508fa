/** The fonts of a table: of its cells, and of its headings. */
const fonts = { cell: "400 13px", head: "500 12px" };
/** The width of a letter if there is no canvas. */
const usual = 7;

let context: CanvasRenderingContext2D | null | undefined;

/**
 * Returns the width of a text in a table, in pixels. Digits are as wide as a 0 there (`tabular-nums`), which a canvas
 * does not support.
 */
export function textWidth(text: string, isHead = false): number {
  context ??=
    typeof CanvasRenderingContext2D === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (!context) return text.length * usual;
  context.font = `${isHead ? fonts.head : fonts.cell} ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text.replace(/\d/g, "0")).width;
}
