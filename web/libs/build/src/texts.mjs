import { read } from "./texts/read.mjs";

/**
 * The texts of the sources, which are written in English. `wrapTexts` makes the built page look each of them up in the
 * catalogue of `@staffroom/language`; `textsOf` lists them for the test that finds untranslated ones. Texts are those
 * of elements, of attributes or properties in `texts`, and any other string that begins as a sentence or a title does.
 * Exceptions are the places of codes: comparisons, calls of the API, attributes or properties in `codes`, and arguments
 * of a function of the same source whose type lists names: `(page: "Overview" | "Declined")`.
 */

const skipped =
  /\.(?:test|spec)\.tsx?$|\/(?:samples|example|example-fields)\.ts$|\/libs\/(?:contract|language|build|testing)\/|\/apps\/e2e\/|\/generated\/|\.d\.ts$/;
/**
 * Sources that compare names of groups and kinds, and those drawn before a language is known: they mark their texts,
 * `t("Setup")`.
 */
const byHand = /\/shell\/src\/(?:menu\/menu-model|palette\/hits|palette\/finding|menu\/menu|index|language)\.tsx?$/;
/** True for a source of an area or library with texts for users. */
export const hasTexts = (file) => /\/(?:apps|libs)\/[\w-]+\/src\/.*\.tsx?$/.test(file) && !skipped.test(file);

const library = "@staffroom/language";
/** Folders in which some words have another meaning: `areas.json` of a language has them by these names. */
const areas = [
  [/\/apps\/people\/src\/exams\//, "exams"],
  [/\/apps\/people\/src\/forms\//, "forms"],
  [/\/apps\/finance\//, "finance"],
  [/\/libs\/list\//, "lists"],
];

/** Returns the source with each text looked up in the catalogue, lines unchanged; null if it has no texts. */
export function wrapTexts(source, file) {
  const { edits } = byHand.test(file) ? { edits: [] } : read(source, file);
  if (!edits.length) return null;
  let at = 0;
  let text = "";
  for (const { start, end, text: put } of edits
    .map((edit, place) => ({ ...edit, place }))
    .toSorted((one, other) => one.start - other.start || one.end - other.end || one.place - other.place)) {
    text += source.slice(at, start) + put;
    at = end;
  }
  const area = areas.find(([folder]) => folder.test(file))?.[1];
  if (area)
    return `import { within as $within } from ${JSON.stringify(library)}; const { t: $t, rich: $rich } = $within(${JSON.stringify(area)}); ${text}${source.slice(at)}`;
  const names = [text.includes("$t(") && "t as $t", text.includes("$rich(") && "rich as $rich"].filter(Boolean);
  return `import { ${names.join(", ")} } from ${JSON.stringify(library)}; ${text}${source.slice(at)}`;
}

/** Returns the texts of a source with their lines, a text with values as `{0} of {1}`. */
export const textsOf = (source, file) => {
  const { named } = read(source, file);
  if (!byHand.test(file)) return named;
  return named.filter(
    ({ text }) => source.includes(`t(${JSON.stringify(text)}`) || source.includes(`rich(${JSON.stringify(text)}`),
  );
};

/** The same for Vite, which runs the tests. */
export const vitePlugin = {
  name: "staffroom-texts",
  enforce: "pre",
  transform: (source, id) => (hasTexts(id) ? wrapTexts(source, id) : null),
};
