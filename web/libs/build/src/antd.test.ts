import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { antdParts, cutSheet, leftOut } from "./antd.mjs";

const whole = readFileSync(createRequire(import.meta.url).resolve("antd/dist/antd.css"), "utf8");
const sheet = cutSheet(whole) as string;

it("the parts in use, and those within them, are kept", () => {
  for (const name of ["btn", "table", "picker", "pagination", "menu", "tree", "message"])
    expect(sheet).toMatch(new RegExp(`\\.ant-${name}[-.{:,]`));
});

it("rules of unused parts are left out", () => {
  expect(leftOut).toEqual(expect.arrayContaining(["calendar", "form", "upload"]));
  expect(sheet).not.toMatch(/\.ant-(?:calendar|picker-calendar|form|upload|row|col|float-btn|qrcode)\b/);
  expect(
    leftOut.filter((folder: string) => antdParts.map((part: string) => part.toLowerCase()).includes(folder)),
  ).toEqual([]);
});

it("another theme's values and link rules outside of components are left out", () => {
  expect(whole).toContain(".css-var-_R_");
  expect(sheet).not.toContain(".css-var-_R_");
  expect(whole).toMatch(/(?:^|[},])a(?:\{|:hover)/);
  expect(sheet).not.toMatch(/(?:^|[},])a[{:[]/);
  expect(sheet).toContain(':where([class*="css-var-"]) a{');
});
