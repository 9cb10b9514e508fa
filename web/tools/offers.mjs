// Writes what the libraries offer to the areas: an area is built anew where that changes, not at every change of a library.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { offers } from "../libs/build/src/manifest.mjs";

const file = resolve(dirname(fileURLToPath(import.meta.url)), "../libs/build/dist/offers.json");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(offers(), null, 2)}\n`);
