/** The size in pixels at which a formula is drawn as a picture, enough for a zoom of four. */
const drawnAt = 128;
const room = 4;

type Katex = typeof import("katex");

/** KaTeX with its style sheet, loaded with the first formula. */
async function katexOf(): Promise<Katex["default"]> {
  const [katex] = await Promise.all([import("katex"), import("katex/dist/katex.min.css")]);
  return katex.default;
}

/** Return the HTML of a formula for reading, with its MathML. Throws if the LaTeX cannot be parsed. */
export async function formulaHtml(latex: string): Promise<string> {
  return (await katexOf()).renderToString(latex, {
    displayMode: true,
    throwOnError: true,
    trust: false,
    strict: "ignore",
  });
}

/**
 * Draw a formula in a colour as a picture. The browser lays out its pieces in its own fonts, then they are drawn one by
 * one.
 */
export async function formulaPicture(latex: string, colour: string): Promise<HTMLCanvasElement> {
  const katex = await katexOf();
  const sheet = document.createElement("div");
  sheet.setAttribute("aria-hidden", "true");
  Object.assign(sheet.style, {
    position: "fixed",
    left: "0",
    top: "-10000px",
    width: "max-content",
    fontSize: `${drawnAt / 1.21}px`,
    color: "#000",
    lineHeight: "1.2",
  });
  sheet.innerHTML = katex.renderToString(latex, {
    displayMode: false,
    output: "html",
    throwOnError: true,
    trust: false,
    strict: "ignore",
  });
  document.body.append(sheet);
  try {
    sheet.getBoundingClientRect();
    await document.fonts.ready;
    return drawn(sheet, colour);
  } finally {
    sheet.remove();
  }
}

function drawn(sheet: HTMLElement, colour: string): HTMLCanvasElement {
  const box = sheet.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(8000, Math.max(1, Math.ceil(box.width) + 2 * room));
  canvas.height = Math.min(4000, Math.max(1, Math.ceil(box.height) + 2 * room));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser has no canvas");
  pen.translate(room - box.left, room - box.top);
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  const walk = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node instanceof Text) drawText(pen, node);
    else if (node instanceof SVGSVGElement) drawVector(pen, node);
    else if (node instanceof HTMLElement) drawRules(pen, node);
  }
  return canvas;
}

function drawText(pen: CanvasRenderingContext2D, node: Text): void {
  const text = node.data.replaceAll("\u200b", "");
  const parent = node.parentElement;
  if (!text.trim() || !parent) return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const place = range.getBoundingClientRect();
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  pen.textBaseline = "alphabetic";
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText(text);
  pen.fillText(text, place.left, place.top + (place.height * above) / (above + below || 1));
}

/** The lines of fractions, roots and boxes are borders of elements. */
function drawRules(pen: CanvasRenderingContext2D, element: HTMLElement): void {
  const style = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = (side: string): number => Number.parseFloat(side) || 0;
  const [above, below, before, after] = [
    style.borderTopWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
    style.borderRightWidth,
  ].map(width) as [number, number, number, number];
  if (above) pen.fillRect(left, top, right - left, Math.max(1, above));
  if (below) pen.fillRect(left, bottom - Math.max(1, below), right - left, Math.max(1, below));
  if (before) pen.fillRect(left, top, before, bottom - top);
  if (after) pen.fillRect(right - after, top, after, bottom - top);
}

/** Roots and wide brackets are paths, clipped at their box's end ("xMinYMin slice"). */
function drawVector(pen: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  const place = svg.getBoundingClientRect();
  const view = svg.viewBox.baseVal;
  if (!place.width || !place.height) return;
  const [wide, high] = view?.width ? [place.width / view.width, place.height / view.height] : [1, 1];
  const how = svg.getAttribute("preserveAspectRatio") ?? "";
  const slice = Math.max(wide, high);
  const [sx, sy] = how.startsWith("none") ? [wide, high] : [slice, slice];
  const shift = how.startsWith("xMax")
    ? place.width - (view?.width ?? 0) * sx
    : how.startsWith("xMid")
      ? (place.width - (view?.width ?? 0) * sx) / 2
      : 0;
  pen.save();
  pen.beginPath();
  pen.rect(place.left, place.top, place.width, place.height);
  pen.clip();
  pen.translate(place.left + shift, place.top);
  pen.scale(sx, sy);
  pen.translate(-(view?.x ?? 0), -(view?.y ?? 0));
  for (const path of svg.querySelectorAll("path")) {
    const shape = new Path2D(path.getAttribute("d") ?? "");
    pen.fill(shape); // oxlint-disable-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
  }
  pen.restore();
  for (const line of svg.querySelectorAll("line")) drawCancel(pen, line, place);
}

/** A stroke through a formula has its ends as percentages of its box. */
function drawCancel(pen: CanvasRenderingContext2D, line: SVGLineElement, place: DOMRect): void {
  const at = (name: string, whole: number): number =>
    ((Number.parseFloat(line.getAttribute(name) ?? "0") || 0) / 100) * whole;
  pen.lineWidth = drawnAt * 0.046;
  pen.beginPath();
  pen.moveTo(place.left + at("x1", place.width), place.top + at("y1", place.height));
  pen.lineTo(place.left + at("x2", place.width), place.top + at("y2", place.height));
  pen.stroke();
}

/** Return the size in units of a formula with a given letter size. */
export const sizeOfFormula = (
  { width, height }: { width: number; height: number },
  letters: number,
): { width: number; height: number } => ({
  width: (width * letters) / drawnAt,
  height: (height * letters) / drawnAt,
});

/** Returns the name of a formula's picture, which includes its colour. */
export const formulaKey = (latex: string, colour: string): string => `formula ${colour} ${latex}`;
export function partsOfKey(key: string): { latex: string; colour: string } {
  const [, colour = "", latex = ""] = /^formula (\S+) ([^]*)$/.exec(key) ?? [];
  return { latex, colour };
}
