import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { callsFile } from "./calls.mjs";
import { areaOf, contract, root, shared, sharedOf, sourceOf } from "./manifest.mjs";
import { services } from "../../../tools/services.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const callsIn = (web, service) => Object.keys(readJson(join(web, relative(root, callsFile(service)))));

/** Reads from its sources what a release offers areas: the release with its packages, and the calls of each service. */
export const releaseIn = (web) => ({
  shared: sharedOf(readJson(join(web, "package.json"))),
  calls: Object.fromEntries(services.map((name) => [name, callsIn(web, name)])),
});

/** The needs and calls of an area of this tree: the release with its packages, calls it makes, calls it answers. */
export const areaToRelease = (name) => ({
  name,
  shared,
  asks: contract().callsOf(areaOf(name)),
  calls: callsIn(root, name),
});

/** A sentence for each reason why an area does not run with the shell and the other areas of a release. */
export function reasonsAgainst(area, release) {
  const { misfitsOf, misfitText } = sourceOf("apps/shell/src/areas/versions.ts");
  const answered = new Set([...Object.values(release.calls).flat(), ...area.calls]);
  const kept = new Set(area.calls);
  return [
    ...misfitsOf(area.shared, release.shared).map((misfit) => misfitText([misfit])),
    ...area.asks.filter((call) => !answered.has(call)).map((call) => `No service of the release answers ${call}.`),
    ...(release.calls[area.name] ?? [])
      .filter((call) => !kept.has(call))
      .map((call) => `It no longer answers ${call}, which other areas of the release may call.`),
  ];
}
