import { expect, it } from "vitest";
import { fits, misfitsOf, misfitText } from "./versions";

it.each([
  ["1.2.0", "1.2.0", true], ["1.2.0", "1.2.9", true], ["1.2.0", "1.3.0", true], ["1.2.5", "1.3.0", true],
  ["1.2.0", "1.1.9", false], ["1.2.3", "1.2.2", false], ["1.2.0", "2.2.0", false], ["2.0.0", "1.9.9", false],
])("what was built with %s runs with %s: %s", (needed, present, expected) => {
  expect(fits(needed, present)).toBe(expected);
});

it("names what does not fit or is not there, and nothing else", () => {
  const misfits = misfitsOf({ react: "19.3.1", "@staffroom/list": "2.0.0", "@staffroom/chart": "1.0.0" }, { react: "19.4.0", "@staffroom/list": "1.4.0" });
  expect(misfits.map(({ name }) => name)).toEqual(["@staffroom/list", "@staffroom/chart"]);
  expect(misfitText(misfits)).toBe("It needs list 2.0.0, here is 1.4.0. It needs chart 1.0.0, here is none.");
});
