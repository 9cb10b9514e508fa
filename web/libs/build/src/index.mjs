import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pluginModuleFederation } from "@module-federation/rsbuild-plugin";
import { pluginReact } from "@rsbuild/plugin-react";
import { services } from "../../../tools/services.mjs";

export const areas = services;

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const dev = process.argv.includes("dev");
const packages = createRequire(resolve(root, "package.json"))("./package.json");

/**
 * An area as `remotes.json` names it. `paths` are the addresses of its screens, read from its `area.tsx`, the one place
 * they are declared in: the shell knows by them whose address it is when the area itself does not answer.
 */
export function remoteOf(name, entry) {
  const source = readFileSync(resolve(root, "apps", name, "src/area.tsx"), "utf8");
  const paths = [...source.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, path]) => path);
  return { name, title: name[0].toUpperCase() + name.slice(1), entry, paths };
}

/** One instance of each of these on a page; the workspace libs hold the session, the query cache and the toasts. */
const outside = ["react", "react-dom", "react-router", "antd", "@tanstack/react-query", "dayjs"];
const inside = ["api", "form", "list", "screen", "ui", "workflow"].map((name) => `@staffroom/${name}`);

/**
 * Parts of antd that no screen uses. A shared library cannot be shaken by what is used of it, and these weigh some
 * 100 kB of the first visit. A screen that needs one takes it off here; `npm run lint` says so.
 */
export const leftOut = {
  anchor: "Anchor", calendar: "Calendar", carousel: "Carousel", cascader: "Cascader", "color-picker": "ColorPicker",
  "float-button": "FloatButton", image: "Image", masonry: "Masonry", mentions: "Mentions", "qr-code": "QRCode", rate: "Rate",
  slider: "Slider", splitter: "Splitter", statistic: "Statistic", tour: "Tour", transfer: "Transfer", "tree-select": "TreeSelect",
  watermark: "Watermark",
};

function withoutUnused(config, { rspack }) {
  const parts = new RegExp(`^\\./(?:${Object.keys(leftOut).join("|")})$`);
  config.plugins.push(
    new rspack.NormalModuleReplacementPlugin(parts, (request) => {
      if (/[\\/]antd[\\/]es$/.test(request.context)) request.request = resolve(root, "libs/build/src/left-out.mjs");
    }),
  );
}

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

/** A remote's own entry is never loaded, the shell asks for `./area`; it would carry a second copy of the federation. */
function withoutOwnEntry(config) {
  const name = "without-own-entry";
  const drop = (compilation) =>
    compilation.hooks.processAssets.tap({ name, stage: 5000 }, (assets) => {
      for (const asset of Object.keys(assets)) if (/^static\/js\/index\.[\da-z]+\.js$/.test(asset)) compilation.deleteAsset(asset);
    });
  config.plugins.push({ apply: (compiler) => compiler.hooks.thisCompilation.tap(name, drop) });
}

/** Build of one area: exposes `./area`, shares everything, carries nothing the shell has. */
export function remoteConfig(name) {
  const port = 3001 + areas.indexOf(name);
  const config = base(
    { name, filename: "remoteEntry.js", exposes: { "./area": "./src/area.tsx" }, shared: shared(false), experiments: { externalRuntime: true } },
    { port, assetPrefix: "auto" },
  );
  config.tools.htmlPlugin = false;
  if (!dev) config.tools.rspack = [config.tools.rspack, withoutOwnEntry];
  return config;
}

/** In development the live areas come from their own servers, the others from `dist/remotes` as last built. */
function serveAreas(config) {
  const live = (process.env.STAFFROOM_LIVE_AREAS ?? "").split(",");
  const remotes = areas.map((name, index) =>
    remoteOf(name, live.includes(name) ? `http://localhost:${3001 + index}/remoteEntry.js` : `./remotes/${name}/remoteEntry.js`),
  );
  const setup = ({ server }) => {
    server.middlewares.use((request, response, next) => {
      if (!request.url?.startsWith("/remotes.json")) return next();
      response.setHeader("Content-Type", "application/json");
      return response.end(JSON.stringify({ remotes }));
    });
  };
  return { server: { ...config.server, setup, publicDir: [{ name: resolve(root, "dist"), copyOnBuild: false }] } };
}

/** Build of the shell: owns the page and every shared library. */
export function shellConfig() {
  const config = base({ name: "shell", remotes: {}, shared: shared(true), experiments: { provideExternalRuntime: true } }, { port: 3000, assetPrefix: "auto" });
  config.tools.rspack = [config.tools.rspack, withoutUnused];
  if (dev) Object.assign(config, serveAreas(config));
  config.html = { template: "./src/index.html", title: "Staffroom", favicon: "./src/favicon.svg" };
  if (dev) {
    // Hot reload in areas needs this hook before any React runs; production has no inline script.
    config.html.tags = [{
      tag: "script",
      head: true,
      append: false,
      children: "window.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers:new Map(),supportsFiber:true,inject(r){const i=this.renderers.size+1;this.renderers.set(i,r);return i},onCommitFiberRoot(){},onCommitFiberUnmount(){},onScheduleFiberRoot(){}}",
    }];
  }
  config.server.proxy = { "/api": { target: process.env.STAFFROOM_API ?? "http://localhost:8080", changeOrigin: true } };
  return config;
}
