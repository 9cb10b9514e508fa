import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredIn } from "./declared.mjs";
import { listingOf, manifestOf, shared, versions } from "./manifest.mjs";

it("the description of an area has its name, its screens' paths and the versions it was built with", () => {
  const manifest = manifestOf("teaching", "entry");
  expect(manifest).toMatchObject({
    name: "teaching",
    title: "Teaching",
    paths: expect.arrayContaining(["/system/slips/:type?"]),
    shared,
  });
  expect(manifest.entry).toMatch(/^remoteEntry\.js\?v=[\da-f]{12}$/);
  expect(manifestOf("teaching", "another entry").entry).not.toBe(manifest.entry);
});

it("an area is listed without a build", () => {
  const { entry, ...listing } = listingOf("teaching");
  expect(manifestOf("teaching", "entry")).toMatchObject(listing);
  expect(entry).toBe("./remotes/teaching/remoteEntry.js");
});

it("the manifest has the versions of the release and of every package", () => {
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(["react", "antd"]));
  expect(Object.keys(shared)).toEqual(["Staffroom", ...Object.keys(versions)]);
  for (const version of Object.values(shared)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("an area's own files are run, and none of its other imports", () => {
  const folder = mkdtempSync(join(tmpdir(), "area-"));
  writeFileSync(join(folder, "paths.ts"), 'export const paths = ["a", "b"].map((name) => ({ path: `/${name}` }));');
  writeFileSync(
    join(folder, "area.tsx"),
    `
    import { useState } from "react";
    import { broken } from "nowhere";
    import "./style.css";
    import { paths } from "./paths";
    const cell = <b>{broken.deep.call(useState)}</b>;
    export default { routes: [...paths, { path: "/c", cell, load: () => import("./not-there") }, ...broken] };
  `,
  );
  expect(declaredIn(join(folder, "area.tsx"), {}).routes.map(({ path }: { path: string }) => path)).toEqual([
    "/a",
    "/b",
    "/c",
  ]);
});
