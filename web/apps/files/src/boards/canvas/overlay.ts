import type { Cursor } from "../channel";
import { drawElement, type Pictures } from "./draw";
import type { Box } from "./geometry";
import type { Element } from "../model";
import { fromBase64 } from "./points";

const colours = ["#b3312c", "#2b5c9e", "#2c7a4b", "#6a4c93", "#b4690e", "#0f5a63", "#9c2f6b", "#46507a"];
/** Returns the colour of a person's cursor. */
export const colourOf = (user: number): string => colours[user % colours.length] ?? "#46507a";

/** Draws the box around the selection with its handle, and the frame that is being dragged. */
export function drawSelection(
  pen: CanvasRenderingContext2D,
  zoom: number,
  box: Box | null,
  frame: Box | null,
  draws: boolean,
): void {
  pen.strokeStyle = "#2b5c9e";
  pen.fillStyle = "#ffffff";
  pen.lineWidth = 1.5 / zoom;
  if (box) {
    const room = 6 / zoom;
    pen.strokeRect(box.x - room, box.y - room, box.x2 - box.x + 2 * room, box.y2 - box.y + 2 * room);
    if (draws) {
      const size = 10 / zoom;
      pen.fillRect(box.x2 + room - size / 2, box.y2 + room - size / 2, size, size);
      pen.strokeRect(box.x2 + room - size / 2, box.y2 + room - size / 2, size, size);
    }
  }
  if (frame) {
    pen.setLineDash([6 / zoom, 4 / zoom]);
    pen.strokeRect(frame.x, frame.y, frame.x2 - frame.x, frame.y2 - frame.y);
    pen.setLineDash([]);
  }
}

/** Draws the element that another person is drawing. */
export function drawDraft(pen: CanvasRenderingContext2D, text: string, page: string, pictures: Pictures): void {
  try {
    const { p, ...element } = JSON.parse(text) as Record<string, unknown> & { g: string; p?: string };
    if (element.g !== page) return;
    const packed = p ? { p: fromBase64(p) } : {};
    drawElement(pen, { ...element, ...packed } as unknown as Element, pictures);
  } catch {
    // of a newer page: its element follows
  }
}

/** Draws another person's cursor with their name. */
export function drawCursor(pen: CanvasRenderingContext2D, { x, y, name, user, kind }: Cursor, zoom: number): void {
  const colour = kind === "laser" ? "rgba(200,30,30,0.9)" : colourOf(user);
  const unit = 1 / zoom;
  pen.fillStyle = colour;
  pen.beginPath();
  if (kind === "laser") pen.arc(x, y, 7 * unit, 0, Math.PI * 2);
  else {
    pen.moveTo(x, y);
    pen.lineTo(x + 4 * unit, y + 14 * unit);
    pen.lineTo(x + 11 * unit, y + 9 * unit);
    pen.closePath();
  }
  pen.fill();
  pen.font = `${12 * unit}px 'Geist Variable', system-ui, sans-serif`;
  pen.textBaseline = "middle";
  const width = pen.measureText(name).width + 10 * unit;
  pen.fillRect(x + 10 * unit, y + 14 * unit, width, 18 * unit);
  pen.fillStyle = "#ffffff";
  pen.fillText(name, x + 15 * unit, y + 23 * unit);
}
