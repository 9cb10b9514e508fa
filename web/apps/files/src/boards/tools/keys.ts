import type { KeyHelp } from "@staffroom/ui";
import * as actions from "../canvas/actions";
import type { Gestures } from "../canvas/gestures";
import { tools, type Stage } from "../canvas/stage";
import { toolNames } from "./toolbar";

/** The keys of a board, for the panel of keys. */
export const boardKeys: readonly KeyHelp[] = [
  ...tools.map((tool): KeyHelp => [[toolNames[tool][1]], `Tool: ${toolNames[tool][0].toLowerCase()}`]),
  [["Enter"], "On the board: put the shape or text of the tool into the middle"],
  [["F"], "New formula; Enter changes the one that is selected"],
  [["N"], "Select the next element, with Shift the previous one"],
  [["↑", "↓"], "Move what is selected, with Shift further; with Alt resize it"],
  [["Del"], "Delete the selection"],
  [["Ctrl", "D"], "Duplicate the selection"],
  [["Ctrl", "G"], "Group or ungroup the selection"],
  [["Ctrl", "A"], "Select all of the page"],
  [["Ctrl", "Z"], "Undo, with Shift redo"],
  [["]"], "Bring the selection to the front, with [ to the back"],
  [["+", "-"], "Zoom in and out; 0 shows the whole page"],
  [["Page Down"], "Next page, with Page Up the previous one"],
  [["Shift", "Page Up"], "Draw on the layer above, with Page Down on the one below"],
  [["Space"], "Hold it to move the page with the pointer"],
];

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles a key pressed on a board's screen; returns true if it is one of the board's keys. */
export function pressed(event: KeyboardEvent, stage: Stage, gestures: Gestures | null): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return withControl(event, stage);
  const step = steps[key];
  if (step) {
    if (stage.selection.get().length === 0) return false;
    const size = event.shiftKey ? 40 : 5;
    (event.altKey ? actions.scaleChosen : actions.moveChosen)(stage, step[0] * size, step[1] * size);
    return true;
  }
  if (event.altKey) return false;
  if (key === " ") {
    if (gestures) gestures.isSpaceHeld = true;
    return true;
  }
  const tool = tools.find((one) => toolNames[one][1].toLowerCase() === key.toLowerCase());
  if (tool) {
    stage.tool.set(tool);
    return true;
  }
  const work: Record<string, () => void> = {
    Delete: () => actions.removeChosen(stage),
    Backspace: () => actions.removeChosen(stage),
    Escape: () => stage.selection.set([]),
    Enter: () => {
      const [[id, element] = [], other] = stage.chosen();
      if (id && element?.k === "formula" && !other) stage.formula.set({ id });
      else actions.putInMiddle(stage);
    },
    f: () => stage.adds && stage.formula.set({ id: null }),
    n: () => actions.chooseNext(stage, 1),
    N: () => actions.chooseNext(stage, -1),
    "]": () => actions.toFront(stage),
    "[": () => actions.toBack(stage),
    "+": () => stage.zoomBy(1.25),
    "=": () => stage.zoomBy(1.25),
    "-": () => stage.zoomBy(1 / 1.25),
    0: () => stage.fit(),
    PageDown: () => (event.shiftKey ? actions.turnLayer(stage, -1) : actions.turnPage(stage, 1)),
    PageUp: () => (event.shiftKey ? actions.turnLayer(stage, 1) : actions.turnPage(stage, -1)),
  };
  // Esc closes what is open; the board handles it only while something is selected.
  if (!work[key] || (key === "Escape" && stage.selection.get().length === 0)) return false;
  work[key]();
  return true;
}

function withControl(event: KeyboardEvent, stage: Stage): boolean {
  const work: Record<string, () => void> = {
    z: () => actions.step(stage, event.shiftKey ? "redo" : "undo"),
    y: () => actions.step(stage, "redo"),
    d: () => actions.duplicateChosen(stage),
    g: () => actions.group(stage),
    a: () => actions.chooseAll(stage),
  };
  const run = work[event.key.toLowerCase()];
  run?.();
  return Boolean(run);
}
