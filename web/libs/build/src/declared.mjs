import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { rspack } from "@rsbuild/core";

/** Stub of an import, which can be called, constructed, spread and read. */
const standIn = new Proxy(function standIn() {}, {
  get: () => standIn,
  apply: () => standIn,
  construct: () => standIn,
});

const asCommonJs = {
  jsc: {
    target: "es2022",
    parser: { syntax: "typescript", tsx: true },
    transform: { react: { runtime: "automatic" } },
  },
  module: { type: "commonjs", ignoreDynamic: true },
};
const endings = [".ts", ".tsx", "/index.ts", "/index.tsx"];

/**
 * Runs a module with its own files and `packages` (entries by name), and returns its exports; every other import is a
 * stub. Dynamic imports are not run. `ROLES` are those that an area's build provides.
 */
export function exportsOf(file, packages, ROLES = {}) {
  const done = new Map();
  const run = (path) => {
    if (done.has(path)) return done.get(path);
    const exports = {};
    done.set(path, exports);
    const required = (name) => {
      const target =
        packages[name] ??
        (name.startsWith(".") && endings.map((ending) => resolve(dirname(path), name) + ending).find(existsSync));
      return target ? run(target) : standIn;
    };
    const { code } = rspack.experiments.swc.transformSync(readFileSync(path, "utf8"), {
      ...asCommonJs,
      filename: path,
    });
    new Function("require", "exports", "ROLES", code)(required, exports, ROLES);
    return exports;
  };
  return run(file);
}

/** Returns the default export of a module, run in the same way. */
export const declaredIn = (file, packages, roles) => exportsOf(file, packages, roles).default;
