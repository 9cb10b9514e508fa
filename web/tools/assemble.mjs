// Assembles built apps in `dist/`: the shell at the root, each area under `remotes/<name>/`, and a .gz next to every
// text file. The shell's `remotes.json` lists the areas. `client/` is the same page one folder below: the client
// application. Without arguments it takes all apps; `shell`, or the name of an area, takes the content of one image.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { areas, listingOf, splitWidths } from "@staffroom/build";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const draft = join(web, ".nx", "dist-next");
const dist = join(web, "dist");
const compress = promisify(gzip);

const chosen = process.argv.slice(2);
const parts = chosen.length ? chosen : ["shell", ...areas];

await rm(draft, { recursive: true, force: true });
await mkdir(draft, { recursive: true });

async function addArea(name) {
  const built = join(web, "apps", name, "dist");
  if (!existsSync(join(built, "area.json"))) throw new Error(`${name} is not built: ${built}/area.json is missing`);
  await cp(built, join(draft, "remotes", name), { recursive: true });
}

/** Writes the style sheet with rules for widths; returns its link. */
async function widthSheet(css) {
  const name = `static/css/widths.${createHash("sha256").update(css).digest("hex").slice(0, 10)}.css`;
  await writeFile(join(draft, name), css);
  return `<link href="${name}" rel="stylesheet">`;
}

/**
 * Builds the shell's page, whose style sheets have no rules for widths. Those of a sheet in the head follow it
 * directly, so that later sheets still win; those of sheets loaded on demand are at the end of the page.
 */
async function withWidthsApart(page) {
  const later = new Set();
  for (const file of await readdir(join(draft, "static/css"), { recursive: true })) {
    if (!file.endsWith(".css")) continue;
    const path = join(draft, "static/css", file);
    const { rest, widths } = splitWidths(await readFile(path, "utf8"));
    if (!widths) continue;
    await writeFile(path, rest);
    const link = `<link href="static/css/${file}" rel="stylesheet">`;
    if (page.includes(link)) page = page.replace(link, link + (await widthSheet(widths)));
    else later.add(widths);
  }
  // Sorted, because the names of chunks change from build to build.
  return page.replace("</body>", `${await widthSheet([...later].toSorted().join(""))}</body>`);
}

async function addShell() {
  await cp(join(web, "apps/shell/dist"), draft, { recursive: true });
  const remotes = areas.map(listingOf);
  await writeFile(join(draft, "remotes.json"), `${JSON.stringify({ remotes }, null, 2)}\n`);
  const page = await withWidthsApart(await readFile(join(draft, "index.html"), "utf8"));
  await writeFile(join(draft, "index.html"), page);
  const installable =
    '<link rel="manifest" href="manifest.webmanifest"><link rel="apple-touch-icon" href="icon-192.png"><meta name="theme-color" content="#12404a">';
  await writeFile(
    join(draft, "client/index.html"),
    page.replaceAll(/(href|src)="(?![./])/g, '$1="../').replace("</head>", `${installable}</head>`),
  );
}

for (const part of parts) await (part === "shell" ? addShell() : addArea(part));

for (const file of await readdir(draft, { recursive: true })) {
  if (!/\.(?:js|css|html|json|svg|txt|webmanifest)$/.test(file)) continue;
  const path = join(draft, file);
  await writeFile(`${path}.gz`, await compress(await readFile(path), { level: 9 }));
}

// Two renames, so that the served folder is hardly ever missing.
const before = join(web, ".nx", "dist-before");
await rm(before, { recursive: true, force: true });
if (existsSync(dist)) await rename(dist, before);
await rename(draft, dist);
await rm(before, { recursive: true, force: true });
