import { around, boxOf, translated, ordered, scaled, within, type Box } from "./geometry";
import type { Element } from "../model";
import type { Gesture, Place, Stage } from "./stage";

/** The gestures of the selection tool. */
export class Selecting {
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /**
   * Selects the element at a position and drags it, resizes the selection by its handle, or drags a selection frame.
   */
  begin(place: Place, event: PointerEvent, hit: [string, Element] | undefined): Gesture {
    const { stage } = this;
    const box = stage.frameOfChosen();
    const near = 12 / stage.view.get().zoom;
    if (box && stage.draws && Math.hypot(place.x - box.x2 - near / 2, place.y - box.y2 - near / 2) <= near)
      return this.resize(box);
    if (!hit) {
      if (!event.shiftKey) stage.selection.set([]);
      return this.frame(place);
    }
    const [id, element] = hit;
    const ids = element.gr
      ? stage.document
          .free(element.g)
          .filter(([, other]) => other.gr === element.gr)
          .map(([name]) => name)
      : [id];
    const chosen = stage.selection.get();
    if (event.shiftKey)
      stage.selection.set(chosen.includes(id) ? chosen.filter((one) => !ids.includes(one)) : [...chosen, ...ids]);
    else if (!chosen.includes(id)) stage.selection.set(ids);
    return stage.draws ? this.drag(place) : { move: () => undefined, end: () => undefined };
  }

  private frame(place: Place): Gesture {
    const { stage } = this;
    return {
      move: (at) => {
        stage.frame = { x: place.x, y: place.y, x2: at.x, y2: at.y };
        const area = ordered(stage.frame);
        stage.selection.set(
          stage.document
            .free(stage.shownPage().id)
            .filter(([, element]) => within(boxOf(element), area))
            .map(([id]) => id),
        );
        stage.redrawOver();
      },
      end: () => {
        stage.frame = null;
        stage.redrawOver();
      },
    };
  }

  private drag(place: Place): Gesture {
    return this.changing((element, at) => translated(element, at.x - place.x, at.y - place.y));
  }

  private resize(box: Box): Gesture {
    const [width, height] = [Math.max(1, box.x2 - box.x), Math.max(1, box.y2 - box.y)];
    return this.changing((element, at, event) => {
      let fx = Math.max(0.02, (at.x - box.x) / width);
      let fy = Math.max(0.02, (at.y - box.y) / height);
      if (event.shiftKey) fx = fy = Math.max(fx, fy);
      return scaled(element, box, fx, fy);
    });
  }

  /** Changes the selection: shown immediately, saved when the pointer is lifted. */
  private changing(change: (element: Element, at: Place, event: PointerEvent) => Element): Gesture {
    const { stage } = this;
    const chosen = stage.chosen();
    return {
      move: (at, event) => {
        const isFirst = stage.shifted.size === 0;
        for (const [id, element] of chosen) stage.shifted.set(id, change(element, at, event));
        if (isFirst) stage.redraw();
        else stage.redrawOver();
      },
      end: (cancelled) => {
        const shifted = [...stage.shifted];
        stage.shifted.clear();
        if (!cancelled && shifted.length > 0 && around(shifted.map(([, element]) => boxOf(element)))) {
          stage.document.change(() => {
            for (const [id, element] of shifted) if (stage.document.elements.has(id)) stage.document.set(id, element);
          });
        }
        stage.redraw();
      },
    };
  }
}
