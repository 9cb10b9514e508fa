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
  const area = { Staffroom: "1.103.0", react: "19.3.1", antd: "6.6.8", dayjs: "1.11.23" };
  const misfits = misfitsOf(area, { Staffroom: "1.103.0", react: "19.4.0", antd: "5.4.0" });
  expect(misfits.map(({ name }) => name)).toEqual(["antd", "dayjs"]);
  expect(misfitText(misfits)).toBe("It needs antd 6.6.8, here is 5.4.0. It needs dayjs 1.11.23, here is none.");
});

it.each(["1.102.9", "1.103.1", "1.104.0"])("an area of release 1.103.0 does not run in the shell of %s", (present) => {
  expect(misfitText(misfitsOf({ Staffroom: "1.103.0" }, { Staffroom: present }))).toBe(
    `It needs Staffroom 1.103.0, here is ${present}.`,
  );
});
