import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredIn } from "./declared.mjs";
import { agreed, manifestOf } from "./manifest.mjs";

it("says what an area is: its name, the paths of its screens, the versions it was built with", () => {
  const manifest = manifestOf("teaching", "entry");
  expect(manifest).toMatchObject({ name: "teaching", title: "Teaching", paths: ["/system/slips/:type?"], shared: agreed });
  expect(manifest.entry).toMatch(/^remoteEntry\.js\?v=[\da-f]{12}$/);
  expect(manifestOf("teaching", "another entry").entry).not.toBe(manifest.entry);
});

it("has a version of everything that is shared, and of how an area declares itself", () => {
  expect(Object.keys(agreed)).toEqual(expect.arrayContaining(["react", "antd", "@staffroom/screen", "@staffroom/contract"]));
  for (const version of Object.values(agreed)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("runs what an area is made of, wherever it is written, and nothing that it imports from elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "area-"));
  writeFileSync(join(folder, "paths.ts"), 'export const made = ["a", "b"].map((name) => ({ path: `/${name}` }));');
  writeFileSync(join(folder, "area.tsx"), `
    import { useState } from "react";
    import { broken } from "nowhere";
    import "./style.css";
    import { made } from "./paths";
    const cell = <b>{broken.deep.call(useState)}</b>;
    export default { routes: [...made, { path: "/c", cell, load: () => import("./not-there") }, ...broken] };
  `);
  expect(declaredIn(join(folder, "area.tsx"), {}).routes.map(({ path }: { path: string }) => path)).toEqual(["/a", "/b", "/c"]);
});
