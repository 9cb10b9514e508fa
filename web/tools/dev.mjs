// `npm run dev -- people finance`: the shell on port 3000 and the named areas with hot reload; the others come from
// `dist/remotes` as last built. Calls go to STAFFROOM_API.
import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { areas } from "@staffroom/build";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const live = process.argv.slice(2);
const unknown = live.filter((name) => !areas.includes(name));
if (unknown.length) {
  console.error(`There is no area ${unknown.join(", ")}; the areas are ${areas.join(", ")}`);
  process.exit(1);
}

const children = ["shell", ...live].map((name) =>
  spawn(join(web, "node_modules/.bin/rsbuild"), ["dev"], {
    cwd: join(web, "apps", name),
    stdio: "inherit",
    env: { ...process.env, STAFFROOM_LIVE_AREAS: live.join() },
  }),
);
const stop = () => children.forEach((child) => child.kill());
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) child.on("exit", stop);
