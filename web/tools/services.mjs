// The services of `services.yml` with their own area, in order.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const file = resolve(dirname(fileURLToPath(import.meta.url)), "../../services.yml");

/** @type {string[]} */
export const services = [...readFileSync(file, "utf8").matchAll(/^(\w+):/gm)].map(([, name]) => name);
