import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { served } from "./served";
import patterns from "./served.json";
import { texts } from "./texts";

const services = resolve(__dirname, "../../../../../services");
/** The services' sources; a string continued on the next line counts as one. */
const sources = readdirSync(services, { recursive: true, encoding: "utf8" })
  .filter((name) => /^[a-z]+\/src\/.*\.py$/.test(name))
  .map((name) => readFileSync(join(services, name), "utf8"))
  .join("\n")
  .replaceAll(/(["'])\s*\n\s*f?\1/g, "")
  .replaceAll('\\"', '"');

test.each([
  ["Bill B-12 approved", "Fatura de fornecedor B-12 aprovada"],
  ["Credit note 7/2026 set to final", "Nota de crédito 7/2026: definitiva"],
  ["Claim Taxi of Ana Costa marked as paid", "Pedido de reembolso Taxi de Ana Costa marcado como pago"],
  ["Title is required", "Título é obrigatório"],
  ["Ana wrote on ticket 12", "Ana escreveu no pedido 12"],
  ["Please choose a folder", "Escolha uma pasta"],
  ["The offer of 12 May is closed permanently", undefined],
])("says %s in Portuguese", (text, translation) => {
  expect(served(text)).toBe(translation);
});

test("each text is a service's, which may compose it from parts", () => {
  const gone = Object.keys(patterns).filter((text) =>
    text.split(/\{\d+\}|, /).some((part) => !sources.includes(part.trim())),
  );
  expect(gone, "No service says these any more").toEqual([]);
});

/** Folders of the people service in which every refusal has a Portuguese text. */
const refusing = ["exams", "applications", "forms"].map((folder) => join(services, "people/src/people", folder));
/** Pages and emails for people outside the office, which are English. */
const outside =
  /\/(?:applying|asking|mailing|page|offer_page|inviting|retention|templates|reminding|notices|documents)\b|offer\/accepting/;
const refusals = /(?:^_?[A-Z][A-Z_]+ = |(?:Invalid|Conflict|Unreadable)\()(?:\(\s*)?(f?)"((?:[^"\\]|\\.)*)"/gmu;
/** Returns a text with `{name}` as numbered placeholders. */
const placed = (text: string) => {
  const seen: string[] = [];
  return text.replaceAll(
    /\{([^{}]*)\}/g,
    (_, name: string) => `{${seen.includes(name) ? seen.indexOf(name) : seen.push(name) - 1}}`,
  );
};

test("every refusal of exams, applications and forms has a Portuguese text", () => {
  const files = refusing.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".py"))
      .map((name) => join(folder, name)),
  );
  const missing = files
    .filter((file) => !outside.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8").replaceAll(/(["'])\s*\n\s*f?\1/g, "");
      return [...source.matchAll(refusals)]
        .map(([, , text = ""]) => placed(text))
        .filter((text) => /^(?:\p{Lu}\p{Ll}+ |\{0\} )\p{Ll}/u.test(text) && texts[text] === undefined);
    });
  expect([files.length > 50, missing], "Add them to libs/language/src/pt/served.json").toEqual([true, []]);
});

test("no text is translated by another one's pattern", () => {
  const texts = Object.keys(patterns).map((text) => [text, text.replaceAll(/\{(\d+)\}/g, "<$1>")] as const);
  const wrong = texts.filter(([key, text]) => {
    const translation = (patterns as Record<string, string>)[key]?.replaceAll(/\{(\d+)!?\}/g, "<$1>");
    return served(text) !== translation;
  });
  expect(wrong.map(([key]) => key)).toEqual([]);
});
