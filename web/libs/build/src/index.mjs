import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pluginModuleFederation } from "@module-federation/rsbuild-plugin";
import { pluginReact } from "@rsbuild/plugin-react";

export const areas = ["identity", "people", "teaching", "finance", "support", "files"];

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const packages = createRequire(resolve(root, "package.json"))("./package.json");

/** One instance of each of these on a page; the workspace libs hold the session, the query cache and the toasts. */
const outside = ["react", "react-dom", "react-router", "antd", "@tanstack/react-query", "dayjs"];
const inside = ["api", "form", "list", "ui", "workflow"].map((name) => `@staffroom/${name}`);

function shared(isShell) {
  const versions = {
    ...Object.fromEntries(outside.map((name) => [name, packages.dependencies[name]])),
    ...Object.fromEntries(inside.map((name) => [name, "1.0.0"])),
  };
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      // A remote never carries a copy: without the shell it has nowhere to run anyway.
      isShell
        ? { singleton: true, version, requiredVersion: version }
        : { singleton: true, requiredVersion: version, import: false },
    ]),
  );
}

function base(federation, { port, assetPrefix }) {
  const dev = process.argv.includes("dev");
  return {
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        shareStrategy: "loaded-first",
        dts: false,
        manifest: false,
        ...federation,
      }),
    ],
    source: { entry: { index: "./src/index.ts" } },
    output: {
      assetPrefix: dev ? undefined : assetPrefix,
      cleanDistPath: true,
      legalComments: "none",
      sourceMap: false,
      // Inline scripts and data: styles would need holes in the Content-Security-Policy.
      inlineScripts: false,
      dataUriLimit: 0,
    },
    dev: { lazyCompilation: false, assetPrefix: dev ? `http://localhost:${port}` : undefined },
    server: { port, strictPort: true, headers: { "Access-Control-Allow-Origin": "*" } },
    performance: { printFileSize: false },
    // platform.md 9: a chunk that takes longer has failed.
    tools: { rspack: { output: { uniqueName: federation.name, chunkLoadTimeout: 120_000 } } },
  };
}

/** Build of one area: exposes `./area`, shares everything, carries nothing the shell has. */
export function remoteConfig(name) {
  const port = 3001 + areas.indexOf(name);
  const config = base(
    { name, filename: "remoteEntry.js", exposes: { "./area": "./src/area.tsx" }, shared: shared(false), experiments: { externalRuntime: true } },
    { port, assetPrefix: "auto" },
  );
  config.tools.htmlPlugin = false;
  return config;
}

/** Build of the shell: owns the page and every shared library. */
export function shellConfig() {
  const config = base({ name: "shell", remotes: {}, shared: shared(true), experiments: { provideExternalRuntime: true } }, { port: 3000, assetPrefix: "auto" });
  config.html = { template: "./src/index.html", title: "Staffroom", favicon: "./src/favicon.svg" };
  config.server.proxy = { "/api": { target: process.env.STAFFROOM_API ?? "http://localhost:8080", changeOrigin: true } };
  return config;
}
