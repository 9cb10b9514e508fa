import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const libs = resolve(root, "libs");
const scope = "@staffroom/";
const endings = [".ts", ".tsx", "/index.ts", "/index.tsx"];
const isTest = /\.test\.tsx?$/;

/** The file of a library that an import names; undefined for a package, a style sheet, or types that are generated. */
function fileOf(from, source) {
  if (source.startsWith(scope)) return resolve(libs, source.slice(scope.length), "src/index.ts");
  if (!source.startsWith(".")) return undefined;
  return endings
    .map((ending) => resolve(dirname(from), source) + ending)
    .find((file) => existsSync(file) && !file.includes("/generated/"));
}

/** The node and every node below it. */
function* nodesIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* nodesIn(one);
  else if (node && typeof node.type === "string") {
    yield node;
    for (const [key, value] of Object.entries(node))
      if (key !== "parent" && typeof value === "object") yield* nodesIn(value);
  }
}

const isComponent = ({ id }) => /^[A-Z]/.test(id?.name ?? "");

/** Bodies that do not belong to a declaration: those of components, and of functions with a declared result. */
const hiddenIn = (statement) =>
  [...nodesIn(statement)].flatMap((node) => {
    const component =
      node.type === "VariableDeclarator" && isComponent(node) ? node.init?.body : isComponent(node) && node.body;
    if (component?.type === "BlockStatement") return [component];
    return node.returnType && node.body ? [node.body] : [];
  });

const namesOf = (statement) => {
  const { declaration = statement } = statement;
  if (declaration?.type === "VariableDeclaration")
    return [...nodesIn(declaration.declarations.map(({ id }) => id))]
      .filter(({ type }) => type === "Identifier")
      .map(({ name }) => name);
  return declaration?.id ? [declaration.id.name] : [];
};

/** The source of a statement without hidden bodies and comments, with single spaces. */
function signatureOf(source, statement, comments) {
  const cut = [...hiddenIn(statement), ...comments]
    .filter(({ start, end }) => start >= statement.start && end <= statement.end)
    .toSorted((one, other) => one.start - other.start);
  let at = statement.start;
  let text = "";
  for (const { start, end } of cut) {
    if (start < at) continue;
    text += source.slice(at, start);
    at = end;
  }
  return (text + source.slice(at, statement.end)).replace(/\s+/g, " ");
}

const files = new Map();

/** The declarations of a file (signatures by name), its imports and its exports. */
function read(file) {
  const known = files.get(file);
  if (known) return known;
  const source = readFileSync(file, "utf8");
  const { program, module, comments, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${relative(root, file)}: ${errors[0].message}`);
  const declared = new Map(
    program.body.flatMap((statement) => {
      const signature = signatureOf(source, statement, comments);
      return namesOf(statement).map((name) => [name, signature]);
    }),
  );
  const imported = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, localName, isType }) => [
        localName.value,
        { from: moduleRequest.value, name: importName.name, isType },
      ]),
    ),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest, importName, exportName, localName }) => ({
      from: moduleRequest?.value,
      name: importName.name ?? localName.name,
      as: exportName.name,
    })),
  );
  const parsed = { declared, imported, exported };
  files.set(file, parsed);
  return parsed;
}

/** The file that declares a name of `file`, and the name there; undefined where that is no file of a library. */
function originOf(file, name) {
  const { declared, imported } = read(file);
  if (declared.has(name)) return { file, name };
  const source = imported.get(name);
  const target = source && fileOf(file, source.from);
  return target && exportsOf(target).get(source.name);
}

/** The names that a file exports, with the origin of each. */
function exportsOf(file) {
  const offered = new Map();
  for (const { from, name, as } of read(file).exported) {
    const source = from && fileOf(file, from);
    if (from && !source) continue;
    if (!from) offered.set(as, originOf(file, name));
    else if (as) offered.set(as, exportsOf(source).get(name));
    else for (const [each, origin] of exportsOf(source)) offered.set(each, origin);
  }
  return offered;
}

/** Adds the signature of a declaration to `signatures`, and those of the names in it. */
function collect({ file, name }, signatures) {
  const key = `${file}#${name}`;
  if (signatures.has(key)) return;
  const signature = read(file).declared.get(name);
  signatures.set(key, signature);
  for (const word of new Set(signature.match(/[A-Za-z_$][\w$]*/g))) {
    const origin = originOf(file, word);
    if (origin) collect(origin, signatures);
  }
}

function digestOf(origin) {
  const signatures = new Map();
  collect(origin, signatures);
  // The files may move inside a library: the declarations alone count.
  const text = [...new Set(signatures.values())].toSorted().join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * The names that each library exports, with the digests of their declarations; `entries` are the index files by
 * library.
 */
export function offersOf(entries) {
  files.clear();
  const digestsOf = (entry) =>
    [...exportsOf(entry)].flatMap(([name, origin]) => (origin ? [[name, digestOf(origin)]] : []));
  return Object.fromEntries(
    Object.entries(entries).map(([lib, entry]) => [lib, Object.fromEntries(digestsOf(entry).toSorted())]),
  );
}

/**
 * The names that the sources in `folder` import from the libraries, with the digests of `offers`; types are no part of
 * a build.
 */
export function usesOf(folder, offers) {
  const sources = readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name) && !isTest.test(name));
  const imports = sources
    .flatMap((name) => [...read(resolve(folder, name)).imported.values()])
    .filter(({ isType }) => !isType);
  const namesFrom = (lib) => new Set(imports.filter(({ from }) => from === scope + lib).map(({ name }) => name));
  const uses = Object.entries(offers).map(([lib, digests]) => [
    lib,
    [...namesFrom(lib)].toSorted().map((name) => [name, digests[name]]),
  ]);
  return Object.fromEntries(
    uses.filter(([, names]) => names.length).map(([lib, names]) => [lib, Object.fromEntries(names)]),
  );
}
