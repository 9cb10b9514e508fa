import { expect, it } from "vitest";
import { applyLook } from "./look";
import { movePage, scanName, wholePhoto, type ScanPage } from "./model";

const page = (id: string): ScanPage => ({
  id,
  photo: new Blob(),
  corners: wholePhoto,
  turn: 0,
  look: "colour",
  contrast: 0,
});
const pages = ["a", "b", "c"].map(page);
const ids = (of: readonly ScanPage[]) => of.map(({ id }) => id).join("");

it("a page moves by one place, and the first and last stay at the ends", () => {
  expect(ids(movePage(pages, "b", 1))).toBe("acb");
  expect(ids(movePage(pages, "b", -1))).toBe("bac");
  expect(movePage(pages, "a", -1)).toBe(pages);
  expect(movePage(pages, "c", 1)).toBe(pages);
});

it("a scan is named after its time", () =>
  expect(scanName(new Date("2026-11-03T09:05:00Z"))).toBe("Scan 03-11-2026 09.05.pdf"));

/** A page of 40 × 40 in a shadow that grows to the right, with a dark line across. */
function shadowed(): Uint8ClampedArray {
  const data = new Uint8ClampedArray(40 * 40 * 4);
  for (let y = 0; y < 40; y += 1)
    for (let x = 0; x < 40; x += 1) {
      const paper = 250 - x * 4;
      data.fill(y === 20 ? paper * 0.5 : paper, (y * 40 + x) * 4, (y * 40 + x) * 4 + 4);
    }
  return data;
}

it("ink becomes black and paper white, even in a shadow", () => {
  const data = shadowed();
  applyLook(data, 40, 40, "black", 0);
  const at = (x: number, y: number) => data[(y * 40 + x) * 4];
  expect([at(3, 20), at(36, 20)]).toEqual([0, 0]);
  expect([at(3, 8), at(36, 8), at(36, 32)]).toEqual([255, 255, 255]);
});

it("a colour page without contrast stays unchanged, and a grey one loses its colours", () => {
  const data = Uint8ClampedArray.from([200, 100, 50, 255]);
  applyLook(data, 1, 1, "colour", 0);
  expect([...data]).toEqual([200, 100, 50, 255]);
  applyLook(data, 1, 1, "grey", 0);
  expect([...data]).toEqual([124, 124, 124, 255]);
});
