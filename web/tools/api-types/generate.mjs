// Types of the services' calls from their OpenAPI documents, `build/openapi/<service>.json`. Without documents there is
// nothing to do: no committed code needs the result, which is built and never committed.
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const source = resolve(web, "../build/openapi");
const target = join(web, "libs/api/src/generated");

if (existsSync(source)) {
  const { astToString, default: openapi } = await import("openapi-typescript");
  await mkdir(target, { recursive: true });
  for (const file of (await readdir(source)).filter((name) => name.endsWith(".json"))) {
    const tree = await openapi(pathToFileURL(join(source, file)));
    await writeFile(join(target, file.replace(/\.json$/, ".ts")), astToString(tree));
  }
}
