import { drawStroke } from "./brushes";
import { formulaKey } from "./formula";
import { lineHeight, pointsOf, type Box } from "./geometry";
import { fonts, type Element, type Page, type Paper } from "../model";

type Pen = CanvasRenderingContext2D;
/** Returns the picture of a file, of a page of one, or of a formula, by its key; null while it loads. */
export type Pictures = (of: number | string, page?: number) => CanvasImageSource | null;

export const fontOf = (size: number, font: number): string => `${size}px ${fonts[font]?.[1] ?? fonts[0][1]}`;

function arrowHead(pen: Pen, { x, y, x2, y2 }: Box, width: number): void {
  const angle = Math.atan2(y2 - y, x2 - x);
  const size = 10 + width * 2.5;
  pen.moveTo(x2 - size * Math.cos(angle - 0.45), y2 - size * Math.sin(angle - 0.45));
  pen.lineTo(x2, y2);
  pen.lineTo(x2 - size * Math.cos(angle + 0.45), y2 - size * Math.sin(angle + 0.45));
}

function body(pen: Pen, element: Element, colour: string, pictures: Pictures): void {
  if (element.k === "stroke") {
    drawStroke(pen, element.b, pointsOf(element), colour, element.w);
    return;
  }
  if (element.k === "text") {
    pen.fillStyle = colour;
    pen.font = fontOf(element.s, element.f);
    pen.textBaseline = "top";
    element.t
      .split("\n")
      .forEach((line, at) => pen.fillText(line, element.x, element.y + (at + 0.12) * element.s * lineHeight));
    return;
  }
  if (element.k === "image" || element.k === "formula") {
    const picture = pictures(element.k === "image" ? element.file : formulaKey(element.t, colour));
    if (picture) pen.drawImage(picture, element.x, element.y, element.x2 - element.x, element.y2 - element.y);
    else {
      pen.strokeStyle = colour;
      pen.lineWidth = 1;
      pen.strokeRect(element.x, element.y, element.x2 - element.x, element.y2 - element.y);
    }
    return;
  }
  pen.strokeStyle = colour;
  pen.lineWidth = element.w;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.beginPath();
  const { x, y, x2, y2 } = element;
  if (element.k === "rectangle") pen.rect(x, y, x2 - x, y2 - y);
  else if (element.k === "ellipse")
    pen.ellipse((x + x2) / 2, (y + y2) / 2, Math.abs(x2 - x) / 2, Math.abs(y2 - y) / 2, 0, 0, Math.PI * 2);
  else {
    pen.moveTo(x, y);
    pen.lineTo(x2, y2);
    if (element.k === "arrow") arrowHead(pen, element, element.w);
  }
  pen.stroke();
}

/** Draws one element; offsets draw its shadow first. */
export function drawElement(pen: Pen, element: Element, pictures: Pictures): void {
  if (element.ox || element.oy) {
    pen.save();
    pen.globalAlpha *= 0.3;
    pen.translate(element.ox ?? 0, element.oy ?? 0);
    body(pen, element, element.c, pictures);
    pen.restore();
  }
  body(pen, element, element.c, pictures);
}

const line = "rgba(70,80,122,0.16)";

/** Draws the paper of a page and its background. Paper is white in every theme, as it is printed. */
function drawPaper(pen: Pen, page: Page, paper: Paper, pictures: Pictures): void {
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, page.width, page.height);
  pen.strokeStyle = line;
  pen.fillStyle = "rgba(70,80,122,0.35)";
  pen.lineWidth = 1;
  const step = paper === "ruled" ? 48 : 40;
  if (paper === "grid" || paper === "ruled") {
    pen.beginPath();
    for (let y = step; y < page.height; y += step) {
      pen.moveTo(0, y);
      pen.lineTo(page.width, y);
    }
    if (paper === "grid") {
      for (let x = step; x < page.width; x += step) {
        pen.moveTo(x, 0);
        pen.lineTo(x, page.height);
      }
    }
    pen.stroke();
  }
  if (paper === "dots") {
    for (let y = step; y < page.height; y += step)
      for (let x = step; x < page.width; x += step) pen.fillRect(x - 1, y - 1, 2, 2);
  }
  const backing = page.backing && pictures(page.backing.file, page.backing.page || undefined);
  if (backing) pen.drawImage(backing, 0, 0, page.width, page.height);
}

/** Draws a whole page: paper, then elements from the lowest. */
export function drawPage(
  pen: Pen,
  page: Page,
  paper: Paper,
  elements: readonly (readonly [string, Element])[],
  pictures: Pictures,
): void {
  drawPaper(pen, page, page.paper ?? paper, pictures);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, page.width, page.height);
  pen.clip();
  for (const [, element] of elements) drawElement(pen, element, pictures);
  pen.restore();
}
