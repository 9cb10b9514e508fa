import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { hasTexts, textsOf } from "../../../build/src/texts.mjs";
import areas from "./areas.json";
import { texts } from "./texts";

const web = resolve(__dirname, "../../../..");
/** The projects whose texts must be translated: everything that users see. */
const complete = [
  "libs/",
  "apps/shell/",
  "apps/people/",
  "apps/teaching/",
  "apps/finance/",
  "apps/support/",
  "apps/files/",
  "apps/identity/",
];

const sources = ["apps", "libs"]
  .flatMap((folder) =>
    readdirSync(join(web, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) =>
        readdirSync(join(web, folder, name, "src"), { recursive: true, encoding: "utf8" }).map((file) =>
          join(folder, name, "src", file),
        ),
      ),
  )
  .filter((file) => hasTexts(join(web, file)));
const things: Record<string, string[]> = Object.assign(
  {},
  ...readdirSync(join(__dirname, "../declared")).map(
    (name) => JSON.parse(readFileSync(join(__dirname, "../declared", name), "utf8")) as object,
  ),
);
/** The placeholders of a text, `{0}` and `{1}`. */
const valuesOf = (text: string): string => [...new Set(text.match(/\{\d+/g))].toSorted().join();

test.each(complete)("every text of %s has a Portuguese translation", (begin) => {
  const files = sources.filter((file) => file.startsWith(begin));
  const missing = files.flatMap((file) =>
    textsOf(readFileSync(join(web, file), "utf8"), join(web, file))
      .filter(({ text }) => texts[text] === undefined)
      .map(({ text, line }) => `${file}:${line}: ${text}`),
  );
  expect([files.length > 0, missing], "Add them to libs/language/src/pt").toEqual([true, []]);
});

test("every declared text of lists and records has a Portuguese translation", () => {
  const missing = Object.entries(things).flatMap(([thing, declared]) =>
    declared.filter((text) => texts[text] === undefined).map((text) => `${thing}: ${text}`),
  );
  expect(missing, "Add them to the file of their service in libs/language/src/pt").toEqual([]);
});

test("an area's word also has a usual meaning", () => {
  const own = Object.values(areas).flatMap((words) => Object.entries(words));
  expect(own.filter(([text, said]) => texts[text] === undefined || texts[text] === said)).toEqual([]);
});

test("each text is in one file, once", () => {
  const names = readdirSync(__dirname).filter((name) => name.endsWith(".json"));
  const keys = names.flatMap((name) =>
    [...readFileSync(join(__dirname, name), "utf8").matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key),
  );
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

test("a translation has the placeholders of its text", () => {
  expect(
    Object.entries(texts)
      .filter(([text, said]) => valuesOf(text) !== valuesOf(said ?? ""))
      .map(([text]) => text),
  ).toEqual([]);
});

// A text declared and drawn by a library is looked up twice.
test("no translation is another text's English", () => {
  expect(
    Object.values(texts).filter((said) => said !== undefined && texts[said] !== undefined && texts[said] !== said),
  ).toEqual([]);
});
