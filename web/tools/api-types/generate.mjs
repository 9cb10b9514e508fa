// Types of the services' calls from their OpenAPI documents, `build/openapi/<service>.json`, which `make api-types` writes
// before it comes here. The result is built and never committed; only tsc reads it, no build needs it.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapi, { astToString } from "openapi-typescript";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const source = resolve(web, "../build/openapi");
const target = join(web, "libs/contract/src/generated");
const services = ["files", "finance", "identity", "people", "support", "teaching"];

const missing = services.filter((name) => !existsSync(join(source, `${name}.json`)));
if (missing.length) {
  console.error(`There is no OpenAPI document of ${missing.join(", ")}: \`make api-types\` writes them.`);
  process.exit(1);
}
await mkdir(target, { recursive: true });
for (const name of services) {
  const text = astToString(await openapi(pathToFileURL(join(source, `${name}.json`))));
  const file = join(target, `${name}.ts`);
  // What is the same stays as it is, and so does what was made from it.
  if (!existsSync(file) || (await readFile(file, "utf8")) !== text) await writeFile(file, text);
}
