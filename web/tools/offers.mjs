// Writes the exports of the libraries with their digests: areas are rebuilt where these change, not at every change.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { offers } from "../libs/build/src/manifest.mjs";

const file = resolve(dirname(fileURLToPath(import.meta.url)), "../libs/build/dist/offers.json");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(offers(), null, 2)}\n`);
