// Checks import boundaries by the projects' tags, and a few rules that span files. Exits with 1 on a
// finding.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { antdParts, libraries } from "@staffroom/build";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** The libs that a project of a kind may import, besides its own files. */
const order = ["language", "contract", "api", "ui", "form", "workflow", "chart", "list", "grid", "screen"];
const libsFor = {
  language: [],
  contract: [],
  api: ["language", "contract"],
  ui: ["language", "contract", "api"],
  form: ["language", "contract", "api", "ui"],
  workflow: ["language", "contract", "api", "ui", "form"],
  chart: ["language", "contract", "api", "ui"],
  list: ["language", "contract", "api", "ui", "form", "chart"],
  grid: ["language", "contract", "api", "ui", "form", "list"],
  screen: ["language", "contract", "api", "ui", "form", "workflow", "chart", "list"],
  testing: order,
  build: [],
};
/** Dialogs with their own address, and the one that no address closes. */
const ownModals = new Set([
  "libs/ui/src/dialogs/dialog.tsx",
  "libs/ui/src/dialogs/dialogs.tsx",
  "apps/finance/src/editor/editor.tsx",
  "apps/support/src/tickets/index.tsx",
  "apps/shell/src/sign-in/sign-in.tsx",
]);
const maxLines = 400;
const findings = [];
/** Components of antd, as the sources name them. */
const parts = new Set();
/** Our libraries in the shell's build: those that it or another library imports. */
const inShell = new Set();

async function sources(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter((entry) => !["node_modules", "dist", "generated"].includes(entry.name))
      .map((entry) =>
        entry.isDirectory()
          ? sources(join(folder, entry.name))
          : /\.(?:tsx?|mjs|css)$/.test(entry.name)
            ? [join(folder, entry.name)]
            : [],
      ),
  );
  return lists.flat();
}

async function projects(group) {
  const names = (await readdir(join(web, group), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  return Promise.all(
    names.map(async (name) => ({
      group,
      name,
      folder: join(web, group, name),
      tags: JSON.parse(await readFile(join(web, group, name, "project.json"), "utf8")).tags,
    })),
  );
}

/** The entries of each library, from its package's exports. */
const entries = Object.fromEntries(
  await Promise.all(
    (await projects("libs")).map(async ({ name, folder }) => [
      name,
      Object.keys(JSON.parse(await readFile(join(folder, "package.json"), "utf8")).exports),
    ]),
  ),
);

for (const project of [...(await projects("apps")), ...(await projects("libs"))]) {
  const isLib = project.tags.includes("kind:lib");
  const isRemote = project.tags.includes("kind:area");
  for (const file of await sources(project.folder)) {
    const text = await readFile(file, "utf8");
    const name = relative(web, file);
    const isTest = /\.test\.tsx?$/.test(file);
    const tell = (what) => findings.push(`${name}: ${what}`);
    if (!file.endsWith(".css") && text.split("\n").length > maxLines) tell(`is longer than ${maxLines} lines`);
    if (/https?:\/\/[^\s"'`]*(?:registry|npmjs)/.test(text)) tell("names a package registry");
    for (const [, names] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']antd["']/g)) {
      for (const part of names
        .split(",")
        .map((one) => one.trim().split(" ")[0])
        .filter((one) => one && one !== "type" && !/(?:Type|Props|Ref|Config)$/.test(one))) {
        parts.add(part);
        if (!antdParts.includes(part))
          tell(`uses antd's ${part}, which the build leaves out; name it in libs/build/src/antd.mjs`);
      }
    }
    if (/import\s*\{[^}]*\bModal\b[^}]*\}\s*from\s*["']antd["']/.test(text) && !ownModals.has(name)) {
      tell("uses antd's Modal; Dialog of @staffroom/ui leaves with the screen's address");
    }
    if (/\blazy\(\(\)\s*=>\s*import\(/.test(text))
      tell(
        "loads a piece once and for all; lazy(() => loadPiece(() => import(...))) waits for the server to come back",
      );
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      if (from.startsWith(".")) {
        const target = resolve(dirname(file), from);
        const isTool =
          (project.tags.includes("kind:e2e") || project.name === "build") &&
          target.startsWith(join(web, "tools") + sep);
        if (!target.startsWith(project.folder + sep) && !isTest && !isTool)
          tell(`imports ${from} from outside of ${project.group}/${project.name}`);
      } else if (from.startsWith("@staffroom/")) {
        const [lib, ...inner] = from.slice("@staffroom/".length).split("/");
        if (!isTest && (isLib || project.name === "shell")) inShell.add(`@staffroom/${lib}`);
        if (inner.length && !entries[lib]?.includes(`./${inner.join("/")}`))
          tell(`reaches into ${from}; only the library's own entries are shared`);
        else if (lib === "testing" && !isTest && project.name !== "testing")
          tell("imports @staffroom/testing outside of a test");
        else if (isLib && !isTest && !libsFor[project.name]?.includes(lib))
          tell(`libs/${project.name} may not import ${from}`);
        else if (lib === "build" && !file.endsWith("rsbuild.config.mjs"))
          tell("imports @staffroom/build outside of its build configuration");
      } else if (isRemote && from === "lucide-react") tell("brings its own icons; name them with <Icon>");
    }
  }
}

for (const library of libraries)
  if (!inShell.has(library))
    findings.push(
      `libs/build/src/manifest.mjs: shares ${library}, which the shell does not import; name it in sharedForAreas of apps/shell/src/areas/areas.ts`,
    );
for (const part of antdParts)
  if (!parts.has(part)) findings.push(`libs/build/src/antd.mjs: names ${part}, which nothing uses`);

const lock = await readFile(join(web, "package-lock.json"), "utf8");
if (/"resolved": "https?:/.test(lock)) findings.push("package-lock.json: names a package registry");

for (const finding of findings) console.error(finding);
process.exitCode = findings.length ? 1 : 0;
