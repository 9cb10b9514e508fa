import { hits } from "./geometry";
import type { Element } from "../model";
import { pack, thinned, toBase64, type Point } from "./points";
import { Selecting } from "./selecting";
import type { Gesture, Place, Stage, Tool } from "./stage";

const shapes: readonly Tool[] = ["line", "arrow", "rectangle", "ellipse"];
const nothing: Gesture = { move: () => undefined, end: () => undefined };
/** Hit distance of a finger or a mouse, in pixels. */
const room = 6;
/** Ignores touches of a hand that rests on the page while a pen draws. */
const penLasts = 60_000;

/**
 * The gestures of a stage: pens draw with pressure, two fingers move and zoom, and while a pen is used one finger moves
 * the page.
 */
export class Gestures {
  private readonly stage: Stage;
  private readonly surface: HTMLElement;
  private readonly onPoint: (place: Place, kind: "pointer" | "laser" | "away", draft: string) => void;
  private readonly pointers = new Map<number, Place>();
  private readonly selecting: Selecting;
  private gesture: Gesture | null = null;
  private owner = -1;
  private penAt = -penLasts;
  isSpaceHeld = false;

  constructor(stage: Stage, surface: HTMLElement, onPoint: Gestures["onPoint"]) {
    this.stage = stage;
    this.surface = surface;
    this.onPoint = onPoint;
    this.selecting = new Selecting(stage);
    surface.addEventListener("pointerdown", this.down);
    surface.addEventListener("pointermove", this.move);
    surface.addEventListener("pointerup", this.up);
    surface.addEventListener("pointercancel", this.cancel);
    surface.addEventListener("pointerleave", this.leave);
    surface.addEventListener("wheel", this.wheel, { passive: false });
    surface.addEventListener("dblclick", this.twice);
  }

  destroy(): void {
    this.surface.removeEventListener("pointerdown", this.down);
    this.surface.removeEventListener("pointermove", this.move);
    this.surface.removeEventListener("pointerup", this.up);
    this.surface.removeEventListener("pointercancel", this.cancel);
    this.surface.removeEventListener("pointerleave", this.leave);
    this.surface.removeEventListener("wheel", this.wheel);
    this.surface.removeEventListener("dblclick", this.twice);
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { left, top } = this.surface.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey)
      this.stage.zoomBy(Math.exp(-event.deltaY / 250), event.clientX - left, event.clientY - top);
    else this.stage.panBy(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
  };

  private readonly down = (event: PointerEvent): void => {
    if (event.pointerType === "pen") this.penAt = event.timeStamp;
    const isPalm = event.pointerType === "touch" && event.timeStamp - this.penAt < penLasts;
    this.surface.setPointerCapture?.(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.pointerType === "touch" && this.pointers.size === 2) {
      this.gesture?.end(true);
      this.gesture = this.pinch();
      this.owner = -1;
      return;
    }
    if (this.gesture) return;
    this.owner = event.pointerId;
    const place = this.stage.placeOf(event.clientX, event.clientY);
    this.gesture = this.begin(place, event, isPalm);
  };

  private begin(place: Place, event: PointerEvent, isPalm: boolean): Gesture {
    const tool = this.stage.tool.get();
    const isEraser = event.pointerType === "pen" && (event.buttons & 32) > 0;
    if (event.button === 1 || this.isSpaceHeld || isPalm || tool === "hand") return this.pan(event);
    if (tool === "laser") return this.laser(place);
    if (!this.stage.draws)
      return tool === "select" ? this.selecting.begin(place, event, this.at(place)) : this.pan(event);
    if (isEraser || tool === "eraser") return this.erase(place);
    if (!this.stage.adds && tool !== "select" && !(tool === "text" && this.at(place)?.[1].k === "text")) return nothing;
    if (tool === "pen") return this.stroke(place, event);
    if (tool === "text") return this.text(place);
    if (shapes.includes(tool)) return this.shape(place, tool as "line");
    return this.selecting.begin(place, event, this.at(place));
  }

  private readonly move = (event: PointerEvent): void => {
    const place = this.stage.placeOf(event.clientX, event.clientY);
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.gesture && (this.owner === -1 || this.owner === event.pointerId)) this.gesture.move(place, event);
    if (this.stage.tool.get() === "laser") this.stage.pointLaser(place);
    this.tell(place);
  };

  private tell(place: Place): void {
    const draft = this.stage.draft;
    const shown = draft?.k === "stroke" ? { ...draft, p: toBase64(draft.p) } : draft;
    this.onPoint(place, this.stage.tool.get() === "laser" ? "laser" : "pointer", shown ? JSON.stringify(shown) : "");
  }

  private readonly up = (event: PointerEvent): void => this.end(event, false);
  private readonly cancel = (event: PointerEvent): void => this.end(event, true);

  private end(event: PointerEvent, cancelled: boolean): void {
    this.pointers.delete(event.pointerId);
    if (this.gesture && (this.owner === event.pointerId || (this.owner === -1 && this.pointers.size < 2))) {
      this.gesture.end(cancelled);
      this.gesture = null;
      this.tell(this.stage.placeOf(event.clientX, event.clientY));
    }
  }

  private readonly leave = (event: PointerEvent): void => {
    if (!this.gesture) this.onPoint(this.stage.placeOf(event.clientX, event.clientY), "away", "");
  };

  private readonly twice = (event: MouseEvent): void => {
    const place = this.stage.placeOf(event.clientX, event.clientY);
    const hit = this.at(place);
    if (!hit || !this.stage.draws || this.stage.tool.get() !== "select") return;
    if (hit[1].k === "text") this.write(hit[0], hit[1]);
    else if (hit[1].k === "formula") this.stage.formula.set({ id: hit[0] });
  };

  private write(id: string, element: Element & { k: "text" }): void {
    this.stage.selection.set([]);
    this.stage.writing.set({ id, x: element.x, y: element.y, size: element.s });
    this.stage.redraw();
  }

  /** Returns the topmost element at a position, among layers that can be changed. */
  private at(place: Place): [string, Element] | undefined {
    const near = room / this.stage.view.get().zoom;
    return this.stage.document.free(this.stage.shownPage().id).findLast(([, element]) => hits(element, place, near));
  }

  private pan(start: PointerEvent): Gesture {
    let last = { x: start.clientX, y: start.clientY };
    return {
      move: (_, event) => {
        this.stage.panBy(event.clientX - last.x, event.clientY - last.y);
        last = { x: event.clientX, y: event.clientY };
      },
      end: () => undefined,
    };
  }

  private pinch(): Gesture {
    const of = () => {
      const [one, two] = [...this.pointers.values()];
      if (!one || !two) return null;
      return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2, apart: Math.hypot(one.x - two.x, one.y - two.y) || 1 };
    };
    let last = of();
    return {
      move: () => {
        const now = of();
        if (!now || !last) return;
        const { left, top } = this.surface.getBoundingClientRect();
        this.stage.panBy(now.x - last.x, now.y - last.y);
        this.stage.zoomBy(now.apart / last.apart, now.x - left, now.y - top);
        last = now;
      },
      end: () => undefined,
    };
  }

  private laser(place: Place): Gesture {
    this.stage.pointLaser(place);
    return { move: () => undefined, end: () => undefined };
  }

  /** Returns the parts of the style that an element stores. */
  private common(): { g: string; l?: string; z: number; c: string; w: number; ox?: number; oy?: number; u?: boolean } {
    const { c, w, ox, oy, u } = this.stage.style.get();
    return { ...this.stage.placeOfNew(), c, w, ...(ox ? { ox } : {}), ...(oy ? { oy } : {}), ...(u ? { u } : {}) };
  }

  private stroke(place: Place, start: PointerEvent): Gesture {
    // A mouse reports 0.5, or 0 in some browsers.
    const pressureOf = (event: PointerEvent): number => (event.pointerType === "pen" ? event.pressure : 0.5);
    const points: Point[] = [{ ...place, pressure: pressureOf(start) }];
    const common = this.common();
    const { b } = this.stage.style.get();
    const show = (): void => {
      this.stage.draft = { k: "stroke", b, ...common, p: pack(points) };
      this.stage.redrawOver();
    };
    show();
    return {
      move: (at, event) => {
        const parts = event.getCoalescedEvents?.() ?? [];
        if (parts.length > 1)
          for (const part of parts)
            points.push({ ...this.stage.placeOf(part.clientX, part.clientY), pressure: pressureOf(part) });
        else points.push({ ...at, pressure: pressureOf(event) });
        show();
      },
      end: (cancelled) => {
        this.stage.draft = null;
        if (!cancelled) this.stage.document.add({ k: "stroke", b, ...common, p: pack(thinned(points)) });
        this.stage.redrawOver();
      },
    };
  }

  private shape(place: Place, kind: "line" | "arrow" | "rectangle" | "ellipse"): Gesture {
    const common = this.common();
    let shape: (Element & { k: "line" }) | null = null;
    return {
      move: (at, event) => {
        let { x, y } = at;
        if (event.shiftKey) {
          const size = Math.max(Math.abs(x - place.x), Math.abs(y - place.y));
          if (kind === "line" || kind === "arrow") {
            if (Math.abs(x - place.x) > Math.abs(y - place.y)) y = place.y;
            else x = place.x;
          } else {
            x = place.x + Math.sign(x - place.x) * size;
            y = place.y + Math.sign(y - place.y) * size;
          }
        }
        shape = { k: kind as "line", ...common, x: place.x, y: place.y, x2: x, y2: y };
        this.stage.draft = shape;
        this.stage.redrawOver();
      },
      end: (cancelled) => {
        this.stage.draft = null;
        if (shape && !cancelled && Math.hypot(shape.x2 - shape.x, shape.y2 - shape.y) > 2)
          this.stage.document.add(shape);
        this.stage.redrawOver();
      },
    };
  }

  private text(place: Place): Gesture {
    return {
      move: () => undefined,
      end: (cancelled) => {
        if (cancelled) return;
        const hit = this.at(place);
        if (hit?.[1].k === "text") this.write(hit[0], hit[1]);
        else
          this.stage.writing.set({
            id: null,
            x: place.x,
            y: place.y - this.stage.style.get().s / 2,
            size: this.stage.style.get().s,
          });
      },
    };
  }

  private erase(place: Place): Gesture {
    const gone = new Set<string>();
    const take = (at: Place): void => {
      const near = (room + 4) / this.stage.view.get().zoom;
      for (const [id, element] of this.stage.document.free(this.stage.shownPage().id)) {
        if (!gone.has(id) && hits(element, at, near)) {
          gone.add(id);
          this.stage.shifted.set(id, { ...element, c: "rgba(128,128,128,0.25)" });
        }
      }
      this.stage.redraw();
    };
    take(place);
    return {
      move: take,
      end: (cancelled) => {
        this.stage.shifted.clear();
        if (!cancelled && gone.size > 0) this.stage.document.remove(gone);
        this.stage.redraw();
      },
    };
  }
}
