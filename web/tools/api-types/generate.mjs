// Generates types of the services' calls from their OpenAPI documents, `build/openapi/<service>.json`, which
// `make api-types` writes first. They are never committed; only tsc reads them, and no build needs them. Also
// generates the roles that the calls admit, and the lists that a changed record makes stale, for the areas'
// builds: these are committed, so that a granted or revoked right is a line in a diff. With --print they are
// written, otherwise compared.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import openapi, { astToString } from "openapi-typescript";
import { callsFile, staleFile, textsFile } from "../../libs/build/src/calls.mjs";
import { services } from "../services.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const source = resolve(web, "../build/openapi");
const target = join(web, "libs/contract/src/generated");

/** Calls that have the roles of their list or record. */
const derived =
  /\/(?:columns|count|totals|figures|fields|export|moves|preview|undo|print|summary|subtotals|edits|spreadsheets|grouped)$/;

const missing = services.filter((name) => !existsSync(join(source, `${name}.json`)));
if (missing.length) {
  console.error(`There is no OpenAPI document of ${missing.join(", ")}: \`make api-types\` writes them.`);
  process.exit(1);
}
await mkdir(target, { recursive: true });
for (const name of services) await write(name, astToString(await openapi(await declaredAlone(name))));
await write("services", index());

const isPrinting = process.argv.includes("--print");
const differ = [];
for (const name of services) {
  const document = JSON.parse(await readFile(join(source, `${name}.json`), "utf8"));
  for (const [file, text] of [
    [callsFile(name), rolesOf(document)],
    [staleFile(name), staleOf(document)],
    [textsFile(name), textsOf(document)],
  ]) {
    if (existsSync(file) && (await readFile(file, "utf8")) === text) continue;
    if (isPrinting) await writeFile(file, text);
    else differ.push(name);
  }
}
if (differ.length) {
  console.error(`The calls of ${[...new Set(differ)].join(", ")} are not as printed: \`make api-types\` prints them.`);
  process.exit(1);
}

/** Returns the document without the columns that a call computes: a type with them would accept any name. */
async function declaredAlone(name) {
  const document = JSON.parse(await readFile(join(source, `${name}.json`), "utf8"));
  for (const schema of Object.values(document.components?.schemas ?? {})) delete schema.patternProperties;
  return document;
}

/** Returns the roles of a service's GETs, and of its POSTs that are not for every signed-in user; one line per call. */
function rolesOf({ paths }) {
  const entries = Object.entries(paths).flatMap(([path, { get, post }]) => {
    const short = shortOf(path);
    if (derived.test(short)) return [];
    const writes = post?.["x-roles"] ? [[`POST ${short}`, post["x-roles"]]] : [];
    return get ? [[short, get["x-roles"] ?? null], ...writes] : writes;
  });
  return inLines(entries);
}

/**
 * Returns the lists that read the records below a path, by that path: a write to `/slip/7` makes those of `/slip`
 * stale.
 */
function staleOf({ paths }) {
  const lists = {};
  for (const [path, methods] of Object.entries(paths)) {
    const [root] = shortOf(path).split("/{");
    for (const { "x-stale": stale = [] } of Object.values(methods))
      lists[root] = [...new Set([...(lists[root] ?? []), ...stale])].toSorted();
  }
  return inLines(Object.entries(lists).filter(([, stale]) => stale.length));
}

/** Returns the texts that a list and its records declare, by their path: columns and fields of `/students` together. */
function textsOf({ paths }) {
  const texts = {};
  for (const [path, methods] of Object.entries(paths)) {
    const thing = shortOf(path).replace(/\/(?:columns|fields|grouped)$/, "");
    for (const { "x-texts": own = [] } of Object.values(methods))
      texts[thing] = [...new Set([...(texts[thing] ?? []), ...own])].toSorted();
  }
  return `${JSON.stringify(
    Object.fromEntries(
      Object.entries(texts)
        .filter(([, own]) => own.length)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    null,
    1,
  )}\n`;
}

/** Converts paths to the page's form. */
function shortOf(path) {
  return path.replace(/^\/api(?:\/v1)?/, "");
}

/** Formats a JSON object, one line per value. */
function inLines(entries) {
  const lines = entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)?.replaceAll(",", ", ")}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** An unchanged file keeps its timestamp, so that its outputs stay up to date. */
async function write(name, text) {
  const file = join(target, `${name}.ts`);
  if (!existsSync(file) || (await readFile(file, "utf8")) !== text) await writeFile(file, text);
}

/** The types of all services by their names. */
function index() {
  const imports = services.map((name) => `import type * as ${name} from "./${name}";\n`);
  const entries = (type) => services.map((name) => `  ${name}: ${name}.${type};\n`).join("");
  return `${imports.join("")}\nexport type Paths = {\n${entries("paths")}};\nexport type Schemas = {\n${entries('components["schemas"]')}};\n`;
}
