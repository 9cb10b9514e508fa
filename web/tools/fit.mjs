// `node tools/fit.mjs release` notes what this tree's shell and services offer, as what the last release offers;
// `node tools/fit.mjs teaching` prints why an area of this tree does not run with that release, and then ends with 1.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { areaToRelease, reasonsAgainst, releaseOf } from "../libs/build/src/fit.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const file = resolve(web, "libs/build/released.json");
const [name] = process.argv.slice(2);
if (name === "release") {
  const { version } = JSON.parse(readFileSync(resolve(web, "package.json"), "utf8"));
  writeFileSync(file, `${JSON.stringify(releaseOf(version), null, 1)}\n`);
} else if (!existsSync(file)) {
  console.log("There is no release yet whose shell it could run with: `make release` makes one.");
  process.exit(1);
} else {
  const release = JSON.parse(readFileSync(file, "utf8"));
  const reasons = reasonsAgainst(areaToRelease(name), release);
  for (const reason of reasons) console.log(reason);
  process.exit(reasons.length ? 1 : 0);
}
