import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { declaredIn } from "./declared.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const packages = createRequire(resolve(root, "package.json"))("./package.json");

/** One instance of each of these on a page; the workspace libs hold the session, the query cache and the toasts. */
const outside = ["react", "react-dom", "react-router", "antd", "@tanstack/react-query", "dayjs"];
const inside = ["api", "form", "list", "screen", "ui", "workflow"];
const versionOf = (lib) => JSON.parse(readFileSync(resolve(root, "libs", lib, "package.json"), "utf8")).version;

/** Libraries that the shell shares with the areas, with their versions. */
export const shared = Object.fromEntries([
  ...outside.map((name) => [name, packages.dependencies[name]]),
  ...inside.map((lib) => [`@staffroom/${lib}`, versionOf(lib)]),
]);
/** Versions that an area and the shell have to agree on: those, and that of the contract by which an area declares itself. */
export const agreed = { ...shared, "@staffroom/contract": versionOf("contract") };

const remoteEntry = "remoteEntry.js";

/** Description of a remote, from its sources and its built entry; the shell reads it as `area.json` before it loads the area. */
export function manifestOf(name, entry) {
  const { routes } = declaredIn(resolve(root, "apps", name, "src/area.tsx"), { "@staffroom/contract": resolve(root, "libs/contract/src/index.ts") });
  const mark = createHash("sha256").update(entry).digest("hex").slice(0, 12);
  return {
    name,
    title: name[0].toUpperCase() + name.slice(1),
    entry: `${remoteEntry}?v=${mark}`,
    paths: routes.map(({ path }) => path),
    shared: agreed,
  };
}

/** Writes `area.json` beside the entry of a remote, at every build of it. */
export const pluginManifest = (name) => ({
  name: "staffroom-manifest",
  setup: (api) =>
    api.processAssets({ stage: "report" }, ({ assets, compilation, sources }) => {
      const manifest = manifestOf(name, assets[remoteEntry].source());
      compilation.emitAsset("area.json", new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
    }),
});
