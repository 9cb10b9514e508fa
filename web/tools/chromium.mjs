import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the Chromium that CHROMIUM_PATH names, or the system's from PATH. */
export function chromiumPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ]) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  throw new Error("No Chromium in PATH. Install it, on Debian and Ubuntu with: apt-get install chromium");
}
