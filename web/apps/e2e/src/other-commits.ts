import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
/** The version of this release. */
export const version = (JSON.parse(readFileSync(join(web, "package.json"), "utf8")) as { version: string }).version;
const isSource = (path: string) => !["dist", "generated", "node_modules"].includes(basename(path));

/** Installs the packages in a copy of the workspace, with the copy's own libraries in place of the workspace's. */
function linkPackages(copy: string): void {
  const installed = join(web, "node_modules");
  const ours = join(copy, "node_modules/@staffroom");
  mkdirSync(ours, { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== "@staffroom") symlinkSync(join(installed, name), join(copy, "node_modules", name));
  for (const name of readdirSync(join(installed, "@staffroom")))
    symlinkSync(readlinkSync(join(installed, "@staffroom", name)), join(ours, name));
}

/**
 * Builds an area as a commit with other sources would: `changes` names files, a text in each, and the text that the
 * other commit has in its place. A clone may have no history, so the other commit is made from this one. Returns the
 * built folder.
 */
export function builtElsewhere(area: string, changes: readonly (readonly [file: string, from: string, to: string])[]) {
  const root = mkdtempSync(join(tmpdir(), "other-commit-"));
  const copy = join(root, "web");
  cpSync(join(web, "../services.yml"), join(root, "services.yml"));
  for (const folder of ["libs", "tools", `apps/${area}`, "package.json", "tsconfig.json"])
    cpSync(join(web, folder), join(copy, folder), { recursive: true, filter: isSource });
  linkPackages(copy);
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(copy, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  execFileSync(join(web, "node_modules/.bin/rsbuild"), ["build"], { cwd: join(copy, "apps", area), stdio: "pipe" });
  return join(copy, "apps", area, "dist");
}

/** Answers requests for the files of an area from a folder, as the gateway answers from the image of that area. */
export async function serveArea(page: Page, area: string, folder: string): Promise<void> {
  await page.route(`**/remotes/${area}/**`, (route) => {
    const [, file = ""] = new URL(route.request().url()).pathname.split(`/remotes/${area}/`);
    return route.fulfill({ path: join(folder, file) });
  });
}
