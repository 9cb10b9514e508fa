import { resolve } from "node:path";
import { pluginModuleFederation } from "@module-federation/rsbuild-plugin";
import { pluginReact } from "@rsbuild/plugin-react";
import { services } from "../../../tools/services.mjs";
import { staleOf } from "./calls.mjs";
import { leftOut } from "./antd.mjs";
import { hasTexts } from "./texts.mjs";
import { libraries, pluginManifest, rolesFor, root, shared, versions } from "./manifest.mjs";

export { antdParts } from "./antd.mjs";
export { callsFile, staleFile } from "./calls.mjs";
export { areaOf, contract, libraries, listingOf, rolesFor, sourceOf } from "./manifest.mjs";
export { splitWidths } from "./widths.mjs";
export const areas = services;

const dev = process.argv.includes("dev");

/** A request of antd's index for a part that no screen uses gets one that says so. */
function withoutUnused(config, { rspack }) {
  const parts = new RegExp(`^\\./(?:${leftOut.join("|")})$`);
  config.plugins.push(
    new rspack.NormalModuleReplacementPlugin(parts, (request) => {
      if (/[\\/]antd[\\/]es$/.test(request.context)) request.request = resolve(root, "libs/build/src/left-out.mjs");
    }),
  );
  config.module.rules.push({
    test: /[\\/]antd\.css$/,
    enforce: "pre",
    loader: resolve(root, "libs/build/src/antd-sheet.cjs"),
  });
}

/** The texts of our sources are looked up in the language of the page. */
function withTexts(config) {
  config.module.rules.push({
    test: hasTexts,
    enforce: "pre",
    loader: resolve(root, "libs/build/src/texts-loader.cjs"),
  });
}

/** Our libraries have the version of the release, which the shell compares before it loads an area. */
const unversioned = Object.fromEntries(libraries.map((name) => [name, "0.0.0"]));

function sharing(isShell) {
  return Object.fromEntries(
    Object.entries({ ...versions, ...unversioned }).map(([name, version]) => [
      name,
      // A remote bundles no copy: it never runs without the shell.
      isShell
        ? { singleton: true, version, requiredVersion: version }
        : { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  );
}

function base(federation, { port, assetPrefix }) {
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
      // The Content-Security-Policy allows neither inline scripts nor data: URLs.
      inlineScripts: false,
      dataUriLimit: 0,
    },
    dev: { lazyCompilation: false, assetPrefix: dev ? `http://localhost:${port}` : undefined },
    server: { port, strictPort: true, headers: { "Access-Control-Allow-Origin": "*" } },
    performance: { printFileSize: false },
    // platform.md 9: a chunk that takes longer counts as failed.
    tools: { rspack: [{ output: { uniqueName: federation.name, chunkLoadTimeout: 120_000 } }, withTexts] },
  };
}

/** Drops a remote's own entry, a second copy of the federation runtime: the shell loads `./area` alone. */
function withoutOwnEntry(config) {
  const name = "without-own-entry";
  const drop = (compilation) =>
    compilation.hooks.processAssets.tap({ name, stage: 5000 }, (assets) => {
      for (const asset of Object.keys(assets))
        if (/^static\/js\/index\.[\da-z]+\.js$/.test(asset)) compilation.deleteAsset(asset);
    });
  config.plugins.push({ apply: (compiler) => compiler.hooks.thisCompilation.tap(name, drop) });
}

/** Build of one area: exposes `./area` and bundles nothing that the shell shares. */
export function remoteConfig(name) {
  const port = 3001 + areas.indexOf(name);
  const config = base(
    {
      name,
      filename: "remoteEntry.js",
      exposes: { "./area": "./src/area.tsx" },
      shared: sharing(false),
      experiments: { externalRuntime: true },
    },
    { port, assetPrefix: "auto" },
  );
  config.tools.htmlPlugin = false;
  config.source.define = {
    ROLES: `(${JSON.stringify(rolesFor(name, dev))})`,
    STALE: `(${JSON.stringify(staleOf(name))})`,
  };
  config.plugins.push(pluginManifest(name));
  if (!dev) config.tools.rspack.push(withoutOwnEntry);
  return config;
}

/** In development the live areas come from their own servers, the others from `dist/remotes` as last built. */
function serveAreas(config) {
  const live = (process.env.STAFFROOM_LIVE_AREAS ?? "").split(",");
  const remotes = () =>
    areas.map((name, index) =>
      live.includes(name)
        ? { ...listingOf(name), entry: `http://localhost:${3001 + index}/remoteEntry.js` }
        : listingOf(name),
    );
  const setup = ({ server }) => {
    server.middlewares.use((request, response, next) => {
      if (!request.url?.startsWith("/remotes.json")) return next();
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ remotes: remotes() }));
    });
  };
  return { server: { ...config.server, setup, publicDir: [{ name: resolve(root, "dist"), copyOnBuild: false }] } };
}

/** Build of the shell: owns the page and every shared library. */
export function shellConfig() {
  const config = base(
    { name: "shell", remotes: {}, shared: sharing(true), experiments: { provideExternalRuntime: true } },
    { port: 3000, assetPrefix: "auto" },
  );
  config.tools.rspack.push(withoutUnused);
  config.source.define = { SHARED: `(${JSON.stringify(shared)})` };
  if (dev) Object.assign(config, serveAreas(config));
  config.html = { template: "./src/index.html", title: "Staffroom", favicon: "./src/favicon.svg" };
  if (dev) {
    // Hot reload in areas needs this hook before any React runs; production has no inline script.
    config.html.tags = [
      {
        tag: "script",
        head: true,
        append: false,
        children:
          "window.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers:new Map(),supportsFiber:true,inject(r){const i=this.renderers.size+1;this.renderers.set(i,r);return i},onCommitFiberRoot(){},onCommitFiberUnmount(){},onScheduleFiberRoot(){}}",
      },
    ];
  }
  config.server.proxy = {
    "/api": { target: process.env.STAFFROOM_API ?? "http://localhost:8080", changeOrigin: true },
  };
  return config;
}
