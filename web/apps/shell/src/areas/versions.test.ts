import { expect, it } from "vitest";
import { fits, misfitsOf, misfitText } from "./versions";

it.each([
  ["1.2.0", "1.2.0", true],
  ["1.2.0", "1.2.9", true],
  ["1.2.0", "1.3.0", true],
  ["1.2.5", "1.3.0", true],
  ["1.2.0", "1.1.9", false],
  ["1.2.3", "1.2.2", false],
  ["1.2.0", "2.2.0", false],
  ["2.0.0", "1.9.9", false],
])("an area built with %s runs with %s: %s", (needed, present, expected) => {
  expect(fits(needed, present)).toBe(expected);
});

it("names what does not fit or is not there, and nothing else", () => {
  const area = {
    shared: { react: "19.3.1", antd: "6.6.8" },
    uses: { ui: { Icon: "aa", toast: "bb", Rope: "cc" }, chart: { Pie: "dd" } },
  };
  const shell = {
    versions: { react: "19.4.0", antd: "5.4.0" },
    offers: { ui: { Icon: "ab", toast: "bb", Panel: "ee" } },
  };
  const misfits = misfitsOf(area, shell);
  expect(misfits.map(({ name }) => name)).toEqual(["antd", "Icon of ui", "Rope of ui", "Pie of chart"]);
  expect(misfitText(misfits)).toBe(
    "It needs antd 6.6.8, here is 5.4.0. It needs another Icon of ui. It needs Rope of ui. It needs Pie of chart.",
  );
});
