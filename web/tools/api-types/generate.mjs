// Types of the services' calls from their OpenAPI documents, `build/openapi/<service>.json`, which `make api-types` writes
// before it comes here. The result is built and never committed; only tsc reads it, no build needs it.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapi, { astToString } from "openapi-typescript";
import { services } from "../services.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const source = resolve(web, "../build/openapi");
const target = join(web, "libs/contract/src/generated");

const missing = services.filter((name) => !existsSync(join(source, `${name}.json`)));
if (missing.length) {
  console.error(`There is no OpenAPI document of ${missing.join(", ")}: \`make api-types\` writes them.`);
  process.exit(1);
}
await mkdir(target, { recursive: true });
for (const name of services) await write(name, astToString(await openapi(pathToFileURL(join(source, `${name}.json`)))));
await write("services", index());

/** A file that did not change keeps its time, and what was made from it stays. */
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
