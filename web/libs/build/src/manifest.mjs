import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { declaredIn, exportsOf } from "./declared.mjs";
import { allRoles, rolesOf } from "./calls.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const packages = createRequire(resolve(root, "package.json"))("./package.json");

/** One instance of each of these on a page; the workspace libs hold the session, the query cache and the toasts. */
const outside = ["react", "react-dom", "react-router", "antd", "@tanstack/react-query", "dayjs"];
const inside = ["api", "chart", "form", "grid", "language", "list", "screen", "ui", "workflow"];

/** Our libraries that the shell shares with the areas. */
export const libraries = inside.map((lib) => `@staffroom/${lib}`);
const versionsIn = ({ dependencies }) => Object.fromEntries(outside.map((name) => [name, dependencies[name]]));
/**
 * The release, whose libraries have one version, and the packages that the shell shares with areas, by the
 * `package.json` of the web.
 */
export const sharedOf = (manifest) => ({ Staffroom: manifest.version, ...versionsIn(manifest) });
export const shared = sharedOf(packages);
/** Packages that the shell shares with the areas, with their versions. */
export const versions = versionsIn(packages);

const remoteEntry = "remoteEntry.js";
const contractFile = resolve(root, "libs/contract/src/index.ts");

const packagesOfAreas = { "@staffroom/contract": contractFile };

/** The exports of a source of ours that needs no more than the contract, and of the contract. */
export const sourceOf = (path) => exportsOf(resolve(root, path), packagesOfAreas);
export const contract = () => exportsOf(contractFile, {});

/** The declaration of an area, from its sources; `roles` are those of its calls. */
export const areaOf = (name, roles) => declaredIn(resolve(root, "apps", name, "src/area.tsx"), packagesOfAreas, roles);

/** The roles of the calls that an area names. While it is developed, of all calls, for it may name others. */
export function rolesFor(name, isDeveloped = false) {
  return isDeveloped ? allRoles() : rolesOf(contract().callsOf(areaOf(name)));
}

/** The entry of an area in `remotes.json`: its name, the paths of its screens, and where its files are. */
export function listingOf(name) {
  const { routes, client } = areaOf(name);
  return {
    name,
    title: name[0].toUpperCase() + name.slice(1),
    entry: `./remotes/${name}/${remoteEntry}`,
    paths: routes.map(({ path }) => path),
    clientPaths: client.routes.map(({ path }) => path),
  };
}

/**
 * Description of a remote, from its sources and its built entry; the shell reads it as `area.json` before it loads the
 * area.
 */
export function manifestOf(name, entry) {
  const mark = createHash("sha256").update(entry).digest("hex").slice(0, 12);
  return {
    ...listingOf(name),
    entry: `${remoteEntry}?v=${mark}`,
    shared,
  };
}

/** Writes `area.json` next to the entry of a remote, at every build. */
export const pluginManifest = (name) => ({
  name: "staffroom-manifest",
  setup: (api) =>
    api.processAssets({ stage: "report" }, ({ assets, compilation, sources }) => {
      const manifest = manifestOf(name, assets[remoteEntry].source());
      compilation.emitAsset("area.json", new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
    }),
});
