import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { hasTexts, textsOf } from "../../../build/src/texts.mjs";
import { texts } from "./texts";

const web = resolve(__dirname, "../../../..");
/** Areas and libraries whose texts are all in Portuguese. The others follow: an area joins when its last text is translated. */
const complete = [
  "libs/api", "libs/chart", "libs/form", "libs/grid", "libs/list", "libs/screen", "libs/ui", "libs/workflow", "apps/shell",
];

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(web, folder, "src"), { recursive: true, encoding: "utf8" }).map((name) => join(web, folder, "src", name)).filter(hasTexts);
/** `{0}` and `{1}` of a text. */
const valuesOf = (text: string): string => [...new Set(text.match(/\{\d+/g))].toSorted().join();

test.each(complete)("every text of %s has a Portuguese one", (folder) => {
  const missing = sourcesOf(folder).flatMap((file) =>
    textsOf(readFileSync(file, "utf8"), file).filter(({ text }) => texts[text] === undefined).map(({ text, line }) => `${file.slice(web.length + 1)}:${line}: ${text}`));
  expect(missing, "Add them to libs/language/src/pt").toEqual([]);
});

test("each text stands in one file, once", () => {
  const names = readdirSync(__dirname).filter((name) => name.endsWith(".json"));
  const keys = names.flatMap((name) => [...readFileSync(join(__dirname, name), "utf8").matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key));
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

test("a translation has the values of its text", () => {
  expect(Object.entries(texts).filter(([text, said]) => valuesOf(text) !== valuesOf(said ?? "")).map(([text]) => text)).toEqual([]);
});

// What is declared with a text and drawn by a library is looked up twice.
test("a translation is not the English of something else", () => {
  expect(Object.values(texts).filter((said) => said !== undefined && texts[said] !== undefined && texts[said] !== said)).toEqual([]);
});
