import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("README names no screen as to come whose route an area declares", () => {
  const toCome = readFileSync("../README.md", "utf8").split("\n").filter((line) => /^\| [a-z]+ \| .* \|$/.test(line)).flatMap((line) => (line.split("|")[3] ?? "").split(/,| and /)).map((part) => part.trim().toLowerCase()).filter(Boolean);
  const sources = readdirSync("apps").filter((name) => !["e2e", "shell"].includes(name)).map((name) => readFileSync(`apps/${name}/src/area.tsx`, "utf8")).join("\n");
  const titles = [...sources.matchAll(/title: "([^"]+)"/g)].map((found) => found[1]?.toLowerCase());
  expect(toCome).toContain("to come"); // the heading: the table was found
  expect(toCome.filter((part) => titles.includes(part))).toEqual([]);
});
