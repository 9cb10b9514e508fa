import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { offersOf, usesOf } from "./offers.mjs";

const library = {
  "index.ts": 'export * from "./button";\nexport { useCount as useTotal } from "./count";',
  "button.tsx": `
    import type { Size } from "./sizes";
    type Props = { label: string; size?: Size };
    /** A button. */
    export function Button({ label, size }: Props) { return <b className={size}>{label}</b>; }
    export const trimmed = (text: string): string => text.trim();
  `,
  "sizes.ts": 'export type Size = "small" | "large";\nexport type Unused = 1;',
  "count.ts": "export function useCount(start: number) { return { count: start }; }",
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "library-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
function offered(changed: Record<string, string> = {}): Record<string, string> {
  write({ ...library, ...changed });
  return offersOf({ library: join(folder, "index.ts") }).library ?? {};
}
/** The names whose digests are not those of the library above, once a text in one of its files was replaced. */
function changedBy(file: keyof typeof library, from: string, to: string): string[] {
  expect(library[file]).toContain(from);
  const [before, after] = [offered(), offered({ [file]: library[file].replace(from, to) })];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
}

it("has the names of the index file, those of other files among them", () => {
  expect(Object.keys(offered())).toEqual(["Button", "trimmed", "useTotal"]);
});

it.each<[string, keyof typeof library, string, string, string[]]>([
  ["a property", "button.tsx", "label: string;", "label: string; onClick: () => void;", ["Button"]],
  ["a type of a property, in another file", "sizes.ts", '"large"', '"huge"', ["Button"]],
  ["a parameter", "button.tsx", "(text: string)", "(text: string | null)", ["trimmed"]],
  [
    "the body of a function without a declared result",
    "count.ts",
    "{ count: start }",
    "{ count: start, step: 1 }",
    ["useTotal"],
  ],
  ["a name that is gone", "index.ts", "useCount as useTotal", "useCount", ["useTotal", "useCount"]],
  ["a name that is new", "sizes.ts", "Unused = 1", "Unused = 2", []],
  ["the body of a component", "button.tsx", " className={size}", "", []],
  ["the body of a function with a declared result", "button.tsx", "text.trim()", "text", []],
  ["a comment and spaces", "button.tsx", "/** A button. */", "/** A button, \\n of the usual kind. */", []],
])("sees a change of %s", (_, file, from, to, names) => {
  expect(changedBy(file, from, to)).toEqual(names);
});

it("finds the names that an area imports, without types and tests", () => {
  const offers = { library: offered() };
  write({
    "area/area.tsx":
      'import { Button, type Props } from "@staffroom/library";\nimport { missing } from "@staffroom/library";\nexport default Button;',
    "area/area.test.tsx": 'import { trimmed } from "@staffroom/library";',
  });
  expect(usesOf(join(folder, "area"), offers)).toEqual({
    library: { Button: offers.library.Button, missing: undefined },
  });
});
