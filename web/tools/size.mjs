// Measures what a first visit loads, gzip: the shell with a browser's eyes (every file its page asks for before signing
// in), each remote as its entry with what the entry needs. Ends with 1 over budget.
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLoad } from "./first-load.mjs";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../dist");
const budgets = { shell: 650, remote: 60 };
if (!existsSync(join(dist, "index.html"))) throw new Error("Nothing is built yet: npm run build");

const rows = [{ what: "shell, first load", size: await firstLoad(dist), budget: budgets.shell }];
for (const name of await readdir(join(dist, "remotes"))) {
  let size = 0;
  for (const file of await readdir(join(dist, "remotes", name), { recursive: true })) {
    if (/\.(?:js|css)\.gz$/.test(file)) size += (await stat(join(dist, "remotes", name, file))).size;
  }
  rows.push({ what: `${name}, everything`, size, budget: budgets.remote });
}
for (const { what, size, budget } of rows) {
  const over = size > budget * 1024;
  console.log(`${what.padEnd(24)} ${(size / 1024).toFixed(1).padStart(7)} kB of ${budget} kB${over ? "  OVER" : ""}`);
  if (over) process.exitCode = 1;
}
