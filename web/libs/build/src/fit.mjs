import { readFileSync } from "node:fs";
import { callsFile } from "./calls.mjs";
import { areaOf, contract, offers, sourceOf, usesOfArea, versions } from "./manifest.mjs";
import { services } from "../../../tools/services.mjs";

const callsOfService = (name) => Object.keys(JSON.parse(readFileSync(callsFile(name), "utf8")));

/** What a release offers to areas that are released after it: its version, what its shell shares, the calls by service. */
export const releaseOf = (version) => ({
  version,
  versions,
  offers: offers(),
  calls: Object.fromEntries(services.map((name) => [name, callsOfService(name)])),
});

/** What an area of this tree needs and offers: packages, names of our libraries, calls of other areas, its own calls. */
export const areaToRelease = (name) => ({
  name,
  shared: versions,
  uses: usesOfArea(name),
  asks: contract().callsOf(areaOf(name)),
  calls: callsOfService(name),
});

/** A sentence for each reason why an area does not run with the shell and the other areas of a release. */
export function reasonsAgainst(area, release) {
  const { misfitsOf, misfitText } = sourceOf("apps/shell/src/versions.ts");
  const answered = new Set([...Object.values(release.calls).flat(), ...area.calls]);
  const kept = new Set(area.calls);
  return [
    ...misfitsOf(area, release).map((misfit) => misfitText([misfit])),
    ...area.asks.filter((call) => !answered.has(call)).map((call) => `No service of the release answers ${call}.`),
    ...(release.calls[area.name] ?? [])
      .filter((call) => !kept.has(call))
      .map((call) => `It no longer answers ${call}, which other areas of the release may call.`),
  ];
}
