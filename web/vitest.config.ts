import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { vitePlugin as texts } from "./libs/build/src/texts.mjs";

const json = process.env.VITEST_JSON;

const tests = ["apps", "libs"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((path) => /^\w+\/[\w-]+\/src\/.*\.test\.tsx?$/.test(path));
/** Files that replace or reload a module: without isolation, other files would get their module. */
const apart = tests.filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, "utf8")));

const setup = "libs/testing/src/setup.ts";

/** Screens show a text area in the place of the editor of rich text, whose own tests read it from its folder. */
const plainRichText: Plugin = {
  name: "plain-richtext",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "./editor" && importer?.endsWith("/libs/ui/src/richtext/index.tsx")
      ? resolve("libs/testing/src/plain-richtext.tsx")
      : null,
};

export default defineConfig({
  plugins: [plainRichText, texts],
  // The package says in its field `browser`, which is not read here, what a browser gets.
  resolve: { alias: { "tus-js-client": resolve("node_modules/tus-js-client/lib.es5/browser/index.js") } },
  test: {
    environment: "jsdom",
    css: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
    env: { TZ: "America/New_York" },
    projects: [
      // Loading antd again for each file took two thirds of the time.
      {
        extends: true,
        test: {
          name: "together",
          include: tests.filter((path) => !apart.includes(path)),
          isolate: false,
          setupFiles: [setup, "libs/testing/src/setup-together.ts"],
        },
      },
      // Without the second file, which reads modules that these replace.
      { extends: true, test: { name: "apart", include: apart, setupFiles: [setup] } },
    ],
  },
});
