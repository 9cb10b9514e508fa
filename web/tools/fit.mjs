// `node tools/fit.mjs teaching FOLDER` prints why an area of this tree is incompatible with the release whose `web/` is
// in FOLDER, and then exits with 1. The compiler compares the libraries (deploy/fitting.py).
import { areaToRelease, reasonsAgainst, releaseIn } from "../libs/build/src/fit.mjs";

const [name, folder] = process.argv.slice(2);
const reasons = reasonsAgainst(areaToRelease(name), releaseIn(folder));
for (const reason of reasons) console.log(reason);
process.exit(reasons.length ? 1 : 0);
