import { expect, it } from "vitest";
import { areaToRelease, reasonsAgainst, releaseIn } from "./fit.mjs";
import { root } from "./manifest.mjs";

const release = {
  shared: { Staffroom: "1.2.0", react: "19.3.1" },
  calls: { people: ["/people", "/people/{id}"], teaching: ["/slips", "/slip/{id}"] },
};
const area = {
  name: "teaching",
  shared: { Staffroom: "1.2.0", react: "19.3.1" },
  asks: ["/people", "/slips", "/slips/late"],
  calls: ["/slips", "/slips/late", "/slip/{id}"],
};

it("an area that uses what the release has, and adds to it, is compatible", () => {
  expect(reasonsAgainst(area, release)).toEqual([]);
});

it.each([
  ["a newer package", { shared: { react: "19.4.0" } }, "It needs react 19.4.0, here is 19.3.1."],
  ["another release", { shared: { Staffroom: "1.1.0" } }, "It needs Staffroom 1.1.0, here is 1.2.0."],
  [
    "a call of an area that is not released yet",
    { asks: ["/people/late"] },
    "No service of the release answers /people/late.",
  ],
  [
    "a call that is gone",
    { calls: ["/slips", "/slips/late"] },
    "It no longer answers /slip/{id}, which other areas of the release may call.",
  ],
])("names %s", (_, changed, reason) => {
  expect(reasonsAgainst({ ...area, ...changed }, release)).toEqual([reason]);
});

it("an area of the released tree is compatible", () => {
  expect(reasonsAgainst(areaToRelease("files"), releaseIn(root))).toEqual([]);
});
