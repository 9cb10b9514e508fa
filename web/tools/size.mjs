// Compares gzip sizes with the budgets; exits with 1 above one of them. For the shell: all files that its page loads
// before sign-in; for a chunk that areas share and load on demand: its files; for a remote: those of its heaviest
// screen, if SIZE_BASE_URL is a running system with the demo accounts, else the sum of all its files for information.
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLoad } from "./first-load.mjs";
import { screenLoads } from "./screen-loads.mjs";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../dist");
const budgets = { shell: 660, remote: 60 };
/** Chunks that areas share and load on demand: a word that only their library has, and the budget. */
const chunks = { charts: ["echarts", 230], calendar: ["resourceTimelineYear", 80] };
if (!existsSync(join(dist, "index.html"))) throw new Error("Nothing is built yet: npm run build");

const kilobytes = (size) => (size / 1024).toFixed(1).padStart(7);
function against(what, size, budget) {
  const over = size > budget * 1024;
  console.log(`${what.padEnd(24)} ${kilobytes(size)} kB of ${budget} kB${over ? "  OVER" : ""}`);
  if (over) process.exitCode = 1;
}

against("shell, first load", await firstLoad(dist), budgets.shell);
const asynchronous = join(dist, "static", "js", "async");
const scripts = (await readdir(asynchronous))
  .filter((file) => file.endsWith(".js"))
  .map((file) => join(asynchronous, file));
for (const [name, [library, budget]] of Object.entries(chunks)) {
  // Chunks have no names: the library's own name is in its code.
  const holding = [];
  for (const script of scripts)
    if ((await readFile(script, "utf8")).includes(library)) holding.push((await stat(`${script}.gz`)).size);
  if (!holding.length) throw new Error(`No chunk has ${library}`);
  against(`${name}, shared chunk`, Math.max(...holding), budget);
}
const base = process.env.SIZE_BASE_URL;
for (const [name, { path, size }] of base ? await screenLoads(base) : [])
  against(`${name}, ${path}`, size, budgets.remote);
for (const name of base ? [] : await readdir(join(dist, "remotes"))) {
  let size = 0;
  for (const file of await readdir(join(dist, "remotes", name), { recursive: true })) {
    if (/\.(?:js|css)\.gz$/.test(file)) size += (await stat(join(dist, "remotes", name, file))).size;
  }
  console.log(`${`${name}, every file`.padEnd(24)} ${kilobytes(size)} kB`);
}
