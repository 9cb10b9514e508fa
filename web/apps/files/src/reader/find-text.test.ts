import { expect, it } from "vitest";
import { findText, type Run } from "./find-text";

const run = (str: string, x: number, y: number, more: Partial<Run> = {}): Run => ({
  str,
  transform: [10, 0, 0, 10, x, y],
  width: str.length * 5,
  height: 10,
  ...more,
});

it("a text is found at its position, ignoring accents and case", () => {
  expect(findText([run("Im Café NOIR", 100, 700)], "cafe")).toEqual([[115, 700, 135, 710]]);
});

it("a text across two lines is found", () => {
  const boxes = findText([run("my heart", 0, 700, { hasEOL: true }), run("aches and", 0, 680)], "heart  aches");
  expect(boxes).toEqual([
    [15, 700, 40, 710],
    [0, 680, 25, 690],
  ]);
});

it("every occurrence is found, and none for an empty string", () => {
  expect(findText([run("ode, Ode, ODE", 0, 0)], "ode")).toHaveLength(3);
  expect(findText([run("ode", 0, 0)], "  ")).toEqual([]);
});

it("a vertical text is found", () => {
  const [box] = findText([{ str: "up", transform: [0, 10, -10, 0, 50, 50], width: 10, height: 10 }], "up");
  expect(box).toEqual([40, 50, 50, 60]);
});
